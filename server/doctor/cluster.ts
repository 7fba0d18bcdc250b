import { ok, warn, type Check } from './check.ts';
import { areTablesDistributed } from '../ground/db/citus/cluster.ts';
import { tablesToPlace } from '../ground/db/citus/distribute.ts';
import { describeWorkers, probeWorkers } from '../ground/db/citus/workers.ts';
import type { Connection } from '../ground/db/connect/client.ts';
import type { Db } from '../ground/db/pool.ts';

/** Returns no check on a plain PostgreSQL. */
export async function checkCluster(db: Db, connection: Connection): Promise<Check[]> {
  if (!(await areTablesDistributed(db))) return [];
  const workers = await probeWorkers(connection, db);
  const missing = (await tablesToPlace(db)).map(({ name }) => name);
  return [
    missing.length === 0
      ? ok('cluster', 'All tables of companies are distributed.')
      : warn(
          'cluster',
          `Not distributed yet: ${missing.join(', ')}.`,
          'Stop all services and run doorway db distribute.',
        ),
    workers.every(({ problem }) => problem === undefined)
      ? ok('workers', `${describeWorkers(workers)}.`)
      : warn(
          'workers',
          `${describeWorkers(workers)}.`,
          "Let this machine reach the workers under the names that pg_dist_node has, with the user, password and TLS of DATABASE_URL: a company's statements then skip the coordinator.",
        ),
  ];
}
