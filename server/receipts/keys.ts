import type { KeyObject } from 'node:crypto';
import { newSigningKey, openSigningKey, publicJwk, resealed, signCompact, signingOrder } from './signing.ts';
import { insertSigningKey, listSigningKeys, replaceSigningKey, resealSigningKey, type StoredKey } from './store.ts';
import { transaction, type Db, type Pool } from '../ground/db/pool.ts';
import type { SealingKeys } from '../ground/secrets/seal.ts';

/** Makes the first key. Any number of processes may call this at once. */
async function currentKeys(db: Db, sealingKeys: SealingKeys): Promise<StoredKey[]> {
  const stored = await listSigningKeys(db);
  if (stored.length > 0) return stored;
  await insertSigningKey(db, newSigningKey(sealingKeys), new Date());
  return listSigningKeys(db);
}

/**
 * For the start: makes the first key, and seals keys again that are sealed with a former key. Returns false if no key
 * opens the one that should sign.
 */
export async function prepareSigningKeys(db: Db, sealingKeys: SealingKeys): Promise<boolean> {
  const stored = await currentKeys(db, sealingKeys);
  for (const key of stored) {
    const sealed = resealed(sealingKeys, key);
    if (sealed !== undefined) await resealSigningKey(db, key, sealed);
  }
  return stored[0] !== undefined && openSigningKey(sealingKeys, stored[0]) !== undefined;
}

/** Undefined if another rotation was under way at the same moment. */
export const rotateSigningKey = (pool: Pool, sealingKeys: SealingKeys, now: Date) =>
  transaction(pool, async (tx) => {
    const before = await replaceSigningKey(tx, now);
    const key = newSigningKey(sealingKeys);
    return (await insertSigningKey(tx, key, now)) ? { made: key.kid, before } : undefined;
  });

/** How often the list of keys is read again, to notice a rotation by another process. */
const refreshIntervalMs = 5_000;

export interface Signer {
  /** For `/.well-known/jwks.json`. */
  publicKeys(): Promise<ReturnType<typeof publicJwk>[]>;
  sign(payload: object, now: Date): Promise<string>;
}

export function createSigner(pool: Pool, sealingKeys: SealingKeys, cacheMs = refreshIntervalMs): Signer {
  let cached: { until: number; keys: Promise<StoredKey[]> } | undefined;
  const opened = new Map<string, KeyObject | undefined>();

  function keys(): Promise<StoredKey[]> {
    const now = performance.now();
    if (cached !== undefined && cached.until > now) return cached.keys;
    const reading = { until: now + cacheMs, keys: currentKeys(pool, sealingKeys) };
    cached = reading;
    reading.keys.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading.keys;
  }

  function open(key: StoredKey): KeyObject | undefined {
    if (!opened.has(key.kid)) opened.set(key.kid, openSigningKey(sealingKeys, key));
    return opened.get(key.kid);
  }

  return {
    publicKeys: async () => (await keys()).map(publicJwk),
    sign: async (payload, now) => {
      for (const stored of signingOrder(await keys(), now)) {
        const key = open(stored);
        if (key !== undefined) return signCompact(stored.kid, key, payload);
      }
      throw new Error('No key of the secrets opens the keys that sign receipts. Run doorway doctor.');
    },
  };
}
