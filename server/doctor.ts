import { constants, existsSync } from 'node:fs';
import { access, readlink, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { baseUrl, readConfig, type Config } from './config.ts';
import { readAddress, type DatabaseAddress } from './ground/db/address.ts';
import { Client, type Connection } from './ground/db/client.ts';
import { locatePackage } from './ground/db/embedded/binaries.ts';
import { errorCode, messageOf, run } from './ground/db/embedded/command.ts';
import { openEmbedded } from './ground/db/embedded/embedded.ts';
import { logFile } from './ground/db/embedded/log.ts';
import { isCluster } from './ground/db/embedded/place.ts';
import { migrationsOf } from './ground/db/migrate.ts';
import { connectionTo } from './ground/db/open.ts';
import { bulkStatementTimeoutMs, limitsOf, type Db } from './ground/db/pool.ts';
import { describeProbe, probeHost, type Probe } from './ground/db/primary.ts';
import { createMailer, MailFailure, type WhyNotSent } from './ground/mail.ts';
import { unreachableIdentifiers } from './doctor-identifiers.ts';
import { sizeInWords } from './errors/words.ts';
import { migrationsFolder } from './package.ts';

export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  message: string;
  /** What to do; only where it is not ok. */
  advice?: string;
}

const ok = (name: string, message: string): Check => ({ name, status: 'ok', message });
const warn = (name: string, message: string, advice: string): Check => ({ name, status: 'warn', message, advice });
const fail = (name: string, message: string, advice: string): Check => ({ name, status: 'fail', message, advice });

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Check configuration, folders, database, mail server and versions, and say what to do. Changes nothing.',
    )
    .option('--json', 'print the checks as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const checks = await examine(process.env);
      const failed = checks.filter(({ status }) => status === 'fail').length;
      const warned = checks.filter(({ status }) => status === 'warn').length;
      if (json) console.log(JSON.stringify({ ok: failed === 0, checks }));
      else {
        for (const check of checks) console.log(asLines(check));
        console.log(failed + warned === 0 ? 'All is well.' : `Failed: ${failed}. Warnings: ${warned}.`);
      }
      if (failed > 0) process.exitCode = 1;
    });
}

const asLines = ({ name, status, message, advice }: Check) =>
  `${status.padEnd(4)}  ${name}: ${message}${advice === undefined ? '' : `\n      ${advice}`}`;

/** A check that cannot be made, because an earlier one failed or there is no database yet, is left out. */
export async function examine(env: Record<string, string | undefined>): Promise<Check[]> {
  const config = configOf(env);
  const node = checkNode(process.versions.node);
  if ('status' in config) return [node, config, checkBuild()];
  const { dataDir, databaseUrl } = config;
  const folder = await checkDataDir(dataDir);
  const usable = folder.status !== 'fail';
  const checks = [node, ok('configuration', 'Every key has a value that it takes.'), folder];
  if (usable) checks.push(await checkDisk(dataDir));
  if (databaseUrl !== undefined)
    checks.push(
      ...(await checkHosts(databaseUrl)),
      ...(await checkServer(connectionTo(databaseUrl, config.databasePooling), 'The server of DATABASE_URL')),
    );
  else if (usable) checks.push(...(await checkEmbedded(dataDir)));
  if (usable) checks.push(await checkFiles(dataDir));
  return [...checks, ...(await checkMail(config)), checkBuild()];
}

function configOf(env: Record<string, string | undefined>): Config | Check {
  try {
    return readConfig(env);
  } catch (error) {
    return fail(
      'configuration',
      messageOf(error),
      'Correct it in the environment; docs/configuration.md describes every key.',
    );
  }
}

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    return fail('node', `Node ${version} is too old.`, 'Install Node 20.19 or newer; 24 is recommended.');
  return ok('node', `Node ${version} is in use${major < 24 ? '; 24 is recommended' : ''}.`);
}

/** The folder itself, or the nearest one above it that is there. */
function nearestFolder(folder: string): string {
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

async function whyNotWritable(folder: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return `${folder} is not a folder`;
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `${folder} cannot be written to (${errorCode(error) ?? messageOf(error)})`;
  }
}

