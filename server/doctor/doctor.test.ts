import { existsSync } from 'node:fs';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbedded } from '../ground/db/embedded/embedded.ts';
import type { Check } from './check.ts';
import { checkNode, examine } from './doctor.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { version } from '../package.ts';
import { runCommand } from '../testing/command-line.ts';
import { openOwnDatabase, ownDatabaseForThisTest, type TestDatabase } from '../testing/database.ts';
import { copyMigratedCluster, doorway, emptyDataDir, migratedDataDir } from '../testing/process.ts';
import { smtpForThisTest } from '../testing/smtp.ts';
import { sealSecret } from '../webhooks/secrets.ts';

// The host in the query, the socket's folder, overrides this one.
const urlOf = ({ url }: TestDatabase) => url.replace('@/', '@localhost/');
const summary = (checks: Check[]) => Object.fromEntries(checks.map(({ name, status }) => [name, status]));
const named = (checks: Check[], name: string) => checks.find((check) => check.name === name);

async function query(database: Pick<TestDatabase, 'connection'>, statement: string): Promise<void> {
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** The shared server is not durable, so this database has its own server. */
async function durableDatabase(dataDir: string) {
  await copyMigratedCluster(dataDir);
  const { connection, close } = await openEmbedded({ dataDir });
  onTestFinished(close);
  const { host, port, user, database } = connection;
  return { connection, url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}` };
}

it('a database that is up to date, and folders that can be written to, are well; settings that lose data in a crash fail', async () => {
  const dataDir = await emptyDataDir();
  const database = await durableDatabase(dataDir);
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url };
  const checks = await examine(env);
  expect(checks.map(({ name }) => name)).toEqual([
    'node',
    'configuration',
    'data-dir',
    'disk',
    'database',
    'postgresql',
    'durability',
    'encoding',
    'search',
    'migrations',
    'identifiers',
    'secrets',
    'receipts',
    'backups',
    'files',
    'build',
  ]);
  expect(checks.filter(({ name, status }) => status !== 'ok' && name !== 'disk' && name !== 'build')).toEqual([]);
  expect(named(checks, 'postgresql')?.message).toMatch(/^PostgreSQL \d+\.\d+ /);

  await query(database, `ALTER DATABASE ${database.connection.database} SET synchronous_commit = off`);
  expect(named(await examine(env), 'durability')).toMatchObject({
    status: 'fail',
    advice: 'Set synchronous_commit to on.',
  });
});

it('secrets of webhooks that no key opens, and a key that others can read, are told, and no key is made', async () => {
  const dataDir = await emptyDataDir();
  const database = await ownDatabaseForThisTest('It has the secrets of one company only.');
  const env = { DATA_DIR: dataDir, DATABASE_URL: urlOf(database) };
  const secrets = async (more: Record<string, string> = {}) => named(await examine({ ...env, ...more }), 'secrets');
  expect(await secrets()).toMatchObject({ status: 'ok', message: expect.stringContaining('does not exist yet') });
  const [company, id] = ['019a7c3e-0c11-7a52-9d10-5b6c1f2b4d77', '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77'];
  const key = Buffer.alloc(32, 1);
  const sealed = sealSecret([key], { companyId: company as CompanyId, id }, 'whsec_x');
  await query(
    database,
    `INSERT INTO companies (id, name, created_at) VALUES ('${company}', 'Acme', now());
     INSERT INTO webhook_endpoints (company_id, id, url, types, secret, created_at, created_by)
     VALUES ('${company}', '${id}', 'https://example.com', '{}', '${sealed}', now(), '${id}')`,
  );
  for (const more of [{}, { SECRETS_KEY: '00'.repeat(32) }] as Record<string, string>[])
    expect(await secrets(more)).toMatchObject({
      status: 'fail',
      message: expect.stringContaining(`webhook endpoints (1), so nothing can be delivered to them: ${id} of "Acme"`),
      advice: expect.stringContaining('make a new secret'),
    });
  expect(await secrets({ SECRETS_KEY: key.toString('hex') })).toMatchObject({ status: 'ok' });
  expect(existsSync(join(dataDir, 'secrets.key'))).toBe(false);
  await writeFile(join(dataDir, 'secrets.key'), key.toString('base64'), { mode: 0o644 });
  expect(await secrets()).toMatchObject({ status: 'warn', advice: expect.stringContaining('chmod 600') });
});

it('a key of receipts that no key opens is told, with what to do', async () => {
  const database = await ownDatabaseForThisTest('Signing keys belong to no company.');
  const env = { DATA_DIR: await emptyDataDir(), DATABASE_URL: urlOf(database) };
  const key = Buffer.alloc(32, 1).toString('hex');
  const receipts = async (secretsKey: string) => named(await examine({ ...env, SECRETS_KEY: secretsKey }), 'receipts');
  const keys = (command: string) => runCommand(['keys', command], { ...env, SECRETS_KEY: key });
  expect(await receipts(key)).toMatchObject({ status: 'ok', message: expect.stringContaining('yet') });
  expect((await keys('list')).stderr).toContain('There are no keys yet');
  const kid = /^Made the key (\S+)\. It signs receipts at once\.\n$/.exec((await keys('rotate')).stdout)?.[1];
  expect(await receipts(key)).toMatchObject({ status: 'ok', message: `Receipts are signed with ${kid}.` });
  expect(await receipts('00'.repeat(32))).toMatchObject({
    status: 'fail',
    message: expect.stringContaining(`No key opens ${kid}`),
    advice: expect.stringContaining('doorway keys rotate'),
  });
  expect((await keys('rotate')).stdout).toMatch(new RegExp(`The key ${kid} stays published`));
  expect((await keys('list')).stdout).toMatch(new RegExp(`signs within a minute\n${kid}\t.+\tsigns\n$`));
});

it('a data folder that is missing is not made', async () => {
  const dataDir = join(await emptyDataDir(), 'deep', 'data');
  const checks = await examine({ DATA_DIR: dataDir });
  expect(summary(checks)).toMatchObject({ 'data-dir': 'ok', database: 'ok', files: 'ok' });
  expect(named(checks, 'data-dir')?.message).toBe(`${dataDir} does not exist yet; doorway serve will make it.`);
  expect(named(checks, 'database')?.message).toMatch(
    /^There is no database yet; doorway serve will make one in .*, with postgres \(PostgreSQL\) \d+/,
  );
  expect(existsSync(join(dataDir, '..'))).toBe(false);
});

it('the embedded database is started where it does not run, and stopped again', async () => {
  const dataDir = await migratedDataDir();
  const database = await openEmbedded({ dataDir });
  expect(named(await examine({ DATA_DIR: dataDir }), 'migrations')).toMatchObject({ status: 'ok' });
  await database.close();
  const before = await readdir(dataDir);
  expect(summary(await examine({ DATA_DIR: dataDir }))).toMatchObject({
    database: 'ok',
    postgresql: 'ok',
    durability: 'ok',
    encoding: 'ok',
  });
  expect(await readdir(dataDir)).toEqual(before);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

it('what would cost data fails: a database that was moved, another encoding', async () => {
  const dataDir = await emptyDataDir();
  await symlink('/nowhere/at/all/postgres', join(dataDir, 'postgres'));
  expect(named(await examine({ DATA_DIR: dataDir }), 'database')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('that folder is gone'),
  });

  const host = await openOwnDatabase('The doctor examines a whole database.');
  const latin = { ...host, url: host.url.replace(host.connection.database, 'test_latin1') };
  onTestFinished(async () => {
    await query(host, 'DROP DATABASE IF EXISTS test_latin1 WITH (FORCE)');
    await host.drop();
  });
  await query(host, `CREATE DATABASE test_latin1 TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'`);
  expect(named(await examine({ DATA_DIR: dataDir, DATABASE_URL: urlOf(latin) }), 'encoding')).toMatchObject({
    status: 'fail',
    message: 'The database holds LATIN1.',
  });
});

