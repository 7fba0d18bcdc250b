import type { Command } from 'commander';
import { createSystem } from './systems.ts';
import { requireCompany } from '../access/store.ts';
import { commandLine } from '../audit/record.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { withDatabase } from '../ground/db/connect/open.ts';

interface CreateOptions {
  company: string;
  name: string;
  json?: boolean;
}

export function systemCommands(system: Command): void {
  system
    .command('create')
    .description('Make a system that may read, and say what it has booked, and print its token, once.')
    .requiredOption('--company <name>', 'the company whose records it reads')
    .requiredOption('--name <name>', 'what it is called, as it stands in histories')
    .option('--json', 'print id and token as JSON')
    .action(async ({ company, name: given, json }: CreateOptions) => {
      const name = given.trim();
      if (name === '' || name.length > 255) throw new CommandError('The name of a system has 1 to 255 characters.', 2);
      const made = await withDatabase(readConfig(process.env), async (pool) =>
        createSystem(pool, await requireCompany(pool, company), commandLine, { name, expiresAt: undefined }),
      );
      console.log(json ? JSON.stringify(made) : made.token);
    });
}
