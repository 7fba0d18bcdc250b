import { type Db, columnOf, countTouched, execute, rowOf, rowsOf, touchesRow, valueOf } from '../../ground/db/pool.ts';

export type FactorKind = 'passkey' | 'totp';

export interface FactorRow {
  id: string;
  kind: FactorKind;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export const listFactors = (db: Db, operatorId: string): Promise<FactorRow[]> =>
  rowsOf(
    db,
    `SELECT id, kind, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"
     FROM operator_factors WHERE operator_id = $1 ORDER BY created_at, id`,
    [operatorId],
  );

export interface Passkey {
  id: string;
  operatorId: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[] | null;
}

const passkeyColumns = `id, operator_id AS "operatorId", credential_id AS "credentialId", public_key AS "publicKey",
  counter::double precision, transports`;

export const listPasskeys = (db: Db, operatorId: string): Promise<Passkey[]> =>
  rowsOf(db, `SELECT ${passkeyColumns} FROM operator_factors WHERE operator_id = $1 AND kind = 'passkey'`, [
    operatorId,
  ]);

export const findPasskey = (db: Db, credentialId: string): Promise<Passkey | undefined> =>
  rowOf(db, `SELECT ${passkeyColumns} FROM operator_factors WHERE credential_id = $1`, [credentialId]);

export interface TotpFactor {
  id: string;
  secret: string;
  usedStep: number | null;
}

export const listTotpFactors = (db: Db, operatorId: string): Promise<TotpFactor[]> =>
  rowsOf(
    db,
    `SELECT id, secret, used_step::integer AS "usedStep" FROM operator_factors WHERE operator_id = $1 AND kind = 'totp'`,
    [operatorId],
  );

export const listTotpSecrets = (db: Db): Promise<{ id: string; secret: string }[]> =>
  rowsOf(db, `SELECT id, secret FROM operator_factors WHERE kind = 'totp' ORDER BY id`);

/** The e-mail addresses of the operators who have these factors. */
export const emailsOf = (db: Db, factors: readonly string[]): Promise<string[]> =>
  columnOf(
    db,
    'SELECT email FROM operators WHERE id IN (SELECT operator_id FROM operator_factors WHERE id = ANY ($1)) ORDER BY email',
    [factors],
  );

/** Does nothing if another process was faster. */
export const replaceTotpSecret = (db: Db, id: string, before: string, secret: string): Promise<void> =>
  execute(db, 'UPDATE operator_factors SET secret = $3 WHERE id = $1 AND secret = $2', [id, before, secret]);

interface NewFactor {
  id: string;
  operatorId: string;
  name: string;
  createdAt: Date;
}

/** False if somebody has this passkey. */
export const insertPasskey = (
  tx: Db,
  { id, operatorId, name, createdAt }: NewFactor,
  { credentialId, publicKey, counter, transports }: Omit<Passkey, 'id' | 'operatorId'>,
): Promise<boolean> =>
  touchesRow(
    tx,
    `INSERT INTO operator_factors (id, operator_id, kind, name, credential_id, public_key, counter, transports, created_at, last_used_at)
     VALUES ($1, $2, 'passkey', $3, $4, $5, $6, $7, $8, $8) ON CONFLICT DO NOTHING`,
    [id, operatorId, name, credentialId, publicKey, counter, JSON.stringify(transports), createdAt],
  );

export const insertTotp = (
  tx: Db,
  { id, operatorId, name, createdAt }: NewFactor,
  { secret, usedStep }: Omit<TotpFactor, 'id'>,
): Promise<void> =>
  execute(
    tx,
    `INSERT INTO operator_factors (id, operator_id, kind, name, secret, used_step, created_at, last_used_at)
     VALUES ($1, $2, 'totp', $3, $4, $5, $6, $6)`,
    [id, operatorId, name, secret, usedStep, createdAt],
  );

/** False if a later use was faster. Passkeys that do not count have the counter 0. */
export const usePasskey = (tx: Db, id: string, counter: number, now: Date): Promise<boolean> =>
  touchesRow(
    tx,
    `UPDATE operator_factors SET counter = $2, last_used_at = $3
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    [id, counter, now],
  );

/** False if a code of this time step, or of a later one, was used. */
export const useTotp = (tx: Db, id: string, step: number, now: Date): Promise<boolean> =>
  touchesRow(
    tx,
    `UPDATE operator_factors SET used_step = $2, last_used_at = $3
     WHERE id = $1 AND (used_step IS NULL OR used_step < $2)`,
    [id, step, now],
  );

export const hasFactor = (db: Db, operatorId: string): Promise<boolean> =>
  touchesRow(db, 'SELECT FROM operator_factors WHERE operator_id = $1 LIMIT 1', [operatorId]);

/** The name of the removed factor. */
export const deleteFactor = (tx: Db, operatorId: string, id: string): Promise<FactorRow | undefined> =>
  rowOf(
    tx,
    `DELETE FROM operator_factors WHERE operator_id = $1 AND id = $2
     RETURNING id, kind, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"`,
    [operatorId, id],
  );

/** Returns the number of factors that are gone. */
export async function deleteFactors(tx: Db, operatorId: string): Promise<number> {
  await deleteRecoveryCodes(tx, operatorId);
  return countTouched(tx, 'DELETE FROM operator_factors WHERE operator_id = $1', [operatorId]);
}

/** Whether an administrator who is none of these can sign in. */
export const hasOtherAdministrator = (db: Db, operatorIds: readonly string[]): Promise<boolean> =>
  touchesRow(
    db,
    `SELECT FROM operators
     WHERE administrator AND disabled_at IS NULL AND joined_at IS NOT NULL AND id <> ALL ($1) LIMIT 1`,
    [operatorIds],
  );

export const deleteRecoveryCodes = (tx: Db, operatorId: string): Promise<void> =>
  execute(tx, 'DELETE FROM recovery_codes WHERE operator_id = $1', [operatorId]);

/** Earlier codes no longer work. */
export async function replaceRecoveryCodes(tx: Db, operatorId: string, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(tx, operatorId);
  await tx.query(
    'INSERT INTO recovery_codes (operator_id, hash) SELECT $1, hash FROM unnest($2::bytea[]) AS given (hash)',
    [operatorId, hashes],
  );
}

export const useRecoveryCode = (tx: Db, operatorId: string, hash: Buffer, now: Date): Promise<boolean> =>
  touchesRow(tx, 'UPDATE recovery_codes SET used_at = $3 WHERE operator_id = $1 AND hash = $2 AND used_at IS NULL', [
    operatorId,
    hash,
    now,
  ]);

export const countRecoveryCodes = async (db: Db, operatorId: string): Promise<number> =>
  (await valueOf<number>(
    db,
    'SELECT count(*)::integer AS left FROM recovery_codes WHERE operator_id = $1 AND used_at IS NULL',
    [operatorId],
  )) ?? 0;
