import type { Command } from 'commander';
import { readConfig } from './config.ts';

export function serveCommand(command: Command): void {
  command.action(async () => {
    const { serve } = await import('./serve.ts');
    await serve(readConfig(process.env));
    // Dead connections would keep the process alive.
    process.exit();
  });
}

export function workerCommand(command: Command): void {
  command.action(async () => {
    const { worker } = await import('./worker.ts');
    await worker(readConfig(process.env));
    process.exit();
  });
}

export function migrateCommand(command: Command): void {
  command.option('--json', 'print the names of the migrations as JSON').action(async ({ json }: { json?: boolean }) => {
    const [{ openDatabase }, { migrate }] = await Promise.all([
      import('./ground/db/connect/open.ts'),
      import('./ground/db/migrate.ts'),
    ]);
    const database = await openDatabase(readConfig(process.env));
    const ran = await migrate(database.connection).finally(() => database.close());
    console.log(
      json ? JSON.stringify({ ran }) : ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`,
    );
  });
}
