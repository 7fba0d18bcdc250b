import type { Command } from 'commander';
import { openDatabase } from '../ground/db/connect/open.ts';
import { migrate } from '../ground/db/migrate.ts';
import { readConfig } from '../config.ts';

export function migrateCommand(command: Command): void {
  command.option('--json', 'print the names of the migrations as JSON').action(async ({ json }: { json?: boolean }) => {
    const database = await openDatabase(readConfig(process.env));
    const ran = await migrate(database.connection).finally(() => database.close());
    console.log(
      json ? JSON.stringify({ ran }) : ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`,
    );
  });
}
