import { checkBackups } from './backups.ts';
import { fail, ok, warn, type Check } from './check.ts';
import { checkCluster } from './cluster.ts';
import type { Config } from '../config.ts';
import { unreachableIdentifiers } from './identifiers.ts';
import { checkSecrets } from './secrets.ts';
import { readAddress, type DatabaseAddress } from '../ground/db/connect/address.ts';
import { Client, type Connection } from '../ground/db/connect/client.ts';
import { errorCode, messageOf } from '../ground/db/embedded/command.ts';
import { migrationsOf, whyTooOld, type Migrations } from '../ground/db/migrate.ts';
import { bulkStatementTimeoutMs, onlyRowOf, type Db } from '../ground/db/pool.ts';
import { limitsOf } from '../ground/db/connect/create-pool.ts';
import { describeProbe, probeHost, type Probe } from '../ground/db/connect/primary.ts';
import { version } from '../package.ts';

/** One of several hosts must take writes; the others are replicas. */
export async function checkHosts(databaseUrl: string): Promise<Check[]> {
  const { url, hosts, primary } = readAddress(databaseUrl) as DatabaseAddress;
  if (!primary) return [];
  const probes = await Promise.all(hosts.map((host) => probeHost(host, { connectionString: url })));
  const told = `${hosts.map((host, at) => describeProbe(host, probes[at] as Probe)).join(', ')}.`;
  const writable = probes.filter(({ takesWrites }) => takesWrites === true).length;
  if (writable === 0)
    return [fail('hosts', told, 'Promote one of them, or add the one that takes writes to DATABASE_URL.')];
  if (writable > 1)
    return [
      fail(
        'hosts',
        told,
        'Only one may take writes: stop those that were primaries before, and make standbys of them.',
      ),
    ];
  if (probes.some(({ error }) => error !== undefined))
    return [warn('hosts', told, 'Check that the servers run, and that their hosts and ports are right.')];
  return [ok('hosts', told)];
}

export async function checkServer(connection: Connection, what: string, config: Config): Promise<Check[]> {
  const client = new Client({
    ...connection,
    ...limitsOf(connection, bulkStatementTimeoutMs),
    application_name: 'doorway doctor',
    connectionTimeoutMillis: 5_000,
    queryTimeoutMs: 10_000,
  });
  // A broken connection fails the current statement; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const checks = [
      ok('database', `${what} answers.`),
      ...(await checkSettings(client)),
      ...(connection.pooling === 'transaction' ? [await checkLimits(client)] : []),
    ];
    const migrations = checkMigrations(await migrationsOf(client));
    if (migrations.status !== 'ok') return [...checks, migrations];
    return [
      ...checks,
      migrations,
      ...(await checkCluster(client, connection)),
      await checkIdentifiers(client),
      ...(await checkSecrets(client, config)),
      await checkBackups(client, config),
    ];
  } catch (error) {
    return [fail('database', `${what} cannot be used: ${whyAway(error)}.`, adviceFor(errorCode(error)))];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A name with several addresses fails with an AggregateError, whose own message is empty. */
function whyAway(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return messageOf(first).replace(/\.$/, '');
}

function adviceFor(code = ''): string {
  if (code.startsWith('28')) return 'Check the user and the password.';
  if (code === '08P01')
    return 'Where PgBouncer stands before the server in transaction mode, set DATABASE_POOLING to transaction.';
  if (code === '42501') return 'Grant the role CONNECT on the database.';
  if (code === '3D000') return 'Create the database, or correct its name.';
  return 'Check that the server runs, and that host and port are right.';
}

interface Settings {
  version: string;
  versionNumber: number;
  encoding: string;
  fsync: string;
  synchronousCommit: string;
  fullPageWrites: string;
  trigrams: boolean;
}

async function checkSettings(client: Db): Promise<Check[]> {
  const settings = await onlyRowOf<Settings>(
    client,
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS "versionNumber",
            current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS "synchronousCommit", current_setting('full_page_writes') AS "fullPageWrites",
            EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams`,
  );
  const { version, versionNumber, encoding, fsync, synchronousCommit, fullPageWrites, trigrams } = settings;
  const off = [fsync === 'off' ? 'fsync' : '', synchronousCommit === 'off' ? 'synchronous_commit' : ''].filter(
    (name) => name !== '',
  );
  return [
    versionNumber >= 150_000
      ? ok('postgresql', `PostgreSQL ${version} is new enough; 15 is needed.`)
      : fail('postgresql', `PostgreSQL ${version} is too old.`, 'Upgrade it to 15 or newer.'),
    off.length > 0
      ? fail(
          'durability',
          `${off.join(' and ')} is off, so a crash can lose invoices that were accepted.`,
          `Set ${off.join(' and ')} to on.`,
        )
      : fullPageWrites === 'off'
        ? warn(
            'durability',
            'full_page_writes is off, which only some file systems make up for.',
            'Set full_page_writes to on, unless the disk never writes half a page.',
          )
        : ok(
            'durability',
            `What was accepted survives a crash: fsync is on, synchronous_commit is ${synchronousCommit}, full_page_writes is on.`,
          ),
    encoding === 'UTF8'
      ? ok('encoding', 'The database holds UTF-8.')
      : fail(
          'encoding',
          `The database holds ${encoding}.`,
          'Create a database with ENCODING UTF8 and set DATABASE_URL to it.',
        ),
    trigrams
      ? ok('search', 'pg_trgm is there, with which operators search.')
      : fail(
          'search',
          'pg_trgm, with which operators search, is missing.',
          'Install the contrib package of the server.',
        ),
  ];
}

/** Behind a pooler, only the role can set the time limits. */
async function checkLimits(client: Db): Promise<Check> {
  const { role, missing } = await onlyRowOf<{ role: string; missing: string[] }>(
    client,
    `SELECT current_user AS role, ARRAY (SELECT name::text FROM pg_settings
       WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') AND setting = '0' ORDER BY name DESC) AS missing`,
  );
  if (missing.length === 0) return ok('limits', 'Statements and idle transactions end in time.');
  return warn(
    'limits',
    `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} 0, so a statement can hold a connection of the pooler for ever.`,
    `Run: ${missing.map((name) => `ALTER ROLE "${role.replaceAll('"', '""')}" SET ${name} = '15s'`).join('; ')}.`,
  );
}

function checkMigrations(migrations: Migrations): Check {
  const { files, ran = [], versions } = migrations;
  const tooOld = whyTooOld(migrations);
  const waiting = files.filter((name) => !ran.includes(name));
  if (tooOld !== undefined) return fail('migrations', tooOld.message, tooOld.advice);
  if (waiting.length > 0)
    return warn(
      'migrations',
      `Not run yet: ${waiting.join(', ')}.`,
      'Run doorway migrate, or start the service, which does it itself.',
    );
  return ok(
    'migrations',
    `The schema is up to date, at ${files.at(-1)}. It takes Doorway ${versions?.lowest} or a newer version; this is ${version}.`,
  );
}

async function checkIdentifiers(client: Db): Promise<Check> {
  const { many, named } = await unreachableIdentifiers(client);
  if (many === 0) return ok('identifiers', 'Every identifier is as calls name it.');
  return warn(
    'identifiers',
    `No call can reach ${many} identifiers that were stored by an earlier version: ${named.join(', ')}${many > named.length ? ` and ${many - named.length} more` : ''}.`,
    'Without the blanks at its ends each is the same as another one, or it has a character that cannot be seen. Operators still find them in the console. Register such a supplier under a number of its own and correct the proposal ids of projects; the others need nothing.',
  );
}
