import { createHash, randomBytes } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { requireCompany } from '../companies/store.ts';
import { sweepFiles } from '../supplier-invoices/attachments/sweep.ts';
import type { CompanyId, Pool } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import type { FileStore } from '../ground/files/store.ts';
import { createToken } from '../testing/access.ts';
import { databaseForThisTest } from '../testing/database.ts';
import { openAppOn, paths, send } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import { createLuck } from '../testing/luck.ts';
import { emptyDataDir, startService, type Service } from '../testing/process.ts';
import { s3ForThisTest } from '../testing/s3.ts';
import { ago, fromNow } from '../testing/time.ts';
import {
  hashOf,
  repeatUploads,
  uploadsOn,
  uploadUntilKilled,
  type AcknowledgedUploads,
  type Upload,
} from '../testing/uploads.ts';

const hourMs = 60 * 60 * 1000;
const uploads = isLongRun ? 200 : 10;
const invoices = isLongRun ? 8 : 2;
/** The long round starts the service more than 20 times, which took 330 s on a busy machine. */
const timeoutMs = isLongRun ? 1_200_000 : 300_000;

interface StoreUnderTest {
  /** Settings of the next start. */
  env(): Promise<Record<string, string>>;
  /** Its files, by their paths. Those of crashed uploads are in `incoming`, or are parts of an upload to S3. */
  folder: string;
}

const stores: Record<string, () => Promise<StoreUnderTest>> = {
  disk: async () => {
    const dataDir = await emptyDataDir();
    return { env: async () => ({ DATA_DIR: dataDir }), folder: join(dataDir, 'files') };
  },
  S3: async () => {
    const { env, folder } = await s3ForThisTest();
    const SECRETS_KEY = randomBytes(32).toString('base64');
    // Each start is another machine, which shares no folder with the last one.
    return { env: async () => ({ ...env, DATA_DIR: await emptyDataDir(), SECRETS_KEY }), folder };
  },
};

async function pathsIn(folder: string, like: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return paths.filter((path) => like.test(path));
}

const halfReceived = /\/(?:incoming|\._S3rver_uploads)\//;
const leftovers = /\/(?:incoming|\._S3rver_uploads|trash)\//;

async function makeOld(paths: string[]): Promise<void> {
  const yesterday = ago(25 * hourMs);
  for (const path of paths) await utimes(path, yesterday, yesterday);
}

/** Every row has its bytes, every stored file has a row, and all acknowledged uploads are among them. */
async function expectAgreement(
  { pool, company, files }: { pool: Pool; company: CompanyId; files: FileStore },
  all: readonly Upload[],
  acknowledged: AcknowledgedUploads,
): Promise<void> {
  const { rows } = await pool.query<{ id: string; sha256: Buffer }>(
    'SELECT id, sha256 FROM attachments WHERE company_id = $1',
    [company],
  );
  const stored: string[] = [];
  for await (const some of files.list(company)) stored.push(...some.map((sha256) => sha256.toString('hex')));
  expect(stored.toSorted()).toEqual(rows.map(({ sha256 }) => sha256.toString('hex')).toSorted());
  for (const { sha256 } of rows) {
    const hash = createHash('sha256');
    for await (const piece of (await files.open(company, sha256))?.stream ?? []) hash.update(piece as Buffer);
    expect(hash.digest('hex')).toBe(sha256.toString('hex'));
  }
  const hashes = new Map(rows.map(({ id, sha256 }) => [id, sha256.toString('hex')]));
  for (const upload of all)
    if (acknowledged.has(upload.number)) expect(hashes.get(acknowledged.get(upload.number)!)).toBe(hashOf(upload));
}

it.each(Object.entries(stores))(
  'after kills in the middle of uploads to %s, rows and bytes agree both ways, and nothing half-received is left',
  async (_name, openStore) => {
    const { env, folder } = await openStore();
    const database = await databaseForThisTest();
    const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
    onTestFinished(() => pool.end());
    const { token } = await createToken(pool, { company: 'Acme', partner: 'Scanner' });
    const company = await requireCompany(pool, 'Acme');
    const start = async () => startService({ DATABASE_URL: database.url, ...(await env()) });
    let killed = await start();
    const create = async (path: string, body: object): Promise<string> => {
      const answer = await killed.call('POST', path, { token, body });
      expect(answer.status, answer.body.message).toBe(200);
      return answer.body.id;
    };
    await create(paths.suppliers, { number: '1', name: 'El' });
    const invoiceIds: string[] = [];
    for (let n = 0; n < invoices; n++)
      invoiceIds.push(await create(paths.invoices, { externalReferenceId: `${n}`, supplierNumber: '1' }));

    const luck = createLuck();
    const all = uploadsOn(invoiceIds, uploads);
    const queue = [...all];
    const acknowledged: AcknowledgedUploads = new Map();
    const unanswered: Upload[] = [];
    let kills = 0;
    while (queue.length > 0) {
      if (kills > 0) killed = await start();
      unanswered.push(...(await uploadUntilKilled(killed, token, queue, acknowledged, luck)));
      kills += 1;
      if (!isLongRun) break;
    }
    expect(unanswered.length).toBeGreaterThan(0);
    const { DATA_DIR, ...more } = await env();
    const app = await openAppOn('It uses what a killed process has left.', database.connection, DATA_DIR as string, {
      env: more,
    });
    onTestFinished(() => app.stop());
    const service: Pick<Service, 'call'> = {
      call: (method, path, request = {}) => send(app.url, method, path, request),
    };

    // One half is repeated before the sweep, which may remove the bytes of the others.
    const half = unanswered.splice(0, unanswered.length / 2);
    await repeatUploads(service, token, [...half, ...queue], acknowledged);
    const unfinished = await pathsIn(folder, halfReceived);
    await makeOld(unfinished);
    const { files } = app;
    await sweepFiles(pool, files, fromNow(25 * hourMs));
    const orphans = await files.trashed(company);
    await sweepFiles(pool, files, fromNow(27 * hourMs));
    const ground = { pool, company, files };
    await expectAgreement(ground, all, acknowledged);
    expect(await pathsIn(folder, leftovers)).toEqual([]);
    if (isLongRun)
      for (const count of [kills - 15, unfinished.length, orphans.length]) expect(count).toBeGreaterThan(0);

    await repeatUploads(service, token, unanswered, acknowledged);
    expect(acknowledged.size).toBe(uploads);
    await expectAgreement(ground, all, acknowledged);
  },
  timeoutMs,
);
