import type { CompanyId, Db } from '../ground/db/pool.ts';

/** Removes some of the oldest; answers how many. Several processes may do so at once. */
export async function deleteCalls(db: Db, company: CompanyId, before: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM calls WHERE company_id = $1 AND (created_at, id) IN (
       SELECT created_at, id FROM calls WHERE company_id = $1 AND created_at < $2
       ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    [company, before, most],
  );
  return rowCount ?? 0;
}

/** When the newest call arrived that has so many newer ones; undefined where there are no more than these. */
export async function timeOfCallAfter(db: Db, company: CompanyId, newer: number): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date }>(
    'SELECT created_at AS at FROM calls WHERE company_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1',
    [company, newer],
  );
  return rows[0]?.at;
}

/** The hour in which the calls, counted from the newest back, go beyond so many bytes; undefined where they do not. */
export async function hourBeyond(db: Db, company: CompanyId, bytes: number): Promise<Date | undefined> {
  const { rows } = await db.query<{ hour: Date | null }>(
    `SELECT max(hour) AS hour FROM (
       SELECT hour, sum(bytes) OVER (ORDER BY hour DESC) AS so_far FROM call_sizes WHERE company_id = $1
     ) AS hours WHERE so_far > $2`,
    [company, bytes],
  );
  return rows[0]?.hour ?? undefined;
}

/** For hours of which no call is left. */
export async function deleteSizes(db: Db, company: CompanyId, before: Date): Promise<void> {
  await db.query(`DELETE FROM call_sizes WHERE company_id = $1 AND hour <= $2::timestamptz - interval '1 hour'`, [
    company,
    before,
  ]);
}
