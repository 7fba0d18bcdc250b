import { listSecrets, replaceSecrets } from './secrets-store.ts';
import { listCompanies } from '../access/store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { isSealed, seal, unseal, type UnsealedText, type SealingKeys } from '../ground/secrets/seal.ts';

/** Whose secret it is: in another row it cannot be opened. */
export interface Owner {
  companyId: CompanyId;
  id: string;
}

const placeOf = ({ companyId, id }: Owner) => `webhook endpoint ${companyId} ${id}`;

export const sealSecret = (keys: SealingKeys, owner: Owner, secret: string): string =>
  seal(keys, placeOf(owner), secret);

/** The secret as a receiver knows it; undefined if no key opens it. Versions before 1.8 did not seal secrets. */
export const openSecret = (keys: readonly Buffer[], owner: Owner, stored: string): string | undefined =>
  openedSecret(keys, owner, stored)?.text;

const openedSecret = (keys: readonly Buffer[], owner: Owner, stored: string): UnsealedText | undefined =>
  isSealed(stored) ? unseal(keys, placeOf(owner), stored) : { text: stored, current: false };

/** Seals the secrets that are plain, or sealed with a former key; answers how many endpoints have a secret that no key opens. */
export async function sealSecrets(db: Db, keys: SealingKeys): Promise<number> {
  let unreadable = 0;
  for (const { id: companyId } of await listCompanies(db))
    for (const stored of await listSecrets(db, companyId)) {
      const owner = { companyId, id: stored.id };
      const sealed = (one: string) => {
        const opened = openedSecret(keys, owner, one);
        return opened === undefined || opened.current ? one : sealSecret(keys, owner, opened.text);
      };
      if (openSecret(keys, owner, stored.secret) === undefined) unreadable += 1;
      const secret = sealed(stored.secret);
      const former = stored.former === null ? null : sealed(stored.former);
      if (secret !== stored.secret || former !== stored.former)
        await replaceSecrets(db, companyId, stored, { secret, former });
    }
  return unreadable;
}

/** Whose endpoints have a secret that no key opens: the company's name and the endpoint's id. */
export async function unreadableSecrets(db: Db, keys: readonly Buffer[]): Promise<{ company: string; id: string }[]> {
  const found: { company: string; id: string }[] = [];
  for (const { id: companyId, name: company } of await listCompanies(db))
    for (const { id, secret } of await listSecrets(db, companyId))
      if (openSecret(keys, { companyId, id }, secret) === undefined) found.push({ company, id });
  return found;
}
