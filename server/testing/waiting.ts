import type { Db } from '../ground/db/pool.ts';

/** On a cluster a backend may wait for a lock that another node has, and does not say so itself. */
const ofCluster = `
  SELECT global_pid AS pid FROM citus_stat_activity
  WHERE datname = current_database() AND NOT is_worker_query AND strpos(query, $1) > 0
    AND (wait_event_type = 'Lock' OR global_pid IN (SELECT waiting_gpid FROM citus_lock_waits))`;
const ofServer = `
  SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`;

/**
 * Returns the backends that wait for a lock in a statement with these words. The words are needed because background
 * work of the service uses the same tables.
 */
export async function waitingWith(db: Db, words: string): Promise<number[]> {
  // Within a transaction PostgreSQL would keep showing the first snapshot.
  await db.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await db.query<{ pid: number | string }>(db.isDistributed === true ? ofCluster : ofServer, [words]);
  return rows.map(({ pid }) => Number(pid));
}

export const terminate = (db: Db, pid: number) =>
  db.query(`SELECT pg_terminate_backend($1::${db.isDistributed === true ? 'bigint' : 'integer'})`, [pid]);