it('migrations that wait are a warning, and those of a newer version a failure', async () => {
  const dataDir = await emptyDataDir();
  const empty = {
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(await ownDatabaseForThisTest('The database must be empty.', 'template0')),
  };
  expect(named(await examine(empty), 'migrations')).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/^Not run yet: 0001_/),
  });
  const database = await ownDatabaseForThisTest('The doctor examines a whole database.');
  await query(database, `INSERT INTO migrations (name, run_on) VALUES ('9999_later', now())`);
  expect(named(await examine({ ...empty, DATABASE_URL: urlOf(database) }), 'migrations')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('9999_later'),
  });
  await query(database, `DELETE FROM migrations WHERE name = '9999_later'`);
  expect(named(await examine({ ...empty, DATABASE_URL: urlOf(database) }), 'migrations')).toMatchObject({
    status: 'ok',
    message: expect.stringContaining(`It takes Doorway 1.16.0 or a newer version; this is ${version}.`),
  });
  await query(database, `UPDATE doorway_versions SET lowest = '99.0.0'`);
  expect(named(await examine({ ...empty, DATABASE_URL: urlOf(database) }), 'migrations')).toMatchObject({
    status: 'fail',
    message: `This is Doorway ${version}, but the database takes 99.0.0 or a newer version.`,
  });
});

