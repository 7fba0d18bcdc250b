import { type Db, rowsOf, touchesRow, valueOf, execute } from '../ground/db/pool.ts';

export interface StoredKey {
  kid: string;
  /** As in a JWK: 32 bytes in base64url. */
  publicKey: string;
  /** Sealed. */
  privateKey: string;
  createdAt: Date;
  replacedAt: Date | null;
}

export type NewKey = Omit<StoredKey, 'createdAt' | 'replacedAt'>;

/** Newest first. */
export const listSigningKeys = (db: Db): Promise<StoredKey[]> =>
  rowsOf(db, {
    name: 'list-signing-keys',
    text: `SELECT kid, public_key AS "publicKey", private_key AS "privateKey", created_at AS "createdAt",
                  replaced_at AS "replacedAt"
           FROM signing_keys ORDER BY replaced_at IS NULL DESC, created_at DESC`,
  });

/** Returns false if there is a key that is not replaced: another process was faster. */
export const insertSigningKey = (db: Db, { kid, publicKey, privateKey }: NewKey, now: Date): Promise<boolean> =>
  touchesRow(db, {
    name: 'insert-signing-key',
    text: `INSERT INTO signing_keys (kid, public_key, private_key, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT DO NOTHING`,
    values: [kid, publicKey, privateKey, now],
  });

/** Returns the key that was current; undefined if there is none. */
export const replaceSigningKey = (db: Db, now: Date): Promise<string | undefined> =>
  valueOf(db, {
    name: 'replace-signing-key',
    text: 'UPDATE signing_keys SET replaced_at = $1 WHERE replaced_at IS NULL RETURNING kid',
    values: [now],
  });

/** Does nothing if the key has changed meanwhile. */
export const resealSigningKey = (db: Db, { kid, privateKey }: StoredKey, sealed: string): Promise<void> =>
  execute(db, {
    name: 'reseal-signing-key',
    text: 'UPDATE signing_keys SET private_key = $3 WHERE kid = $1 AND private_key = $2',
    values: [kid, privateKey, sealed],
  });
