import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import pg from 'pg';
import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabase } from '../ground/db/connect/open.ts';
import { openDiskStore } from '../ground/files/disk.ts';
import { listen } from '../serve.ts';
import { runCommand } from '../testing/command-line.ts';
import { createTestDatabase } from '../testing/database.ts';
import { afterAllTests, emptyDataDir, startService } from '../testing/process.ts';

const finished = afterAllTests();
const database = await createTestDatabase();
finished(() => database.drop());
const dataDir = await emptyDataDir(finished);
const service = await startService({ DATABASE_URL: database.url, DATA_DIR: dataDir }, { finished });

const sentence = (...parts: string[]) =>
  expect.stringMatching(
    new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('.*')}.*\\.\n$`),
  );

it('a wrong value stops the start with exit code 2 and one sentence on standard error', async () => {
  const DATA_DIR = join(await emptyDataDir(), 'untouched');
  const wrong = {
    PORT: 'http',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://root@db/doorway',
    TRUST_PROXY: 'yes',
    BODY_LIMIT_BYTES: '1',
    JOBS: 'sometimes',
  };
  for (const [key, value] of Object.entries(wrong))
    expect(await runCommand(['token', 'list'], { DATA_DIR, [key]: value })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: sentence(`${key} is "${value.slice(0, 4)}`, 'but it takes '),
    });
  expect(await runCommand(['serve'], { DATA_DIR, PORT: 'http' })).toMatchObject({
    code: 2,
    stdout: '',
    stderr: sentence('PORT is "http", but it takes '),
  });
  await expect(readFile(DATA_DIR)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('a value that this machine cannot serve stops the start with one sentence that names it', async () => {
  const { port } = new URL(service.address);
  await expect(listen(fastify(), { host: ['HOST', '127.0.0.1'], port: ['PORT', Number(port)] })).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(new RegExp(`^PORT is "${port}", but something else listens there\\. .*\\.$`)),
  });
  expect((await service.call('GET', '/health/ready')).status).toBe(200);
  // An address that is reserved for documentation, a link-local one without its scope, and a name that does not resolve.
  for (const host of ['203.0.113.7', 'fe80::1', 'nowhere.invalid'])
    await expect(listen(fastify(), { host: ['HOST', host], port: ['PORT', 0] })).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`HOST is "${host}", but it takes an address of this machine`),
    });
});

it('a data folder that is a file, and a database that does not exist, are named in one sentence', async () => {
  const file = join(await emptyDataDir(), 'file');
  await writeFile(file, '');
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      ({ message, exitCode }) => ({ message: `${message}\n`, exitCode }),
    );
  expect(await failure(openDiskStore(file))).toEqual({ exitCode: 1, message: sentence('DATA_DIR', file) });
  expect(await failure(openDatabase(readConfig({ DATA_DIR: file })))).toEqual({
    exitCode: 1,
    message: sentence('DATA_DIR', file),
  });
  const missing = readConfig({ DATABASE_URL: database.url.replace('?', '_missing?') });
  expect(await failure(openDatabase(missing))).toEqual({
    exitCode: 1,
    message: sentence('The database of DATABASE_URL', 'does not exist'),
  });
});

async function listening(port: number): Promise<string[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const local = tables.join('').matchAll(/^ *\d+: ([0-9A-F]+):([0-9A-F]{4}) [0-9A-F]+:0000 0A /gm);
  return [...local].filter(([, , at]) => parseInt(at as string, 16) === port).map(([, address]) => address as string);
}

it('listens on loopback only unless told otherwise, and on DATABASE_URL makes no demo company and prints no token', async () => {
  expect(service.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await listening(Number(new URL(service.address).port))).toEqual(['0100007F']);
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });

  expect(service.token).toBeUndefined();
  expect(service.output() + service.shown()).not.toContain('curl');
  const client = new pg.Client(database.connection);
  await client.connect();
  expect((await client.query('SELECT FROM companies')).rowCount).toBe(0);
  await client.end();
});