it('a database that cannot be reached fails without its password, and a folder that is none stops what needs it', async () => {
  const dataDir = await emptyDataDir();
  const away = await examine({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://user:secret@localhost:1/none' });
  expect(named(away, 'database')).toMatchObject({ status: 'fail', message: expect.stringContaining('ECONNREFUSED') });
  expect(JSON.stringify(away)).not.toContain('secret');
  expect(summary(away)).toMatchObject({ files: 'ok' });

  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const checks = await examine({ DATA_DIR: file });
  expect(named(checks, 'data-dir')).toMatchObject({
    status: 'fail',
    message: `DATA_DIR is ${file}, but ${file} is not a folder.`,
  });
  expect(checks.map(({ name }) => name)).toEqual(['node', 'configuration', 'data-dir', 'build']);
});

it('Node is too old below 20.19', () => {
  expect(checkNode('20.18.3').status).toBe('fail');
  expect(checkNode('20.19.0')).toMatchObject({ status: 'ok', message: 'Node 20.19.0 is in use; 24 is recommended.' });
  expect(checkNode('24.1.0').message).toBe('Node 24.1.0 is in use.');
});

it('the command exits with 1 where a check failed, and with 0 otherwise', async () => {
  const dataDir = await emptyDataDir();
  const wrong = await doorway(['doctor'], { DATA_DIR: dataDir, PORT: 'abc' });
  expect(wrong.code).toBe(1);
  expect(wrong.stdout).toContain(
    'fail  configuration: PORT is "abc", but it takes a whole number from 0 to 65535.\n      Correct it in the environment',
  );
  const right = await runCommand(['doctor', '--json'], { DATA_DIR: dataDir });
  expect(right.code).toBe(0);
  expect(JSON.parse(right.stdout)).toMatchObject({
    ok: true,
    checks: expect.arrayContaining([expect.objectContaining({ name: 'database', status: 'ok' })]),
  });
});

it('identifiers that no call can reach are counted, and the first of them named', async () => {
  const database = await ownDatabaseForThisTest('The doctor examines a whole database.');
  const env = { DATA_DIR: await emptyDataDir(), DATABASE_URL: urlOf(database) };
  expect(named(await examine(env), 'identifiers')).toMatchObject({ status: 'ok' });
  await query(
    database,
    `INSERT INTO companies VALUES ('019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77', 'Acme', now());
     INSERT INTO suppliers SELECT '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77', n || ' ', 'A', '', '', '', '', '', '', '', '', '', '', '', '', '{}', NULL, now(), now() FROM generate_series(10, 21) AS n;`,
  );
  const check = named(await examine(env), 'identifiers');
  expect(check).toMatchObject({
    status: 'warn',
    advice: expect.stringContaining('Operators still find them in the console.'),
  });
  expect(check?.message).toMatch(
    /^No call can reach 12 identifiers .*: supplier "10 " of "Acme", supplier "11 " of "Acme", .* and 2 more\.$/,
  );
});

it('says whether the mail server answers, and where links in mails lead; nothing where there is none', async () => {
  const dataDir = join(await emptyDataDir(), 'data');
  const smtp = await smtpForThisTest();
  const env = { DATA_DIR: dataDir, SMTP_URL: smtp.url, MAIL_FROM: 'Doorway <door@example.com>' };
  const mail = async (more: Record<string, string>) => named(await examine({ ...env, ...more }), 'mail');
  expect(await mail({ PUBLIC_URL: 'https://doorway.example.com' })).toEqual({
    name: 'mail',
    status: 'ok',
    message: 'The mail server 127.0.0.1 answers. Mail comes from door@example.com.',
  });
  expect(await mail({})).toMatchObject({
    status: 'warn',
    message: expect.stringMatching(/answers, but the links in mails begin with http:\/\/127\.0\.0\.1:8080\.$/),
    advice: expect.stringMatching(/^Set PUBLIC_URL /),
  });
  const away = await mail({ SMTP_URL: 'smtp://user:s3cret@127.0.0.1:1' });
  expect(away).toMatchObject({
    status: 'fail',
    message: 'The mail server 127.0.0.1 cannot be used: the mail server cannot be reached.',
  });
  expect(JSON.stringify(away)).not.toContain('s3cret');
  expect(named(await examine({ DATA_DIR: dataDir }), 'mail')).toBeUndefined();
  expect(smtp.received).toEqual([]);
});
