import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { BackupRunning, takeBackup, type BackupDeps, type BackupOptions } from './take.ts';
import { findBackup } from '../archive/backups.ts';
import { ownTables, rebuiltTables } from '../archive/manifest.ts';
import { verifyBackup } from '../archive/verify.ts';
import { readBackupStatus } from '../runs-store.ts';
import { connectionTo } from '../../ground/db/connect/open.ts';
import { noCompany, type CompanyId, type Pool } from '../../ground/db/pool.ts';
import { createPool } from '../../ground/db/connect/create-pool.ts';
import { readTables } from '../../ground/db/tables.ts';
import { openDiskStore, storedPathOf } from '../../ground/files/disk.ts';
import type { FileStore } from '../../ground/files/store.ts';
import { openOwnDatabase, type TestDatabase } from '../../testing/database.ts';
import { poolerForThisTest } from '../../testing/pooler.ts';

const contents = ['one', 'two', 'three', 'four'].map((text) => Buffer.from(text));
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const key = Buffer.alloc(32, 7);

let database: TestDatabase;
let pool: Pool;
let files: FileStore;
let dataDir: string;
/** Not in the table of companies: one was removed, one never was. */
const companies = ['11111111-1111-4111-8111-111111111111' as CompanyId, noCompany];

beforeAll(async () => {
  database = await openOwnDatabase('A backup reads the rows of all companies.');
  pool = createPool({ connection: database.connection, size: 3, onIdleError: () => undefined });
  dataDir = await mkdtemp(join(tmpdir(), 'doorway-data-'));
  files = await openDiskStore(dataDir);
  for (const company of companies)
    for (const content of contents) await (await files.receive(Readable.from([content]), 100)).keep(company);
  const client = await pool.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO attachments (company_id, supplier_invoice_id, position, id, file_name, content_type, size, sha256, extra, created_at, operator_id)
     SELECT company, gen_random_uuid(), 1, gen_random_uuid(), 'a.pdf', 'application/pdf', length(content), sha256(content), '{}', now(), gen_random_uuid()
     FROM unnest($1::uuid[]) AS company CROSS JOIN unnest($2::bytea[]) AS content`,
    [companies, [...contents, ...contents.slice(0, 1)]],
  );
  await client.query(
    `INSERT INTO companies (id, name, created_at) VALUES ('22222222-2222-4222-8222-222222222222', 'Acme', now())`,
  );
  await client.query(
    `INSERT INTO company_counters (company_id, event_seq) VALUES ('22222222-2222-4222-8222-222222222222', 41)`,
  );
  client.release(true);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const take = (folder: string, options: BackupOptions = {}, deps: Partial<BackupDeps> = {}) =>
  takeBackup(
    {
      connection: database.connection,
      pool,
      files,
      config: { dataDir, filesBucket: undefined, backupKey: undefined, s3Endpoint: undefined },
      destination: { folder },
      ...deps,
    },
    options,
  );

async function verify(folder: string, backupKey?: Buffer) {
  const { target, manifest } = await findBackup(folder, { key: backupKey, endpoint: undefined });
  onTestFinished(() => target.store.close());
  return { manifest, verified: await verifyBackup(target, manifest) };
}

it('a backup has every row of every table, also of removed companies and of none', async () => {
  const folder = await newFolder();
  const taken = await take(folder);
  const { manifest, verified } = await verify(folder);
  expect(verified).toMatchObject({ damagedCount: 0, files: 8 });
  for (const { name } of await readTables(pool)) {
    const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM "${name}"`);
    const expected = [...ownTables, ...rebuiltTables].includes(name) ? 0 : rows[0]?.count;
    const found = manifest.parts.reduce((sum, part) => sum + (part.table === name ? part.count : 0), 0);
    expect([name, found]).toEqual([name, expected]);
  }
  expect(taken.rows).toBe(companies.length * 5 + 2);
  expect(manifest.parts.filter(({ table }) => table === 'attachments').map(({ company }) => company)).toEqual([
    noCompany,
    companies[0],
  ]);
  expect(manifest.companies).toMatchObject([{ name: 'Acme', isSandbox: false, lastEvent: 41 }]);
  expect(await readBackupStatus(pool)).toMatchObject({
    lastGood: { place: folder, name: taken.name },
    running: undefined,
  });
});

