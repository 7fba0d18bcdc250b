import { listDirectories, replaceSecret } from './store.ts';
import type { Db } from '../../ground/db/pool.ts';
import { seal, unseal, type SealingKeys } from '../../ground/secrets/seal.ts';

const contextOf = (id: string) => `directory ${id}`;

export const sealClientSecret = (keys: SealingKeys, id: string, secret: string): string =>
  seal(keys, contextOf(id), secret);

/** Undefined if no key opens it. */
export const openClientSecret = (keys: readonly Buffer[], id: string, sealed: string): string | undefined =>
  unseal(keys, contextOf(id), sealed)?.text;

/** Seals secrets again that are sealed with a former key; returns the names of directories whose secret no key opens. */
export async function sealClientSecrets(db: Db, keys: SealingKeys): Promise<string[]> {
  const unreadable: string[] = [];
  for (const { id, name, secret } of await listDirectories(db)) {
    if (secret === null) continue;
    const opened = unseal(keys, contextOf(id), secret);
    if (opened === undefined) unreadable.push(name);
    else if (!opened.current) await replaceSecret(db, id, secret, sealClientSecret(keys, id, opened.text));
  }
  return unreadable;
}

export async function unreadableClientSecrets(db: Db, keys: readonly Buffer[]): Promise<string[]> {
  const stored = await listDirectories(db);
  return stored
    .filter(({ id, secret }) => secret !== null && openClientSecret(keys, id, secret) === undefined)
    .map(({ name }) => name);
}
