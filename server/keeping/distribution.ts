import { CommandError } from '../errors/command-error.ts';
import { areTablesDistributed, hasCitus } from '../ground/db/citus/cluster.ts';
import { placeTable, tablesToPlace } from '../ground/db/citus/distribute.ts';
import type { Client } from '../ground/db/connect/client.ts';
import { inTransaction } from '../ground/db/connect/with-client.ts';
import { type Db, valueOf } from '../ground/db/pool.ts';

/** A database that is filled anew is distributed if it has the extension citus and workers. */
export async function distributeOnCluster(client: Client): Promise<void> {
  if (!(await hasWorkers(client)) || (await areTablesDistributed(client))) return;
  await inTransaction(client, async () => {
    for (const table of await tablesToPlace(client)) await placeTable(client, table);
  });
}

const hasWorkers = (db: Db) => isTrueOnCitus(db, 'EXISTS (SELECT FROM pg_dist_node WHERE groupid <> 0)');

/** Tables that are created on a worker would be known there alone. */
export async function refuseWorker(db: Db, name: string): Promise<void> {
  if (await isTrueOnCitus(db, 'EXISTS (SELECT FROM pg_dist_local_group WHERE groupid <> 0)'))
    throw new CommandError(`${name} is a worker of a Citus cluster. Name its coordinator.`, 2);
}

const isTrueOnCitus = async (db: Db, condition: string): Promise<boolean> =>
  (await hasCitus(db)) && (await valueOf<boolean>(db, `SELECT ${condition} AS found`)) === true;
