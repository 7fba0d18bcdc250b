import { appendFile, mkdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { verifyNight } from './night.ts';
import { allFiles, nightsPerRound } from './rules.ts';
import { readLastRun } from './runs-store.ts';
import { verifyFiles, verifyPage, type VerifiedPage, type VerifyOptions } from './verify.ts';
import { storedPathOf } from '../ground/files/disk.ts';
import type { FileStore } from '../ground/files/store.ts';
import { openDoor, paths } from '../testing/door.ts';
import { pdfOf, sha256 } from '../testing/files.ts';
import { invoiceOn } from '../testing/operations.ts';
import { signedIn } from '../testing/operator.ts';
import { nowMs } from '../testing/time.ts';

const dayMs = 24 * 60 * 60 * 1000;
const door = await openDoor();
await door.addSupplier('1');
const viewer = await signedIn(door, 'viewer');
afterAll(() => door.close());

let seeds = 0;
let invoice: string;
beforeEach(async () => {
  for (const table of ['damaged_files', 'file_verifications', 'attachments'])
    await door.pool.query(`DELETE FROM ${table} WHERE company_id = $1`, [door.company]);
  invoice = await invoiceOn(door, `verify ${seeds++}`);
});

/** The default is as long as a chunk of a file's stream: a longer file has the right hash up to there. */
async function attach(bytes = pdfOf(64 * 1024, `verify ${seeds++}`), on = invoice): Promise<AttachedFile> {
  const answer = await door.post(paths.attach, {
    supplierInvoiceId: on,
    fileName: 'a.pdf',
    content: bytes.toString('base64'),
  });
  expect(answer.status).toBe(200);
  const hash = Buffer.from(sha256(bytes), 'hex');
  return { id: answer.body.id, bytes, hash, path: storedPathOf(join(door.dataDir, 'files'), door.company, hash) };
}

interface AttachedFile {
  id: string;
  bytes: Buffer;
  hash: Buffer;
  path: string;
}

async function verify(options: Partial<VerifyOptions> = {}): Promise<Omit<VerifiedPage, 'position'>> {
  const all: Omit<VerifiedPage, 'position'> = { files: 0, damaged: [], unread: [] };
  const given = { files: door.files, width: 4, records: true, ...options };
  for await (const { files, damaged, unread } of verifyFiles(door.pool, door.company, allFiles, given)) {
    all.files += files;
    all.damaged.push(...damaged);
    all.unread.push(...unread);
  }
  return all;
}

const events = async () =>
  (
    await door.pool.query<{ data: Record<string, unknown> }>(
      `SELECT data FROM events WHERE company_id = $1 AND type = 'attachment.damaged' AND subject_id = $2 ORDER BY seq`,
      [door.company, invoice],
    )
  ).rows.map(({ data }) => data);
const marks = async () =>
  (await viewer.call('GET', `/companies/${door.company}/invoices/${invoice}`)).body.files.map(
    ({ damaged }: { damaged?: string }) => damaged,
  );
const overview = async () => (await viewer.call('GET', `/companies/${door.company}/overview`)).body.files;

const damages: [what: string, problem: string, damage: (file: AttachedFile) => Promise<unknown>][] = [
  ['is gone', 'missing', ({ path }) => rm(path)],
  ['is shorter', 'altered', ({ path }) => truncate(path, 999)],
  ['has more bytes at its end', 'altered', ({ path }) => appendFile(path, ' ')],
  [
    'has another byte',
    'altered',
    ({ path, bytes }) => writeFile(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from('x')])),
  ],
  [
    'cannot be read',
    'altered',
    async ({ path }) => {
      await rm(path);
      await mkdir(path);
    },
  ],
];

it.each(damages)(
  'a file that %s is %s: an event, a mark at the invoice and in the overview',
  async (_what, problem, damage) => {
    await attach();
    const file = await attach();
    expect(await verify()).toEqual({ files: 2, damaged: [], unread: [] });
    await damage(file);
    expect(await verify()).toMatchObject({
      files: 2,
      damaged: [{ sha256: file.hash, problem, owners: [{ attachmentId: file.id, supplierInvoiceId: invoice }] }],
    });
    const damaged = { attachmentId: file.id, fileName: 'a.pdf', supplierInvoiceId: invoice, problem };
    expect(await events()).toEqual([{ ...damaged, sha256: file.hash.toString('hex') }]);
    expect(await marks()).toEqual([undefined, problem]);
    expect(await overview()).toMatchObject({ damaged: 1, firstDamaged: [damaged] });
  },
);