it('rows are those of one moment, and parts can be loaded by COPY alone', async () => {
  const folder = await newFolder();
  const column = 'wake_word';
  await pool.query(
    `CREATE TABLE moments (company_id uuid NOT NULL, id integer NOT NULL, ${column} text, PRIMARY KEY (company_id, id))`,
  );
  onTestFinished(async () => void (await pool.query('DROP TABLE moments')));
  const texts = ['tab\there', 'line\nbreak', 'back\\slash', '\\N', 'Å', null];
  await pool.query(
    'INSERT INTO moments SELECT $1, ordinal, text FROM unnest($2::text[]) WITH ORDINALITY AS t (text, ordinal)',
    [noCompany, texts],
  );
  let began = false;
  const taken = await take(folder, {
    pace: async () => {
      if (began) return;
      began = true;
      await pool.query(
        `UPDATE moments SET ${column} = 'late'; INSERT INTO moments VALUES ('${noCompany}', 99, 'late')`,
      );
    },
  });
  expect(began).toBe(true);
  const part = taken.parts.find(({ table }) => table === 'moments');
  expect(part).toMatchObject({ count: texts.length, company: noCompany, columns: ['company_id', 'id', column] });
  const path = join(folder, 'backups', taken.name, part?.name as string);
  const lines = gunzipSync(await readFile(path))
    .toString()
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => line.split('\t')[2])).toEqual([
    'tab\\there',
    'line\\nbreak',
    'back\\\\slash',
    '\\\\N',
    'Å',
    '\\N',
  ]);
});

it('the second backup to a place copies only files that are new, altered in size or missing there', async () => {
  const folder = await newFolder();
  const first = await take(folder);
  expect(first.copied).toEqual(first.files);
  expect(first.files.count).toBe(8);
  expect((await take(folder)).copied).toEqual({ count: 0, bytes: 0 });
  const [one, other] = (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => name.length > 64);
  await rm(join(folder, 'files', one as string));
  await writeFile(join(folder, 'files', other as string), 'other bytes');
  expect((await take(folder)).copied.count).toBe(2);
  expect((await verify(folder)).verified.damagedCount).toBe(0);
  expect(await readdir(join(folder, 'backups'))).toHaveLength(3);
});

it('with a key every object is encrypted, and the key of the secrets is part of the backup', async () => {
  const folder = await newFolder();
  const config = { dataDir, filesBucket: undefined, backupKey: key, s3Endpoint: undefined };
  await writeFile(join(dataDir, 'secrets.key'), 'secret\n');
  onTestFinished(() => rm(join(dataDir, 'secrets.key')));
  await take(folder, {}, { config });
  const { manifest, verified } = await verify(folder, key);
  expect(verified).toMatchObject({ damagedCount: 0, files: manifest.files.count });
  expect(manifest.parts.at(-1)).toMatchObject({ kind: 'key', bytes: 7 });
  expect((await take(folder, {}, { config })).copied.count).toBe(0);
  const open = await take(folder);
  expect(open.parts.filter(({ kind }) => kind === 'key')).toEqual([]);
  expect(open.copied).toEqual(open.files);
});

it('damaged files are named in the manifest, and do not stop the backup', async () => {
  const [company] = companies as [CompanyId];
  const [missing, altered] = contents.map((content) => storedPathOf(join(dataDir, 'files'), company, hashOf(content)));
  await rm(missing as string);
  await writeFile(altered as string, 'xxx');
  onTestFinished(async () => {
    await writeFile(missing as string, contents[0] as Buffer);
    await writeFile(altered as string, contents[1] as Buffer);
  });
  const folder = await newFolder();
  const { damaged, files: whole } = await take(folder);
  const named = (content: Buffer | undefined, problem: string) => ({
    company,
    sha256: hashOf(content as Buffer).toString('hex'),
    problem,
  });
  expect(damaged.toSorted((one, other) => (one.problem > other.problem ? -1 : 1))).toEqual([
    named(contents[0], 'missing'),
    named(contents[1], 'altered'),
  ]);
  const { manifest, verified } = await verify(folder);
  expect([manifest.damaged, verified.damagedCount, verified.files]).toEqual([damaged, 0, whole.count]);
  expect((await readBackupStatus(pool)).lastGood).toMatchObject({ damagedFiles: 2 });
});

