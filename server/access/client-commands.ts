import type { Command } from 'commander';
import { createClient } from './actions.ts';
import { listClients } from './clients-store.ts';
import { revokeClientBy } from './credentials.ts';
import { readScopes } from './scopes.ts';
import { commandLine } from '../audit/record.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import { isUuid } from '../ground/db/ids.ts';

interface CreateOptions {
  company: string;
  partner: string;
  scopes?: string;
}

export function clientCommands(client: Command, allScopes: readonly string[]): void {
  client
    .command('create')
    .description(
      'Create a client and print its id and secret once, as JSON. Creates the company and the partner if they do not exist.',
    )
    .requiredOption('--company <name>', 'the company whose records it opens')
    .requiredOption('--partner <name>', 'the partner system that will use it')
    .option(
      '--scopes <list>',
      `the scopes of its tokens, separated by commas (default: all of ${allScopes.join(', ')})`,
    )
    .action(async ({ company, partner, scopes }: CreateOptions) => {
      const wanted = readScopes(scopes, allScopes);
      const issued = await withDatabase(readConfig(process.env), (pool) =>
        createClient(pool, {
          company,
          partner,
          scopes: wanted,
          by: commandLine,
        }),
      );
      for (const { type, name } of issued.made) console.error(`Made the ${type} ${name}.`);
      console.log(JSON.stringify({ client_id: issued.id, client_secret: issued.secret }));
    });

  client
    .command('list')
    .description('List clients. The service does not store their secrets.')
    .option('--json', 'print them as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const clients = await withDatabase(readConfig(process.env), listClients);
      if (json) console.log(JSON.stringify(clients));
      else if (clients.length === 0) console.error('There are no clients. doorway client create makes one.');
      else
        for (const { id, company, partner, scopes, revokedAt } of clients)
          console.log([id, company, partner, scopes.join(','), revokedAt === null ? 'valid' : 'revoked'].join('\t'));
    });

  client
    .command('revoke')
    .description('Revoke a client and every token that was issued to it.')
    .argument('<id>', 'the id of the client')
    .action(async (id: string) => {
      const revoked =
        isUuid(id) && (await withDatabase(readConfig(process.env), (pool) => revokeClientBy(pool, commandLine, id)));
      if (!revoked) throw new CommandError('There is no such client. doorway client list shows those there are.');
      console.error('Revoked.');
    });
}