async function checkDataDir(dataDir: string): Promise<Check> {
  const nearest = nearestFolder(dataDir);
  const problem = await whyNotWritable(nearest);
  if (problem !== undefined)
    return fail(
      'data-dir',
      `DATA_DIR is ${dataDir}, but ${problem}.`,
      'Let this user write there, or set DATA_DIR to another folder.',
    );
  return ok(
    'data-dir',
    nearest === dataDir
      ? `${dataDir} can be written to.`
      : `${dataDir} does not exist yet; doorway serve will make it.`,
  );
}

const enoughDisk = 1024 ** 3;

/** The database's folder may be a link to another disk. */
async function checkDisk(dataDir: string): Promise<Check> {
  let least = Infinity;
  for (const folder of [nearestFolder(dataDir), join(dataDir, 'postgres')].filter(existsSync)) {
    const { bavail, bsize } = await statfs(folder);
    least = Math.min(least, bavail * bsize);
  }
  if (least >= enoughDisk) return ok('disk', `${(least / enoughDisk).toFixed(1)} GiB are free.`);
  return warn(
    'disk',
    `Only ${sizeInWords(least)} are free.`,
    'Make room: at least 1 GiB should be free for the database and the files of invoices.',
  );
}

async function checkEmbedded(dataDir: string): Promise<Check[]> {
  const entry = join(dataDir, 'postgres');
  if (!(await isCluster(entry))) return [await checkBinaries(entry)];
  try {
    const database = await openEmbedded({ dataDir });
    try {
      return await checkServer(database.connection, `The embedded server on ${database.directory}`);
    } finally {
      await database.close();
    }
  } catch (error) {
    return [
      fail('database', messageOf(error), `Its log is ${logFile(entry)}. Or set DATABASE_URL to a server of your own.`),
    ];
  }
}

/** Where there is no database yet: whether one could be made. */
async function checkBinaries(entry: string): Promise<Check> {
  const link = await readlink(entry).catch(() => undefined);
  const target = link === undefined ? entry : resolve(dirname(entry), link);
  if (link !== undefined && !existsSync(dirname(target)))
    return fail(
      'database',
      `${entry} says that the database is in ${target}, and that folder is gone.`,
      `Bring it back, or remove ${entry} to begin with an empty database.`,
    );
  try {
    const { folder } = await locatePackage();
    const { ok: runs, output } = await run(join(folder, 'native', 'bin', 'postgres'), ['--version']);
    const made = `There is no database yet; doorway serve will make one in ${target}`;
    if (runs) return ok('database', `${made}, with ${output}.`);
    return warn(
      'database',
      `${made}, but its programs do not run as they are: ${output}.`,
      'doorway serve mends missing links of libraries itself. If it fails, set DATABASE_URL to a server of your own.',
    );
  } catch (error) {
    return fail('database', messageOf(error), 'Run npm ci without --omit=optional, or set DATABASE_URL.');
  }
}

