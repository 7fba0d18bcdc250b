import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { withClient } from '../ground/db/connect/with-client.ts';
import { migrate } from '../ground/db/migrate.ts';
import { transaction, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { openDiskStore } from '../ground/files/disk.ts';
import { ownTables, rebuiltTables } from '../keeping/archive/manifest.ts';
import { withSnapshot, type SnapshotTable } from '../keeping/backup/snapshot.ts';
import { takeBackup } from '../keeping/backup/take.ts';
import { distributeOnCluster } from '../keeping/distribution.ts';
import { citusUrl, clusterConnection, createClusterDatabase } from '../testing/citus.ts';
import { runCommand } from '../testing/command-line.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { sha256 } from '../testing/files.ts';
import { differencesOf, readRows } from '../testing/frozen.ts';
import { fillTables } from '../testing/generated-rows.ts';

const leftOut = [...ownTables, ...rebuiltTables, 'operator_sessions', 'sign_in_steps'];

async function folderForThisTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-citus-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const companies = ['11111111-1111-4111-8111-111111111111', '33333333-3333-4333-8333-333333333333'] as CompanyId[];

/** Rows of every table, distributed afterwards; two more companies are on different workers. */
async function openFilledCluster(contents: readonly Buffer[]) {
  const database = await createClusterDatabase();
  onTestFinished(() => database.drop());
  await migrate(database.connection);
  const plain = createPool({ connection: database.connection, size: 1, onIdleError: () => undefined });
  const files = { hashes: contents.map((content) => Buffer.from(sha256(content), 'hex')), size: 6 };
  const filled = await fillTables(plain, { seed: 26, without: [...ownTables, ...rebuiltTables], files });
  // A backup leaves out the bytes of erased files.
  await plain.query('UPDATE attachments SET erased_at = NULL');
  await plain.query('INSERT INTO company_counters (company_id) SELECT unnest($1::uuid[])', [companies]);
  await plain.query(`SELECT graphile_worker.add_job('mail', '{"a": 1}', job_key := 'one')`);
  await plain.end();
  await withClient(database.connection, 'test', distributeOnCluster);
  const connection = await clusterConnection(database.connection);
  const pool = createPool({ connection, size: 4, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  return { ...database, connection, pool, filled: filled.companies };
}

/** Transactions that write the same number to both companies. */
function writeToBoth(pool: Pool) {
  let isStopped = false;
  let count = 0;
  const end = (async () => {
    for (; !isStopped; count += 1)
      await transaction(pool, async (tx) => {
        for (const company of companies)
          await tx.query('UPDATE company_counters SET judging_version = $2 WHERE company_id = $1', [company, count]);
      });
  })();
  return {
    count: () => count,
    stop: async () => {
      isStopped = true;
      await end;
    },
  };
}

it.skipIf(citusUrl === undefined)(
  'a backup of a cluster is one moment of all workers, and is restored on a plain server and on a cluster',
  async () => {
    const contents = ['file 1', 'file 2'].map((text) => Buffer.from(text));
    const { connection, pool, filled, url } = await openFilledCluster(contents);
    const [dataDir, folder] = [await folderForThisTest(), await folderForThisTest()];
    const files = await openDiskStore(dataDir);
    for (const company of filled)
      for (const content of contents) await (await files.receive(Readable.from([content]), 100)).keep(company);

    const writing = writeToBoth(pool);
    const versions: string[][] = [];
    try {
      await expect.poll(writing.count).toBeGreaterThan(3);
      for (let taken = 0; taken < 10; taken += 1)
        await withSnapshot({ connection, pool, signal: new AbortController().signal }, async ({ tables }) => {
          const counters = tables.find(({ name }) => name === 'company_counters') as SnapshotTable;
          versions.push(await versionsIn(counters));
        });
    } finally {
      await writing.stop();
    }
    expect(versions.map(([one]) => [one, one])).toEqual(versions);
    expect(new Set(versions.map(([one]) => one)).size).toBeGreaterThan(3);

    const config = readConfig({ DATA_DIR: dataDir });
    const backup = await takeBackup({ connection, pool, files, config, destination: { folder: folder } });
    expect(backup).toMatchObject({ damaged: [], files: { count: filled.length * contents.length } });
    const source = await rowsOf(url);
    for (const target of [
      await ownDatabaseForThisTest('A backup is restored into an empty database.', 'template0'),
      await clusterForThisTest(),
    ]) {
      const env = { DATABASE_URL: target.url, DATA_DIR: await folderForThisTest() };
      const restored = await runCommand(['restore', folder, '--json'], env);
      expect(restored.code, restored.stderr).toBe(0);
      expect(differencesOf(source, await rowsOf(target.url))).toEqual([]);
    }
  },
);

async function versionsIn({ relations }: SnapshotTable): Promise<string[]> {
  const found: string[] = [];
  for (const { client, table } of relations) {
    const { rows } = (await client.query(
      `SELECT judging_version FROM ${table.name} WHERE company_id = ANY ($1) ORDER BY company_id`,
      [companies],
    )) as { rows: { judging_version: string }[] };
    found.push(...rows.map((row) => row.judging_version));
  }
  return found;
}

async function rowsOf(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return readRows(client, leftOut).finally(() => client.end());
}

async function clusterForThisTest() {
  const database = await createClusterDatabase();
  onTestFinished(() => database.drop());
  return database;
}
