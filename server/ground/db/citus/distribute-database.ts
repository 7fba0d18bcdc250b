import { hasCitus } from './cluster.ts';
import { placeTable, tablesToPlace, type PlacedTable } from './distribute.ts';
import type { Client, Connection } from '../connect/client.ts';
import { inTransaction, withClient } from '../connect/with-client.ts';
import { type Db, columnOf, onlyRowOf, valueOf } from '../pool.ts';
import { lockMigrations, migrate, migrationsOf } from '../migrate.ts';
import { CommandError } from '../../../errors/command-error.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMove, refuseMoved } from '../moved.ts';
import { refuseUnfinished } from '../unfinished.ts';

export interface DistributedTable extends PlacedTable {
  rows: number;
}

export interface DistributeResult {
  workers: number;
  /** Tables that were placed; empty if all were already. */
  tables: DistributedTable[];
}

export interface DistributePlan extends DistributeResult {
  /** Migrations that run first. Their tables are not listed. */
  migrations: string[];
  /** Processes that must be stopped first. */
  processes: string[];
}

interface DistributeOptions {
  signal?: AbortSignal | undefined;
  /** Before each table. */
  onTable?: (table: DistributedTable, done: number, total: number) => void;
}

const name = 'doorway distribute';

export const planDistribution = (connection: Connection, signal?: AbortSignal): Promise<DistributePlan> =>
  withClient(
    connection,
    name,
    async (client) => {
      const workers = await checkCluster(client);
      await refuseUnfinishedWork(client);
      const { files, ran = [] } = await migrationsOf(client);
      const tables: DistributedTable[] = [];
      for (const table of await tablesToPlace(client)) tables.push({ ...table, rows: await countRows(client, table) });
      const migrations = files.filter((file) => !ran.includes(file));
      return { workers, tables, migrations, processes: await otherProcesses(client) };
    },
    signal,
  );

/** All tables or none: one transaction. A service that starts meanwhile waits for the lock of migrations. */
export async function distributeDatabase(
  connection: Connection,
  { signal, onTable }: DistributeOptions = {},
): Promise<DistributeResult> {
  const check = async (client: Client) => {
    const workers = await checkCluster(client);
    await refuseUnfinishedWork(client);
    await refuseOtherProcesses(client);
    return workers;
  };
  await withClient(connection, name, check, signal);
  await migrate(connection, { signal });
  return withClient(
    connection,
    name,
    (client) =>
      inTransaction(client, async () => {
        // Ends the work soon after this process was killed.
        await client.query(`SET LOCAL client_connection_check_interval = '1s'`);
        await lockMigrations(client);
        const workers = await check(client);
        return { workers, tables: await placeAll(client, onTable) };
      }),
    signal,
  );
}

async function placeAll(tx: Db, onTable: DistributeOptions['onTable']): Promise<DistributedTable[]> {
  const waiting = await tablesToPlace(tx);
  const tables: DistributedTable[] = [];
  for (const [done, table] of waiting.entries()) {
    const rows = await countRows(tx, table);
    onTable?.({ ...table, rows }, done, waiting.length);
    await placeTable(tx, table);
    tables.push({ ...table, rows });
  }
  const filled = tables.filter(({ rows }) => rows > 0);
  for (const { name: table, rows, placement } of filled) {
    const placed = await countRows(tx, { name: table });
    if (placed !== rows)
      throw new CommandError(`The table ${table} had ${rows} rows and would have ${placed}. Nothing was changed.`);
    // Citus leaves the old rows on the coordinator's disk, where no statement sees them.
    if (placement === 'distributed')
      await tx.query('SELECT truncate_local_data_after_distributing_table($1::text::regclass)', [table]);
  }
  return tables;
}

const countRows = async (db: Db, { name: table }: Pick<PlacedTable, 'name'>): Promise<number> =>
  Number(await valueOf<string>(db, `SELECT count(*) FROM "${table}"`));

/** Returns the number of workers, if the tables can be distributed over them. */
export async function checkCluster(db: Db): Promise<number> {
  if (!(await hasCitus(db)))
    throw new CommandError(
      'This database is a plain PostgreSQL: it does not have the extension citus. Install Citus on every node, run CREATE EXTENSION citus in this database on each, and add the workers with citus_add_node. Nothing was changed.',
    );
  const { isWorker, workers } = await onlyRowOf<{ isWorker: boolean; workers: number }>(
    db,
    `SELECT groupid <> 0 AS "isWorker",
            (SELECT count(*)::integer FROM pg_dist_node
             WHERE groupid <> 0 AND noderole = 'primary' AND isactive AND shouldhaveshards) AS workers
     FROM pg_dist_local_group`,
  );
  if (isWorker)
    throw new CommandError(
      'This database is a worker of a cluster. Set DATABASE_URL to the coordinator. Nothing was changed.',
    );
  if (workers === 0)
    throw new CommandError(
      `The cluster has no workers. Add them with SELECT citus_add_node('host', 5432). Nothing was changed.`,
    );
  return workers;
}

export async function refuseUnfinishedWork(db: Db): Promise<void> {
  await refuseUnfinished(db);
  await refuseMoved(db);
  const move = await readMove(db);
  if (move !== undefined)
    throw new CommandError(
      `A move of this database to ${move.other} has begun. Finish it, or run doorway move --cancel. Nothing was changed.`,
    );
}

/** Connections of services, workers and other commands. Those that are left out wait for the lock of migrations. */
export const otherProcesses = (db: Db): Promise<string[]> =>
  columnOf(
    db,
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name ~ '^doorway'
       AND application_name NOT IN ('doorway distribute', 'doorway migrate', 'doorway doctor', 'doorway finder')
     ORDER BY 1`,
  );

/** The server ends a closed connection after a moment. */
const closingMs = 2_000;

export async function refuseOtherProcesses(db: Db): Promise<void> {
  for (const deadline = Date.now() + closingMs; ; await sleep(100)) {
    const names = await otherProcesses(db);
    if (names.length === 0) return;
    if (Date.now() > deadline)
      throw new CommandError(
        `A process of Doorway uses this database (${names.join(', ')}). Stop all services and workers, and run the command again. No table was distributed.`,
      );
  }
}
