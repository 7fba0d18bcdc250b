import { Command, CommanderError } from 'commander';
import { accessCommands } from './access/commands.ts';
import { auditCommands } from './audit/commands.ts';
import { readConfig } from './config.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { doctorCommand } from './doctor.ts';
import { CommandError } from './errors.ts';
import { clientCommands } from './access/client-commands.ts';
import { operatorCommands } from './operators/commands.ts';
import { version } from './package.ts';
import { projectCommands } from './projects/commands.ts';
import { supplierCommands } from './suppliers/commands.ts';

const program = new Command('doorway')
  .description('The partner door for supplier invoices and work orders. Configured by environment variables; see docs/configuration.md.')
  .version(version)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('Run it with --help to see what it takes.');

program
  .command('serve')
  .description('Run the service until it is told to stop.')
  .action(async () => {
    // Loaded here alone: the other commands start much faster without the whole service.
    const { serve } = await import('./serve.ts');
    await serve(readConfig(process.env));
    // Connections that nobody answers any more would keep the process.
    process.exit();
  });

program
  .command('migrate')
  .description('Bring the database schema up to date. The service does this itself when it starts.')
  .option('--json', 'print the names of the migrations as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const database = await openDatabase(readConfig(process.env));
    const ran = await migrate(database.connection).finally(() => database.close());
    console.log(json ? JSON.stringify({ ran }) : ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
  });

accessCommands(program);
clientCommands(program);
operatorCommands(program);
projectCommands(program);
supplierCommands(program);
auditCommands(program);
doctorCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    console.error(error instanceof CommandError ? error.message : error);
    // Whatever is still open must not keep what has failed.
    process.exit(error instanceof CommandError ? error.exitCode : 1);
  }
}
