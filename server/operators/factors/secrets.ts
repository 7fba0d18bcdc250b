import { secretContext } from './prove.ts';
import { emailsOf, listTotpSecrets, replaceTotpSecret } from './store.ts';
import type { Db } from '../../ground/db/pool.ts';
import { seal, unseal, type SealingKeys } from '../../ground/secrets/seal.ts';

/** Seals secrets of apps again that are sealed with a former key. */
export async function sealTotpSecrets(db: Db, keys: SealingKeys): Promise<void> {
  for (const { id, secret } of await listTotpSecrets(db)) {
    const opened = unseal(keys, secretContext(id), secret);
    if (opened?.current === false) await replaceTotpSecret(db, id, secret, seal(keys, secretContext(id), opened.text));
  }
}

/** The operators, by their e-mail addresses, whose app no key opens. */
export async function unreadableTotpSecrets(db: Db, keys: readonly Buffer[]): Promise<string[]> {
  const stored = await listTotpSecrets(db);
  const lost = stored.filter(({ id, secret }) => unseal(keys, secretContext(id), secret) === undefined);
  return lost.length === 0
    ? []
    : emailsOf(
        db,
        lost.map(({ id }) => id),
      );
}
