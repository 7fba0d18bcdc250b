import type { Command } from 'commander';
import {
  distributeDatabase,
  planDistribution,
  type DistributePlan,
  type DistributeResult,
  type DistributedTable,
} from '../ground/db/citus/distribute-database.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { listenForStop } from '../ground/process/stopping.ts';
import { openDatabase } from '../ground/db/connect/open.ts';
import { counted } from '../../common/errors/words.ts';

interface Arguments {
  check?: boolean;
  json?: boolean;
}

export function databaseCommands(command: Command): void {
  command
    .command('distribute')
    .description(
      'Spread the tables over the workers of a Citus cluster by company, in one transaction. Stop all services first.',
    )
    .option('--check', 'say what would be done, and change nothing')
    .option('--json', 'print the result as JSON')
    .action(distribute);
}

async function distribute({ check, json }: Arguments): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined)
    throw new CommandError(
      'The embedded database runs on one machine. Set DATABASE_URL to the coordinator of a Citus cluster; doorway move copies everything there.',
      2,
    );
  const { signal } = listenForStop();
  const database = await openDatabase(config, undefined, signal);
  try {
    if (check === true) {
      const plan = await planDistribution(database.connection, signal);
      return console.log(json === true ? JSON.stringify(plan) : describePlan(plan));
    }
    const result = await distributeDatabase(database.connection, { signal, onTable: showTable });
    console.log(json === true ? JSON.stringify(result) : describeResult(result));
  } catch (error) {
    if (signal.aborted && !(error instanceof CommandError))
      throw new CommandError('The command was stopped. No table was distributed.');
    throw explainLocks(error);
  } finally {
    await database.close();
  }
}

const showTable = ({ name, placement, rows }: DistributedTable, done: number, total: number) =>
  void process.stderr.write(
    `${done + 1} of ${total}: ${name}, ${counted(rows, 'row')}${placement === 'reference' ? ', to every node' : ''}\n`,
  );

/** out_of_memory: each shard and each of its indexes takes a lock until the end of the transaction. */
const explainLocks = (error: unknown) =>
  (error as { code?: string }).code === '53200'
    ? new CommandError(
        `A node has no room for the locks of one transaction over all tables (${(error as Error).message}). Set max_locks_per_transaction to 256 or more on every node, restart them, and run the command again. No table was distributed.`,
      )
    : error;

function tablesInWords(tables: readonly DistributedTable[]): string {
  const reference = tables.filter(({ placement }) => placement === 'reference').length;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${counted(tables.length - reference, 'table')} by company and ${counted(reference, 'reference table')} on every node, ${counted(rows, 'row')} in all`;
}

function describePlan({ workers, tables, migrations, processes }: DistributePlan): string {
  const first = migrations.length === 0 ? [] : [`Migrations that run first: ${migrations.join(', ')}.`];
  const running = processes.length === 0 ? [] : [`Stop these processes first: ${processes.join(', ')}.`];
  const what =
    tables.length > 0
      ? `To distribute over ${counted(workers, 'worker')}: ${tablesInWords(tables)}.\n${tables.map(({ name, placement, rows }) => `  ${name}: ${counted(rows, 'row')}, ${placement}`).join('\n')}`
      : migrations.length > 0
        ? `All tables that these migrations create are then distributed over ${counted(workers, 'worker')}.`
        : `All tables are already distributed over ${counted(workers, 'worker')}.`;
  return [...first, ...running, what, 'Nothing was changed.'].join('\n');
}

function describeResult({ workers, tables }: DistributeResult): string {
  if (tables.length === 0)
    return `All tables are already distributed over ${counted(workers, 'worker')}. Nothing was changed.`;
  return `Distributed over ${counted(workers, 'worker')}: ${tablesInWords(tables)}. Every table has as many rows as before.

Now:
1. Set FILES_URL to a bucket if services run on several machines; doorway files copy moves files there.
2. Start the services with the same DATABASE_URL, that of the coordinator.
3. Run doorway doctor.`;
}
