import { countTouched, execute, rowOf, touchesRow, type Db } from '../../ground/db/pool.ts';
import { hashToken, newKey } from '../../ground/secrets/tokens.ts';

/** What a sign-in or a proof has begun and waits for, such as the answer to a challenge. */
export interface Step<Data extends object> {
  /** What the step is for. A step of another kind is not found. */
  kind: string;
  /** Null while nobody knows who it is. */
  operatorId: string | null;
  data: Data;
}

/** Returns the key of the step, which is stored as a hash. */
export async function beginStep<Data extends object>(
  db: Db,
  { kind, operatorId, data }: Step<Data>,
  expiresAt: Date,
): Promise<string> {
  const key = newKey();
  await execute(
    db,
    'INSERT INTO sign_in_steps (hash, kind, operator_id, data, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [hashToken(key), kind, operatorId, JSON.stringify(data), expiresAt],
  );
  return key;
}

/** Leaves the step as it is, so that a mistyped code can be typed again. */
export const readStep = async <Data extends object>(
  db: Db,
  kind: string,
  key: string,
  now: Date,
): Promise<Step<Data> | undefined> =>
  rowOf(
    db,
    `SELECT kind, operator_id AS "operatorId", data FROM sign_in_steps WHERE hash = $1 AND kind = $2 AND expires_at > $3`,
    [hashToken(key), kind, now],
  );

/** For an operator whose access ends. */
export const deleteStepsOf = (tx: Db, operatorId: string): Promise<void> =>
  execute(tx, 'DELETE FROM sign_in_steps WHERE operator_id = $1', [operatorId]);

/** Finds a step and removes it: each works once. */
export const takeStep = async <Data extends object>(
  db: Db,
  kind: string,
  key: string,
  now: Date,
): Promise<Step<Data> | undefined> =>
  rowOf(
    db,
    `DELETE FROM sign_in_steps WHERE hash = $1 AND kind = $2 AND expires_at > $3
     RETURNING kind, operator_id AS "operatorId", data`,
    [hashToken(key), kind, now],
  );

/** Remembers a name that must not be used again, such as the id of a token. False if it is remembered already. */
export const noteOnce = (tx: Db, kind: string, name: string, expiresAt: Date): Promise<boolean> =>
  touchesRow(
    tx,
    `INSERT INTO sign_in_steps (hash, kind, data, expires_at) VALUES ($1, $2, '{}', $3) ON CONFLICT DO NOTHING`,
    [hashToken(`${kind} ${name}`), kind, expiresAt],
  );

export const deleteExpiredSteps = (db: Db, now: Date, limit: number): Promise<number> =>
  countTouched(
    db,
    `DELETE FROM sign_in_steps WHERE hash IN (
       SELECT hash FROM sign_in_steps WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
    [now, limit],
  );
