import type { Db } from '../ground/db/pool.ts';

/**
 * Returns the backends that wait for a lock in a statement with these words. The words are needed because background
 * work of the service uses the same tables.
 */
export async function waitingWith(db: Db, words: string): Promise<number[]> {
  // Within a transaction PostgreSQL would keep showing the first snapshot.
  await db.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await db.query<{ pid: number }>(
    `SELECT pid FROM ${db.isDistributed === true ? 'citus_stat_activity' : 'pg_stat_activity'}
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
    [words],
  );
  return rows.map(({ pid }) => pid);
}