/** Fails once, at the first piece. */
const failingOnce = (fail: () => unknown) => {
  let failed = false;
  return async () => {
    if (failed) return;
    failed = true;
    await fail();
  };
};

it('a connection that is lost fails the run clearly, and leaves nothing but files', async () => {
  const folder = await newFolder();
  const pace = failingOnce(() =>
    // Returns once the connections have ended.
    pool.query(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'doorway backup'`,
    ),
  );
  await expect(take(folder, { pace })).rejects.toThrow('The database was lost during the backup');
  expect(await readdir(folder)).not.toContain('backups');
  expect((await readBackupStatus(pool)).lastFailed).toMatchObject({ problem: expect.stringContaining('was lost') });
});

it('a backup makes way for a statement that changes a table', async () => {
  const folder = await newFolder();
  let altered: Promise<unknown> | undefined;
  const pace = failingOnce(async () => {
    altered = pool.query('ALTER TABLE attachments ADD COLUMN more text');
    await altered;
  });
  await expect(take(folder, { pace })).rejects.toThrow('Another process changes the tables');
  await altered;
  await pool.query('ALTER TABLE attachments DROP COLUMN more');
});

it('a pooler that assigns connections per transaction does not break the snapshot', async () => {
  const { url, complaints } = await poolerForThisTest(database);
  const connection = connectionTo(url, 'transaction');
  const pooled = createPool({ connection, size: 2, onIdleError: () => undefined });
  onTestFinished(() => pooled.end());
  expect(await take(await newFolder(), {}, { connection, pool: pooled })).toMatchObject({ files: { count: 8 } });
  expect(complaints).toEqual([]);
});

it('one backup runs at a time, and a signal stops it at once', async () => {
  const folder = await newFolder();
  const stop = new AbortController();
  const pace = failingOnce(async () => {
    await expect(take(folder)).rejects.toBeInstanceOf(BackupRunning);
    stop.abort(new Error('told to stop'));
  });
  await expect(take(folder, { pace, signal: stop.signal })).rejects.toThrow('told to stop');
  expect(await readdir(folder)).not.toContain('backups');
});

it('the parts of a killed backup are removed by the next one, and its files are used', async () => {
  const folder = await newFolder();
  const { name } = await take(folder);
  const complete = await take(folder);
  await rm(join(folder, 'backups', name, 'manifest.json'));
  await pool.query(`UPDATE backups SET outcome = 'failed' WHERE name IN ($1, $2)`, [name, complete.name]);
  await mkdir(join(folder, 'backups', '20200101T000000Z-aaaaaa'));
  const next = await take(folder);
  expect(next).toMatchObject({ removedLeftovers: 1, copied: { count: 0 } });
  // A complete backup and one of another installation stay.
  expect(await readdir(join(folder, 'backups'))).toEqual(
    ['20200101T000000Z-aaaaaa', complete.name, next.name].toSorted(),
  );
});

it('a process that lost its lease completes nothing', async () => {
  const folder = await newFolder();
  const pace = failingOnce(() =>
    pool.query(`UPDATE backups SET outcome = 'failed', ended_at = now() WHERE outcome IS NULL`),
  );
  await expect(take(folder, { pace })).rejects.toThrow('was stopped for too long');
  expect(await readdir(folder)).not.toContain('backups');
});

it('a failure after the backup is thrown, and the backup is recorded as good', async () => {
  const folder = await newFolder();
  const afterwards = () => Promise.reject(new Error('no removal'));
  await expect(take(folder, { afterwards })).rejects.toThrow('no removal');
  expect(await readBackupStatus(pool)).toMatchObject({ lastGood: { place: folder }, lastFailed: undefined });
});

it('a place that cannot be written is recorded as the reason, and places with own data are refused', async () => {
  const file = join(await newFolder(), 'file');
  await writeFile(file, '');
  await expect(take(join(file, 'inside'))).rejects.toThrow(/cannot be used: .* Name a folder/);
  for (const folder of [dataDir, join(dataDir, 'files'), join(dataDir, 'files', 'x')])
    await expect(take(folder)).rejects.toThrow('has the service');
  expect((await readBackupStatus(pool)).lastFailed).toMatchObject({ place: join(dataDir, 'files', 'x') });
});
