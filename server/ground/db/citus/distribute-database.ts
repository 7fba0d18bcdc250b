import { checkCluster, otherProcesses, refuseOtherProcesses, refuseUnfinishedWork } from './distribute-checks.ts';
import { placeTable, tablesToPlace, type PlacedTable } from './distribute.ts';
import type { Client, Connection } from '../connect/client.ts';
import { inTransaction, withClient } from '../connect/with-client.ts';
import type { Db } from '../pool.ts';
import { lockMigrations, migrate, migrationsOf } from '../migrate.ts';
import { CommandError } from '../../../errors/command-error.ts';

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

async function countRows(db: Db, { name: table }: Pick<PlacedTable, 'name'>): Promise<number> {
  const { rows } = await db.query<{ count: string }>(`SELECT count(*) FROM "${table}"`);
  return Number(rows[0]?.count);
}
