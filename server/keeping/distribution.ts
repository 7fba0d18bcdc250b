import { areTablesDistributed } from '../ground/db/citus/cluster.ts';
import { placeTable, tablesToPlace } from '../ground/db/citus/distribute.ts';
import type { Client } from '../ground/db/connect/client.ts';
import { inTransaction } from '../ground/db/connect/with-client.ts';
import type { Db } from '../ground/db/pool.ts';

/**
 * For transactions that fill a database; a plain PostgreSQL ignores them. One connection per worker lets a transaction
 * write to all kinds of tables. Tables that refer to reference tables, such as those of sessions, stay ordinary tables.
 */
export const clusterSettings = `
  SET LOCAL citus.multi_shard_modify_mode = 'sequential';
  SET LOCAL citus.enable_local_reference_table_foreign_keys = off`;

/** A database that is filled anew is distributed if it has the extension citus and workers. */
export async function distributeOnCluster(client: Client): Promise<void> {
  if (!(await hasWorkers(client)) || (await areTablesDistributed(client))) return;
  await inTransaction(client, async () => {
    for (const table of await tablesToPlace(client)) await placeTable(client, table);
  });
}

async function hasWorkers(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ citus: boolean }>(`SELECT to_regclass('pg_dist_node') IS NOT NULL AS citus`);
  if (rows[0]?.citus !== true) return false;
  const { rowCount } = await db.query('SELECT FROM pg_dist_node WHERE groupid <> 0');
  return rowCount !== 0;
}
