import type { Db } from '../ground/db/pool.ts';

/**
 * The backends of this database that wait for a lock with a statement that has these words. They are told by what they ask for,
 * because the service also works in the background, on the same tables, at moments of its own.
 */
export async function waitingWith(db: Db, words: string): Promise<number[]> {
  // Within a transaction PostgreSQL goes on to show the statements of the moment when it was first asked.
  await db.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await db.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
    [words],
  );
  return rows.map(({ pid }) => pid);
}