it('damage is one event until the file was whole in between', async () => {
  const file = await attach();
  await rm(file.path);
  for (let times = 0; times < 3; times++) await verify();
  expect(await events()).toHaveLength(1);
  await writeFile(file.path, file.bytes);
  expect((await verify()).damaged).toEqual([]);
  expect(await marks()).toEqual([undefined]);
  expect(await overview()).toMatchObject({ damaged: 0, firstDamaged: [] });
  await writeFile(file.path, 'other');
  await verify();
  expect(await events()).toMatchObject([{ problem: 'missing' }, { problem: 'altered' }]);
});

it('a file that several invoices have is read once, and each invoice gets the event', async () => {
  const file = await attach();
  const other = await invoiceOn(door, `verify ${seeds++}`);
  await attach(file.bytes, other);
  await rm(file.path);
  const { files, damaged } = await verify();
  expect(files).toBe(1);
  expect(damaged[0]?.owners.map(({ supplierInvoiceId }) => supplierInvoiceId)).toEqual([invoice, other]);
  expect(await events()).toHaveLength(1);
});

it('a store that is away says nothing about its files', async () => {
  await attach();
  const away = join(door.dataDir, 'unmounted');
  await rename(join(door.dataDir, 'files'), away);
  onTestFinished(() => rename(away, join(door.dataDir, 'files')));
  await expect(verify()).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining('cannot be used') });
  expect(await events()).toEqual([]);
});

it('a failure that may pass is no damage, and the file counts as unread', async () => {
  await attach();
  await attach();
  let calls = 0;
  const flaky: FileStore = {
    ...door.files,
    // The first file fails twice.
    open: (...wanted) => (calls++ < 2 ? Promise.reject(new Error('too many open files')) : door.files.open(...wanted)),
  };
  const { files, damaged, unread } = await verify({ files: flaky, width: 1 });
  expect([files, damaged, unread.map(({ error }) => error.message)]).toEqual([1, [], ['too many open files']]);
});

it('a file whose rows are removed meanwhile is not damaged', async () => {
  const gone = { sha256: Buffer.alloc(32, 1), size: 10 };
  const options = { files: door.files, width: 1, records: true };
  expect(await verifyPage(door.pool, door.company, [gone], options)).toMatchObject({ damaged: [] });
  expect((await overview()).damaged).toBe(0);
});

it('nothing is recorded about another store than the configured one', async () => {
  await rm((await attach()).path);
  expect((await verify({ records: false })).damaged).toHaveLength(1);
  expect([await events(), await marks()]).toEqual([[], [undefined]]);
});

describe('a share every night', () => {
  const reads: string[] = [];
  const counting: FileStore = {
    ...door.files,
    open: (company, hash) => {
      reads.push(hash.toString('hex'));
      return door.files.open(company, hash);
    },
  };
  const night = (at: number, signal?: AbortSignal) =>
    verifyNight(door.pool, door.company, { files: counting, width: 1, signal }, new Date(begin + at * dayMs));
  const begin = nowMs();
  beforeEach(() => void (reads.length = 0));

  it('reads all files once in 28 nights, and shows the result', async () => {
    const files = await Promise.all(Array.from({ length: 12 }, () => attach()));
    for (let at = 0; at < nightsPerRound; at++) await night(at);
    expect(reads).toEqual(files.map(({ hash }) => hash.toString('hex')).toSorted());
    expect(await readLastRun(door.pool, door.company)).toMatchObject({ position: null });
    expect(await overview()).toMatchObject({ verified: 12, total: 12, verifiedAt: expect.any(String) });
  });

  it('reads all that is left after a pause, and known damage again at once', async () => {
    const files = await Promise.all(Array.from({ length: 8 }, () => attach()));
    await night(0);
    const [file] = files as [AttachedFile];
    await rm(file.path);
    await night(40);
    expect(new Set(reads).size).toBe(8);
    expect((await overview()).damaged).toBe(1);
    await writeFile(file.path, file.bytes);
    await night(41);
    expect((await overview()).damaged).toBe(0);
  });

  it('continues after a stop where it was', async () => {
    await Promise.all(Array.from({ length: 3 }, () => attach()));
    await night(0, AbortSignal.abort());
    expect(reads).toEqual([]);
    await night(0);
    await night(60);
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads).toHaveLength(3);
  });

  it('leaves no row of a company without files', async () => {
    await night(0);
    expect(await readLastRun(door.pool, door.company)).toBeUndefined();
    expect(await overview()).toMatchObject({ verifiedAt: null, verified: 0, total: 0 });
  });
});

it('a reader who finds damage has it recorded', async () => {
  const file = await attach();
  await rm(file.path);
  const { status } = await viewer.call('GET', `/companies/${door.company}/invoices/${invoice}/files/${file.id}`);
  expect(status).toBe(500);
  await expect.poll(events).toMatchObject([{ attachmentId: file.id, problem: 'missing' }]);
});