/** Of several hosts one must take writes; the others are there for the day on which it is lost. */
async function checkHosts(databaseUrl: string): Promise<Check[]> {
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

async function checkServer(connection: Connection, what: string): Promise<Check[]> {
  const client = new Client({
    ...connection,
    ...limitsOf(connection, bulkStatementTimeoutMs),
    application_name: 'doorway doctor',
    connectionTimeoutMillis: 5_000,
    queryTimeoutMs: 10_000,
  });
  // A connection that breaks fails the statement under way; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const checks = [
      ok('database', `${what} answers.`),
      ...(await checkSettings(client)),
      ...(connection.pooling === 'transaction' ? [await checkLimits(client)] : []),
    ];
    const migrations = await checkMigrations(client);
    return [...checks, migrations, ...(migrations.status === 'ok' ? [await checkIdentifiers(client)] : [])];
  } catch (error) {
    return [fail('database', `${what} cannot be used: ${whyAway(error)}.`, adviceFor(errorCode(error)))];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A name with several addresses fails with one error for each, and a message of its own that is empty. */
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
  const { rows } = await client.query<Settings>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS "versionNumber",
            current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS "synchronousCommit", current_setting('full_page_writes') AS "fullPageWrites",
            EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams`,
  );
  const { version, versionNumber, encoding, fsync, synchronousCommit, fullPageWrites, trigrams } = rows[0] as Settings;
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

/** Behind a pooler the limits cannot come with the connection. */
async function checkLimits(client: Db): Promise<Check> {
  const { rows } = await client.query<{ role: string; missing: string[] }>(
    `SELECT current_user AS role, ARRAY (SELECT name::text FROM pg_settings
       WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout') AND setting = '0' ORDER BY name DESC) AS missing`,
  );
  const { role, missing } = rows[0] as { role: string; missing: string[] };
  if (missing.length === 0) return ok('limits', 'Statements and idle transactions end in time.');
  return warn(
    'limits',
    `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} 0, so a statement can hold a connection of the pooler for ever.`,
    `Run: ${missing.map((name) => `ALTER ROLE "${role.replaceAll('"', '""')}" SET ${name} = '15s'`).join('; ')}.`,
  );
}

async function checkMigrations(client: Db): Promise<Check> {
  const { files, ran = [] } = await migrationsOf(client);
  const unknown = ran.filter((name) => !files.includes(name)).sort();
  const waiting = files.filter((name) => !ran.includes(name));
  if (unknown.length > 0)
    return fail(
      'migrations',
      `The database has been brought further than this version knows, by ${unknown.join(', ')}.`,
      'Run the version of Doorway that did so, or a newer one.',
    );
  if (waiting.length > 0)
    return warn(
      'migrations',
      `Not run yet: ${waiting.join(', ')}.`,
      'Run doorway migrate, or start the service, which does it itself.',
    );
  return ok('migrations', `The schema is up to date, at ${files.at(-1)}.`);
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

async function checkFiles(dataDir: string): Promise<Check> {
  const folder = join(dataDir, 'files');
  if (!existsSync(folder)) return ok('files', `${folder} does not exist yet; doorway serve will make it.`);
  for (const inner of [folder, join(folder, 'incoming')].filter(existsSync)) {
    const problem = await whyNotWritable(inner);
    if (problem !== undefined)
      return fail('files', `${problem}, so nothing can be attached to an invoice.`, 'Let this user write there.');
  }
  return ok('files', `${folder} can be written to.`);
}

const mailAdvice: Partial<Record<WhyNotSent, string>> = {
  tls: 'Give the server a certificate that Node trusts, or name the authority of the company in NODE_EXTRA_CA_CERTS.',
  credentials: 'Correct the user and the password in SMTP_URL.',
};

/** Asks the server without sending anything. Nothing is said where mail is not set up. */
async function checkMail(config: Config): Promise<Check[]> {
  const { mail, publicUrl } = config;
  if (mail === undefined) return [];
  const what = `The mail server ${mail.server.host}`;
  try {
    await createMailer(mail).check();
  } catch (error) {
    const advice = error instanceof MailFailure ? mailAdvice[error.why] : undefined;
    return [
      fail(
        'mail',
        `${what} cannot be used: ${messageOf(error)}.`,
        advice ??
          'Check that it runs, that host and port in SMTP_URL are right, and that nothing on the way refuses it.',
      ),
    ];
  }
  if (publicUrl !== undefined) return [ok('mail', `${what} answers. Mail comes from ${mail.from.address}.`)];
  const base = baseUrl(config, config.port);
  return [
    warn(
      'mail',
      `${what} answers, but the links in mails begin with ${base}.`,
      'Set PUBLIC_URL to the address under which operators reach the console.',
    ),
  ];
}

function checkBuild(): Check {
  const main = join(dirname(migrationsFolder), 'dist', 'main.js');
  return existsSync(main)
    ? ok('build', 'Doorway is built.')
    : warn('build', 'Doorway is not built, so npx doorway cannot run.', 'Run npm run build.');
}
