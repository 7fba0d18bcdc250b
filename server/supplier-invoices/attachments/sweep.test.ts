import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyId } from '../../ground/db/pool.ts';
import { openFileStore } from '../../ground/files/open.ts';
import { filesIn, putAt } from '../../ground/files/stores.testing.ts';
import { openOwnDoor, paths } from '../../testing/door.ts';
import { pdfOf, sha256 } from '../../testing/files.ts';
import { invoiceOn } from '../../testing/operations.ts';
import { expectProblem } from '../../testing/problem.ts';
import { openS3 } from '../../testing/s3.ts';
import { ago, fromNow, nowMs } from '../../testing/time.ts';
import { readConfig } from '../../config.ts';
import { sweepFiles } from './sweep.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

describe.each(['disk', 'S3'])('files on %s', async (kind) => {
  let supplierInvoiceId: string;
  let seeds = 0;
  const s3 = kind === 'S3' ? await openS3() : undefined;
  const env = s3?.env ?? {};
  const door = await openOwnDoor('It sweeps the files of all companies.', { env });
  await door.addSupplier('1');
  afterAll(async () => {
    await door.close();
    await s3?.close();
  });
  beforeEach(async () => {
    supplierInvoiceId = await invoiceOn(door, `sweep ${seeds++}`);
  });

  const { names, pathOf } =
    s3 === undefined
      ? filesIn(join(door.dataDir, 'files'), '')
      : filesIn(join(s3.folder, s3.bucket, 'attachments'), '._S3rver_object');
  const kept = () => names(door.company);
  const inTrash = async () => (await door.files.trashed(door.company)).map((file) => file.sha256.toString('hex'));
  const fresh = () => pdfOf(200, `sweep ${seeds++}`);
  const attach = (bytes: Buffer, headers = {}, on = supplierInvoiceId) =>
    door.post(paths.attach, { supplierInvoiceId: on, fileName: 'a.pdf', content: bytes.toString('base64') }, headers);
  const sweepIn = (milliseconds: number) => sweepFiles(door.pool, door.files, fromNow(milliseconds));
  const hashOf = (bytes: Buffer) => Buffer.from(sha256(bytes), 'hex');
  const placeOf = (bytes: Buffer, company = door.company) =>
    pathOf(`${company}/${sha256(bytes).slice(0, 2)}/${sha256(bytes)}`);
  const inPlace = (bytes: Buffer) => readFile(placeOf(bytes));

  async function read(bytes: Buffer, company = door.company): Promise<Buffer | undefined> {
    const opened = await door.files.open(company, hashOf(bytes));
    return opened && Buffer.concat((await opened.stream.toArray()) as Buffer[]);
  }

  async function orphan(company = door.company): Promise<Buffer> {
    const bytes = fresh();
    await (await door.files.receive(toChunks(bytes), 1_000)).keep(company);
    return bytes;
  }

  it('bytes that no row names are gone after a day and an hour, and not before', async () => {
    const bytes = await orphan();
    const keptAt = nowMs();
    const sweepAfter = (ms: number) => sweepFiles(door.pool, door.files, new Date(keptAt + ms));
    expect(await sweepAfter(day - hour)).toBe(0);
    expect(await inPlace(bytes)).toEqual(bytes);
    expect(await sweepAfter(day + 1_000)).toBe(0);
    expect(await inTrash()).toEqual([sha256(bytes)]);
    expect(await sweepAfter(day + hour)).toBe(0);
    expect(await sweepAfter(day + hour + 2_000)).toBe(1);
    expect(await inTrash()).toEqual([]);
    expect(await read(bytes)).toBeUndefined();
  });

  it('bytes that a row names stay, however old they are', async () => {
    const bytes = fresh();
    expect((await attach(bytes)).status).toBe(200);
    for (const time of [day, 2 * day, 400 * day]) expect(await sweepIn(time)).toBe(0);
    expect(await inPlace(bytes)).toEqual(bytes);
  });

  it('a request that keeps the same bytes while they wait to be removed has them for good', async () => {
    const bytes = await orphan();
    await sweepIn(day + 1_000);
    expect(await inTrash()).toEqual([sha256(bytes)]);
    expect((await attach(bytes)).status).toBe(200);
    expect(await sweepIn(2 * day)).toBe(0);
    expect(await inTrash()).toEqual([]);
    expect(await inPlace(bytes)).toEqual(bytes);
  });

  it('bytes that were taken out of their place just before their row was written are read from the trash, and go back', async () => {
    const bytes = fresh();
    expect((await attach(bytes)).status).toBe(200);
    await door.files.trash(door.company, hashOf(bytes), new Date());
    expect(await kept()).not.toContain(sha256(bytes));
    expect(await read(bytes)).toEqual(bytes);
    expect(await sweepIn(hour + 1_000)).toBe(0);
    expect(await inPlace(bytes)).toEqual(bytes);
    expect(await inTrash()).toEqual([]);
  });

  it('a file that was kept after the sweep had looked at it can be read, and on the disk is put back at once', async () => {
    const bytes = await orphan();
    await putAt(placeOf(bytes), bytes, day + hour);
    const moving = door.files.trash(door.company, hashOf(bytes), new Date(), ago(day));
    // The request's file replaces the old one either before or after the sweep moves it.
    const received = await door.files.receive(toChunks(bytes), 1_000);
    await received.keep(door.company);
    await moving;
    expect(await read(bytes)).toEqual(bytes);
    if (kind === 'disk') expect(await inPlace(bytes)).toEqual(bytes);
    await sweepIn(2 * day);
    await sweepIn(2 * day + 2 * hour);
    expect(await read(bytes)).toBeUndefined();
  });

  it('two processes that sweep at once, while requests attach the same bytes, lose none', async () => {
    const other = await openFileStore(readConfig({ DATA_DIR: door.dataDir, ...env }));
    const invoices = await Promise.all(Array.from({ length: 4 }, (_, n) => invoiceOn(door, `race ${n}`)));
    const orphans = () => Promise.all(Array.from({ length: kind === 'disk' ? 5 : 2 }, () => orphan()));
    const inTrashBefore = await orphans();
    await sweepIn(day + 1_000);
    const files = [...inTrashBefore, ...(await orphans())];
    // No round comes an hour after another: a file stays in the trash for far longer than a request takes.
    const sweep = async (store: typeof other) => {
      for (let round = 0; round < 4; round++) await sweepFiles(door.pool, store, fromNow(day + 2 * hour));
    };
    const attaching = files.flatMap((bytes) =>
      invoices.map(async (on) => expect((await attach(bytes, {}, on)).status).toBe(200)),
    );
    await Promise.all([sweep(door.files), sweep(other), ...attaching]);
    for (const bytes of files) expect(await read(bytes)).toEqual(bytes);
    await sweepIn(10 * day);
    for (const bytes of files) expect(await inPlace(bytes)).toEqual(bytes);
  });

  it('files of a company that the database does not know are left alone', async () => {
    const elsewhere = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88' as CompanyId;
    const bytes = await orphan(elsewhere);
    for (const time of [2 * day, 4 * day]) await sweepIn(time);
    expect(await read(bytes, elsewhere)).toEqual(bytes);
  });

  it('what is no file of the service stays where somebody put it', async () => {
    const note = pathOf(`${door.company}/aa/read-me.txt`);
    await putAt(note, 'mine');
    for (const time of [2 * day, 4 * day]) await sweepIn(time);
    expect(await readFile(note, 'utf8')).toBe('mine');
  });

  it('a sweep that is told to stop removes nothing more', async () => {
    const bytes = await orphan();
    await sweepFiles(door.pool, door.files, fromNow(2 * day), AbortSignal.abort());
    expect(await inPlace(bytes)).toEqual(bytes);
  });

  it.runIf(kind === 'disk')('a reused Idempotency-Key leaves no bytes, however often it comes', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const first = fresh();
    expect((await attach(first, headers)).status).toBe(200);
    const before = await kept();
    for (let times = 0; times < 3; times++)
      expectProblem(await attach(fresh(), headers), 409, 'This Idempotency-Key was used before');
    expect(await kept()).toEqual(before);
    expect(await names('incoming')).toEqual([]);
    expect(await inTrash()).toEqual([]);
    expect((await attach(first, headers)).headers.get('idempotency-replayed')).toBe('true');
  });

  it.runIf(kind === 'disk')(
    'of different files with one Idempotency-Key at once, those that come too late go to the trash',
    async () => {
      const headers = { 'idempotency-key': 'at once' };
      const before = await kept();
      const files = Array.from({ length: 8 }, fresh);
      const answers = await Promise.all(files.map((bytes) => attach(bytes, headers)));
      const [attached, ...more] = files.filter((_, at) => answers[at]?.status === 200);
      expect(more).toEqual([]);
      expect((await kept()).toSorted()).toEqual([...before, sha256(attached as Buffer)].toSorted());
      await sweepIn(hour + 1_000);
      expect(await inTrash()).toEqual([]);
      expect(await read(attached as Buffer)).toEqual(attached);
    },
  );

  it.runIf(kind === 'disk')(
    'of sixty files at once those that found no place on the invoice go to the trash',
    async () => {
      const before = await kept();
      const answers = await Promise.all(Array.from({ length: 60 }, () => attach(fresh())));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
      expect(await kept()).toHaveLength(before.length + 50);
    },
  );
});

async function* toChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
