import { existsSync } from 'node:fs';
import { readlink, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { baseUrl, readConfig, type Config } from '../config.ts';
import { fail, ok, warn, type Check } from './check.ts';
import { checkHosts, checkServer } from './database.ts';
import { checkFiles, nearestFolder, whyNotWritable } from './files.ts';
import { checkBackupPlace } from './backups.ts';
import { locatePackage } from '../ground/db/embedded/binaries.ts';
import { messageOf, run } from '../ground/db/embedded/command.ts';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import { logFile } from '../ground/db/embedded/log.ts';
import { isCluster } from '../ground/db/embedded/cluster-folder.ts';
import { connectionTo } from '../ground/db/connect/open.ts';
import { createMailer, MailFailure, type MailFailureReason } from '../ground/mail/mailer.ts';
import { sizeInWords } from '../../common/errors/words.ts';
import { checkScanner } from './scanner.ts';
import { migrationsFolder } from '../package.ts';

export function doctorCommand(doctor: Command): void {
  doctor.option('--json', 'print the checks as JSON').action(async ({ json }: { json?: boolean }) => {
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

/** Leaves out checks that cannot run because an earlier one failed or there is no database yet. */
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
      ...(await checkServer(connectionTo(databaseUrl, config.databasePooling), 'The server of DATABASE_URL', config)),
    );
  else if (usable) checks.push(...(await checkEmbedded(config)));
  if (usable || config.filesBucket !== undefined) checks.push(...(await checkFiles(config)));
  checks.push(...(await checkBackupPlace(config)));
  return [...checks, ...(await checkScanner(config)), ...(await checkMail(config)), checkBuild()];
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

async function checkEmbedded(config: Config): Promise<Check[]> {
  const { dataDir } = config;
  const entry = join(dataDir, 'postgres');
  if (!(await isCluster(entry))) return [await checkBinaries(entry)];
  try {
    const database = await openEmbedded({ dataDir });
    try {
      return await checkServer(database.connection, `The embedded server on ${database.directory}`, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    return [
      fail('database', messageOf(error), `Its log is ${logFile(entry)}. Or set DATABASE_URL to a server of your own.`),
    ];
  }
}

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

const mailAdvice: Partial<Record<MailFailureReason, string>> = {
  tls: 'Give the server a certificate that Node trusts, or name the authority of the company in NODE_EXTRA_CA_CERTS.',
  credentials: 'Correct the user and the password in SMTP_URL.',
};

/** Sends no mail. Returns no check if mail is not configured. */
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
