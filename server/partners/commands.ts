import type { Command } from 'commander';
import { createClient, createToken } from './actions.ts';
import { listClients } from './clients-store.ts';
import { revokeClientBy, revokeTokenBy } from './credentials.ts';
import { listTokens, type ListedToken } from './store.ts';
import { commandLine } from '../audit/record.ts';
import { requireCompany } from '../companies/store.ts';
import { readConfig } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { withDatabase } from '../ground/db/connect/open.ts';
import { hashToken } from '../ground/secrets/tokens.ts';
import { isUuid } from '../ground/db/ids.ts';
import type { Pool } from '../ground/db/pool.ts';

interface HolderOptions {
  company: string;
  partner: string;
  newCompany?: boolean;
}

const newCompanyOption = ['--new-company', 'create the company if it does not exist'] as const;

/** A misspelt name of a company must not open another one. */
const withCompany = <T>(
  { company, newCompany = false }: HolderOptions,
  create: (pool: Pool) => Promise<T>,
): Promise<T> =>
  withDatabase(readConfig(process.env), async (pool) => {
    if (!newCompany) await requireCompany(pool, company);
    return create(pool);
  });

interface CreateTokenOptions extends HolderOptions {
  scopes?: string;
  name?: string;
  expiresIn?: string;
  json?: boolean;
}

export function tokenCommands(token: Command, allScopes: readonly string[], usualScopes: readonly string[]): void {
  token
    .command('create')
    .description('Create an access token and print it once. Creates the partner if it does not exist.')
    .requiredOption('--company <name>', 'the company whose records the token opens')
    .requiredOption('--partner <name>', 'the partner system that will use it')
    .option(...newCompanyOption)
    .option('--scopes <list>', scopesHint('its scopes', allScopes, usualScopes))
    .option('--name <text>', 'a name to tell it from the partner’s other tokens, such as “Production 2026”')
    .option('--expires-in <time>', 'how long it is valid, such as 12h, 90d or 52w (default: until it is revoked)')
    .option('--json', 'print the id, the token and its expiry as JSON')
    .action(async (options: CreateTokenOptions) => {
      const { company, partner, name, scopes, expiresIn, json } = options;
      const expiresAt = expiresIn === undefined ? undefined : new Date(Date.now() + duration(expiresIn));
      const wanted = readScopes(scopes, allScopes, usualScopes);
      const issued = await withCompany(options, (pool) =>
        createToken(pool, { company, partner, name, scopes: wanted, expiresAt, by: commandLine }),
      );
      for (const { type, name } of issued.made) console.error(`Made the ${type} ${name}.`);
      console.log(
        json ? JSON.stringify({ id: issued.id, token: issued.token, expiresAt: expiresAt ?? null }) : issued.token,
      );
    });

  token
    .command('list')
    .description('List access tokens by their ids. The service does not store the tokens themselves.')
    .option('--company <name>', 'only those of this company')
    .option('--json', 'print them as JSON')
    .action(async ({ company, json }: { company?: string; json?: boolean }) => {
      const tokens = await withDatabase(readConfig(process.env), (pool) => listTokens(pool, company));
      if (json) console.log(JSON.stringify(tokens));
      else if (tokens.length === 0) console.error('There are no tokens. doorway token create makes one.');
      else for (const row of tokens) console.log(asLine(row, allScopes, usualScopes));
    });

  token
    .command('revoke')
    .description('Revoke an access token. Every process refuses it within a second.')
    .argument('<token>', 'the token itself, or its id as doorway token list shows it')
    .action(async (which: string) => {
      const key = isUuid(which) ? { id: which } : { hash: hashToken(which) };
      const revoked = await withDatabase(readConfig(process.env), (pool) => revokeTokenBy(pool, commandLine, key));
      if (!revoked) throw new CommandError('There is no such token. doorway token list shows those there are.');
      console.error('Revoked.');
    });
}

function asLine(
  { id, company, partner, name, scopes, expiresAt, revokedAt }: ListedToken,
  all: readonly string[],
  usual: readonly string[],
): string {
  const state =
    revokedAt !== null
      ? `revoked ${day(revokedAt)}`
      : expiresAt === null
        ? 'valid'
        : expiresAt.getTime() <= Date.now()
          ? `expired ${day(expiresAt)}`
          : `valid until ${day(expiresAt)}`;
  const missing = all.filter((scope) => !scopes.includes(scope));
  const hasUsual = usual.every((scope) => scopes.includes(scope));
  const may = !hasUsual
    ? scopes.join(',')
    : missing.length === 0
      ? 'all scopes'
      : `all scopes but ${missing.join(',')}`;
  return [id, company, partner, may, state, ...(name === null ? [] : [name])].join('\t');
}

const day = (date: Date) => date.toISOString().slice(0, 10);

const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

function duration(text: string): number {
  const [, amount, unit = ''] = /^([1-9]\d{0,5})([smhdw])$/.exec(text) ?? [];
  if (amount === undefined)
    throw new CommandError(`--expires-in is "${text}", but it takes a number and s, m, h, d or w, such as 90d.`, 2);
  return Number(amount) * (units[unit] as number) * 1000;
}

interface CreateClientOptions extends HolderOptions {
  scopes?: string;
}

export function clientCommands(client: Command, allScopes: readonly string[], usualScopes: readonly string[]): void {
  client
    .command('create')
    .description('Create a client and print its id and secret once, as JSON. Creates the partner if it does not exist.')
    .requiredOption('--company <name>', 'the company whose records it opens')
    .requiredOption('--partner <name>', 'the partner system that will use it')
    .option(...newCompanyOption)
    .option('--scopes <list>', scopesHint('the scopes of its tokens', allScopes, usualScopes))
    .action(async (options: CreateClientOptions) => {
      const { company, partner, scopes } = options;
      const wanted = readScopes(scopes, allScopes, usualScopes);
      const issued = await withCompany(options, (pool) =>
        createClient(pool, { company, partner, scopes: wanted, by: commandLine }),
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

const scopesHint = (what: string, all: readonly string[], usual: readonly string[]) =>
  `${what}, separated by commas (default: all of ${usual.join(', ')}; by name only: ${all.filter((scope) => !usual.includes(scope)).join(', ')})`;

function readScopes(named: string | undefined, known: readonly string[], usual: readonly string[]): readonly string[] {
  if (named === undefined) return usual;
  const asked = named.split(',').map((scope) => scope.trim());
  const unknown = asked.filter((scope) => !known.includes(scope));
  if (unknown.length === 0) return asked;
  const wrong = unknown.includes('') ? '--scopes has an empty name' : `There is no scope ${unknown.join(', ')}`;
  throw new CommandError(`${wrong}. The scopes are ${known.join(', ')}.`, 2);
}
