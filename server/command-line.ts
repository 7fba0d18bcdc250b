import cluster from 'node:cluster';
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { readConfig, type Config } from './config.ts';
import { CommandError } from './errors/command-error.ts';
import { printable } from './ground/text/printable.ts';
import { version } from './package.ts';

/** Dead connections would keep the process alive, so it exits. */
async function runToEnd(run: (config: Config) => Promise<unknown>): Promise<void> {
  await run(readConfig(process.env));
  process.exit();
}

interface ListedCommand {
  description: string;
  /** Loads only this command's code; returns a function that adds its options and subcommands. */
  load(): Promise<(command: Command) => unknown>;
}

export const commands: Record<string, ListedCommand> = {
  serve: {
    description: 'Run the service until a signal stops it.',
    load: async () => (command) =>
      command
        .option('--processes <number>', 'how many processes share the port, 1 to 64: one per core uses them all', '1')
        .action(async ({ processes }: { processes: string }) => {
          const many = readProcesses(processes);
          if (many > 1 && cluster.isPrimary) {
            const { serveWithSeveral } = await import('./several.ts');
            return runToEnd((config) => serveWithSeveral(config, many));
          }
          const [{ serve }, { buildApp }] = await Promise.all([import('./serve.ts'), import('./app.ts')]);
          return runToEnd((config) => serve(config, buildApp));
        }),
  },
  worker: {
    description: 'Run only the background jobs until a signal stops them. Start the services with JOBS=off.',
    load: async () => {
      const { worker } = await import('./worker.ts');
      return (command) => command.action(() => runToEnd(worker));
    },
  },
  migrate: {
    description: 'Bring the database schema up to date. The service also does this when it starts.',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  db: {
    description: 'Spread the database over the machines of a Citus cluster.',
    load: async () => (await import('./commands/distribute.ts')).databaseCommands,
  },
  token: {
    description: 'Create, list and revoke access tokens.',
    load: async () => {
      const [{ tokenCommands }, { allScopes, usualScopes }] = await Promise.all([
        import('./partners/commands.ts'),
        import('./scopes.ts'),
      ]);
      return (command) => tokenCommands(command, allScopes, usualScopes);
    },
  },
  client: {
    description:
      'Create, list and revoke client credentials (OAuth 2.0), which a partner exchanges for tokens that last an hour.',
    load: async () => {
      const [{ clientCommands }, { allScopes, usualScopes }] = await Promise.all([
        import('./partners/commands.ts'),
        import('./scopes.ts'),
      ]);
      return (command) => clientCommands(command, allScopes, usualScopes);
    },
  },
  company: {
    description: 'Set the time zone of a company.',
    load: async () => (await import('./settings/commands.ts')).companyCommands,
  },
  sandbox: {
    description: 'Create, list, reset and remove sandboxes, in which partners rehearse.',
    load: async () => {
      const [{ sandboxCommands }, { allScopes }] = await Promise.all([
        import('./sandbox/commands.ts'),
        import('./scopes.ts'),
      ]);
      return (command) => sandboxCommands(command, allScopes);
    },
  },
  operator: {
    description: 'Create and list operators, the people who work in the console.',
    load: async () => (await import('./operators/commands.ts')).operatorCommands,
  },
  system: {
    description: 'Create systems of a company, such as its bookkeeping.',
    load: async () => (await import('./operators/commands.ts')).systemCommands,
  },
  project: {
    description: 'Import projects, for which partners create work orders.',
    load: async () => (await import('./projects/commands.ts')).projectCommands,
  },
  supplier: {
    description: 'Import suppliers, which invoices name.',
    load: async () => (await import('./suppliers/commands.ts')).supplierCommands,
  },
  coding: {
    description: 'Import the lists of codes that invoices are coded by.',
    load: async () => (await import('./supplier-invoices/coding/commands.ts')).codingCommands,
  },
  checks: {
    description: 'Check stored invoices again.',
    load: async () => (await import('./supplier-invoices/commands.ts')).checksCommands,
  },
  files: {
    description: 'Verify attached files, and copy them to another store.',
    load: async () => (await import('./files/commands.ts')).filesCommands,
  },
  events: {
    description: 'Follow the events of a company.',
    load: async () => (await import('./feed/commands.ts')).eventsCommands,
  },
  audit: {
    description: 'Verify and export the audit log.',
    load: async () => (await import('./audit/commands.ts')).auditCommands,
  },
  keys: {
    description: 'List and rotate the keys that sign receipts.',
    load: async () => (await import('./receipts/commands.ts')).keysCommands,
  },
  backup: {
    description: 'Back up all rows and files to a folder or a bucket. The service may run meanwhile.',
    load: async () => (await import('./keeping/backup/commands.ts')).backupCommands,
  },
  erase: {
    description: 'Erase the personal data of an operator who left. Without --apply it only says what would go.',
    load: async () => (await import('./erasing/commands.ts')).eraseCommands,
  },
  demo: {
    description: 'Remove the demo company.',
    load: async () => (await import('./demo/commands.ts')).demoCommands,
  },
  restore: {
    description: 'Restore a backup into an empty database and store, or only check that it can be restored.',
    load: async () => (await import('./keeping/restore/commands.ts')).restoreCommands,
  },
  move: {
    description:
      'Move the database to another server while the service runs. Writes stop for seconds at the end; a failed move leaves the source in use.',
    load: async () => (await import('./keeping/move/commands.ts')).moveCommand,
  },
  doctor: {
    description:
      'Check configuration, folders, database, mail server and versions, and say what to do. Changes nothing.',
    load: async () => (await import('./doctor/doctor.ts')).doctorCommand,
  },
};

export async function programFor(args: readonly string[]): Promise<Command> {
  const program = new Command('doorway')
    .description(
      'The partner door for supplier invoices and work orders. Configured by environment variables; see docs/configuration.md.',
    )
    .version(version)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Run it with --help to see its arguments.');

  const named = args.find((word) => Object.hasOwn(commands, word));
  for (const [name, { description, load }] of Object.entries(commands)) {
    const command = program.command(name).description(description);
    if (name === named) (await load())(command);
  }
  return program;
}

function readProcesses(text: string): number {
  const many = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (many < 1 || many > 64) throw new CommandError('--processes takes a number from 1 to 64.', 2);
  return many;
}

/** 2 for wrong usage or configuration, 1 for other failures; undefined for an unexpected error. */
export function exitCodeOf(error: unknown): number | undefined {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof CommandError ? error.exitCode : undefined;
}

/** A sentence, or the stack trace of a fault. Both may quote texts of a file, a backup or the database. */
export const failureText = (error: unknown): string =>
  (error instanceof CommandError ? error.message : inspect(error)).split('\n').map(printable).join('\n');
