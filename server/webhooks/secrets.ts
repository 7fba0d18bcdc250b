import { listSecrets, replaceSecrets } from './store.ts';
import { listCompanies } from '../companies/store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { isSealed, seal, unseal, type UnsealedText, type SealingKeys } from '../ground/secrets/seal.ts';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The header webhook-signature, with one signature for each secret: during a change the receiver may have either. */
export const signatures = (secrets: readonly string[], id: string, timestamp: Date, body: string): string =>
  secrets.map((secret) => new Webhook(secret).sign(id, timestamp, body)).join(' ');

/** Binds a sealed secret to its endpoint: copied into another row, it cannot be opened. */
export interface SecretOwner {
  companyId: CompanyId;
  id: string;
}

const contextOf = ({ companyId, id }: SecretOwner) => `webhook endpoint ${companyId} ${id}`;

export const sealSecret = (keys: SealingKeys, owner: SecretOwner, secret: string): string =>
  seal(keys, contextOf(owner), secret);

/** Returns the plain secret, or undefined if no key opens it. Versions before 1.8 did not seal secrets. */
export const openSecret = (keys: readonly Buffer[], owner: SecretOwner, stored: string): string | undefined =>
  openedSecret(keys, owner, stored)?.text;

const openedSecret = (keys: readonly Buffer[], owner: SecretOwner, stored: string): UnsealedText | undefined =>
  isSealed(stored) ? unseal(keys, contextOf(owner), stored) : { text: stored, current: false };

/**
 * Seals secrets that are plain or sealed with a former key; returns the number of endpoints whose secret no key opens.
 */
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

export async function unreadableSecrets(db: Db, keys: readonly Buffer[]): Promise<{ company: string; id: string }[]> {
  const unreadable: { company: string; id: string }[] = [];
  for (const { id: companyId, name: company } of await listCompanies(db))
    for (const { id, secret } of await listSecrets(db, companyId))
      if (openSecret(keys, { companyId, id }, secret) === undefined) unreadable.push({ company, id });
  return unreadable;
}
