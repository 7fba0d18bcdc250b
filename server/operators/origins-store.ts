import type { Db } from '../ground/db/pool.ts';

/** Those of the origins from which the operator has signed in before. */
export async function knownOrigins(db: Db, operatorId: string | undefined, origins: string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ origin: string }>(
    'SELECT origin FROM sign_in_origins WHERE operator_id = $1 AND origin = ANY ($2)',
    [operatorId, origins],
  );
  return new Set(rows.map(({ origin }) => origin));
}

/** Whether any operator has signed in from there. */
export async function isKnownAnywhere(db: Db, origin: string): Promise<boolean> {
  return (await db.query('SELECT FROM sign_in_origins WHERE origin = $1 LIMIT 1', [origin])).rowCount === 1;
}

export async function noteOrigins(tx: Db, operatorId: string, origins: string[], now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO sign_in_origins (operator_id, origin, signed_in_at) SELECT $1, origin, $3 FROM unnest($2::text[]) AS given (origin)
     ON CONFLICT (operator_id, origin) DO UPDATE SET signed_in_at = excluded.signed_in_at`,
    [operatorId, origins, now],
  );
}

/** Keeps the newest devices and the newest networks of an operator, as many of each, and none that is too old. */
export async function forgetOldOrigins(tx: Db, operatorId: string, before: Date, most: number): Promise<void> {
  await tx.query(
    `DELETE FROM sign_in_origins WHERE operator_id = $1 AND (signed_in_at < $2 OR origin IN (
       SELECT origin FROM (
         SELECT origin, row_number() OVER (PARTITION BY starts_with(origin, 'device ') ORDER BY signed_in_at DESC, origin) AS place
         FROM sign_in_origins WHERE operator_id = $1
       ) AS newest WHERE place > $3))`,
    [operatorId, before, most],
  );
}

export async function deleteOrigins(tx: Db, operatorId: string): Promise<void> {
  await tx.query('DELETE FROM sign_in_origins WHERE operator_id = $1', [operatorId]);
}
