import { Command, CommanderError } from 'commander';
import { readConfig } from './config.ts';
import { CommandError } from './errors/command-error.ts';
import { version } from './package.ts';

const program = new Command('doorway')
  .description(
    'The partner door for supplier invoices and work orders. Configured by environment variables; see docs/configuration.md.',
  )
  .version(version)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .showHelpAfterError('Run it with --help to see what it takes.');

program
  .command('serve')
  .description('Run the service until it is told to stop.')
  .action(async () => {
    const { serve } = await import('./serve.ts');
    await serve(readConfig(process.env));
    // Connections that nobody answers any more would keep the process.
    process.exit();
  });

program
  .command('worker')
  .description('Run the jobs of the service alone, until told to stop. Services beside it are started with JOBS=off.')
  .action(async () => {
    const { worker } = await import('./worker.ts');
    await worker(readConfig(process.env));
    process.exit();
  });

program
  .command('migrate')
  .description('Bring the database schema up to date. The service does this itself when it starts.')
  .option('--json', 'print the names of the migrations as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const [{ openDatabase }, { migrate }] = await Promise.all([
      import('./ground/db/open.ts'),
      import('./ground/db/migrate.ts'),
    ]);
    const database = await openDatabase(readConfig(process.env));
    const ran = await migrate(database.connection).finally(() => database.close());
    console.log(
      json ? JSON.stringify({ ran }) : ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`,
    );
  });

/** What adds the commands of each name. Only those of the one that was asked for are loaded, which takes half of a short command's time. */
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  token: async () => {
    const [{ accessCommands }, { scopes }] = await Promise.all([import('./access/commands.ts'), import('./app.ts')]);
    return (to) => accessCommands(to, scopes);
  },
  client: async () => {
    const [{ clientCommands }, { scopes }] = await Promise.all([
      import('./access/client-commands.ts'),
      import('./app.ts'),
    ]);
    return (to) => clientCommands(to, scopes);
  },
  operator: async () => (await import('./operators/commands.ts')).operatorCommands,
  system: async () => (await import('./operators/system-commands.ts')).systemCommands,
  project: async () => (await import('./projects/commands.ts')).projectCommands,
  supplier: async () => (await import('./suppliers/commands.ts')).supplierCommands,
  checks: async () => (await import('./supplier-invoices/commands.ts')).checksCommands,
  events: async () => (await import('./events/commands.ts')).eventsCommands,
  audit: async () => (await import('./audit/commands.ts')).auditCommands,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
};

const [, , asked = ''] = process.argv;
const names = Object.hasOwn(commands, asked)
  ? [asked]
  : ['serve', 'worker', 'migrate'].includes(asked)
    ? []
    : Object.keys(commands);
for (const name of names) (await (commands[name] as (typeof commands)[string])())(program);

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
