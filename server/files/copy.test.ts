import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { copyFiles, type CopyOptions } from './copy.ts';
import { openDiskStore, storedPathOf } from '../ground/files/disk.ts';
import { createPartBuffers } from '../ground/files/s3/parts.ts';
import { openS3Store } from '../ground/files/s3/store.ts';
import type { FileStore } from '../ground/files/store.ts';
import { partBytes } from '../ground/files/stores.testing.ts';
import { sweepFiles } from '../supplier-invoices/attachments/sweep.ts';
import { openDoor, paths } from '../testing/door.ts';
import { pdfOf, sha256 } from '../testing/files.ts';
import { invoiceOn } from '../testing/operations.ts';
import { openS3 } from '../testing/s3.ts';
import { fromNow } from '../testing/time.ts';

const door = await openDoor();
await door.addSupplier('1');
const s3 = await openS3();
afterAll(async () => {
  await door.close();
  await s3.close();
});

let seeds = 0;
let invoice: string;
beforeEach(async () => {
  await door.pool.query('DELETE FROM attachments WHERE company_id = $1', [door.company]);
  invoice = await invoiceOn(door, `copy ${seeds++}`);
});

async function attach(bytes = pdfOf(1_000, `copy ${seeds++}`), on = invoice): Promise<Buffer> {
  const body = { supplierInvoiceId: on, fileName: 'a.pdf', content: bytes.toString('base64') };
  expect((await door.post(paths.attach, body)).status).toBe(200);
  return bytes;
}
const hashOf = (bytes: Buffer) => Buffer.from(sha256(bytes), 'hex');
const pathOf = (bytes: Buffer) => storedPathOf(join(door.dataDir, 'files'), door.company, hashOf(bytes));

/** A new store for each test: a folder, or a prefix of the bucket. */
const targets: Record<string, () => Promise<FileStore>> = {
  disk: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'doorway-copy-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return openDiskStore(folder);
  },
  S3: () =>
    openS3Store(
      { bucket: s3.bucket, prefix: `copy-${seeds++}/` },
      s3.endpoint,
      createPartBuffers(undefined, undefined, partBytes),
    ),
};

async function copy(to: FileStore, options: Partial<CopyOptions> = {}) {
  const sum = { files: 0, copied: 0, copiedBytes: 0, damaged: [] as string[] };
  const given = { from: door.files, to, width: 3, rechecks: false, ...options };
  for await (const page of copyFiles(door.pool, door.company, given)) {
    sum.files += page.files;
    sum.copied += page.copied;
    sum.copiedBytes += page.copiedBytes;
    sum.damaged.push(...page.damaged.map(({ problem, owners }) => `${owners.length} ${problem}`));
  }
  return sum;
}

/** The hash of the bytes that a store has instead of these. */
async function read(store: FileStore, bytes: Buffer): Promise<string | undefined> {
  const opened = await store.open(door.company, hashOf(bytes));
  return opened && sha256(Buffer.concat((await opened.stream.toArray()) as Buffer[]));
}

it.each(Object.keys(targets))('to %s: all files are copied, and a second run copies only new ones', async (kind) => {
  const to = await (targets[kind] as () => Promise<FileStore>)();
  const largeBytes = partBytes + 100_000;
  const files = [await attach(pdfOf(largeBytes, 'large')), await attach(), await attach(), await attach()];
  expect(await copy(to)).toEqual({ files: 4, copied: 4, copiedBytes: largeBytes + 3_000, damaged: [] });
  expect(await copy(to)).toEqual({ files: 4, copied: 0, copiedBytes: 0, damaged: [] });
  files.push(await attach());
  expect(await copy(to)).toMatchObject({ files: 5, copied: 1 });
  for (const bytes of files) expect(await read(to, bytes)).toBe(sha256(bytes));
});

it.each(Object.keys(targets))('to %s: damaged files of the source are named and not copied', async (kind) => {
  const to = await (targets[kind] as () => Promise<FileStore>)();
  const [whole, gone, altered, longer] = [await attach(), await attach(), await attach(), await attach()];
  await rm(pathOf(gone));
  await writeFile(pathOf(altered), pdfOf(1_000, 'something else'));
  await writeFile(pathOf(longer), Buffer.concat([longer, longer]));
  const { copied, damaged } = await copy(to);
  expect([copied, damaged.toSorted()]).toEqual([1, ['1 altered', '1 altered', '1 missing']]);
  expect(await read(to, whole)).toBe(sha256(whole));
  for (const bytes of [gone, altered, longer]) expect(await read(to, bytes)).toBeUndefined();
  const listed: Buffer[] = [];
  for await (const chunk of to.list(door.company)) listed.push(...chunk);
  expect(listed).toEqual([hashOf(whole)]);
});

it('to S3 and back, files keep their bytes', async () => {
  const bytes = await attach();
  const [there, back] = [await targets['S3']?.(), await targets['disk']?.()] as [FileStore, FileStore];
  await copy(there);
  expect(await copy(back, { from: there })).toMatchObject({ files: 1, copied: 1 });
  expect(await read(back, bytes)).toBe(sha256(bytes));
});

it('with rechecks, a damaged file of the target is replaced', async () => {
  const to = (await targets['disk']?.()) as FileStore;
  const bytes = await attach();
  await copy(to);
  await writeFile(storedPathOf(to.name, door.company, hashOf(bytes)), 'damaged');
  expect(await copy(to)).toMatchObject({ copied: 0 });
  expect(await copy(to, { rechecks: true })).toMatchObject({ copied: 1, damaged: [] });
  expect(await read(to, bytes)).toBe(sha256(bytes));
});

it('a target that fails ends the run, and the next run continues', async () => {
  const to = (await targets['disk']?.()) as FileStore;
  for (let many = 0; many < 5; many++) await attach();
  let received = 0;
  const full: FileStore = {
    ...to,
    receive: (...incoming) => (received++ < 2 ? to.receive(...incoming) : Promise.reject(new Error('no space left.'))),
  };
  await expect(copy(full, { width: 1 })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('no space left. Run the command again; it continues.'),
  });
  expect(await copy(to)).toMatchObject({ files: 5, copied: 3 });
});

it('uploads go on during a copy; after they stop, a last copy misses nothing, and no sweep removes a file', async () => {
  const to = (await targets['S3']?.()) as FileStore;
  const invoices = await Promise.all(Array.from({ length: 4 }, () => invoiceOn(door, `going on ${seeds++}`)));
  const files: Buffer[] = [];
  let isOpen = true;
  const uploads = invoices.map(async (on) => {
    for (let many = 0; many < 5; many++) files.push(await attach(undefined, on));
    isOpen = false;
  });
  let runs = 0;
  while (isOpen) {
    await copy(to);
    runs += 1;
  }
  await Promise.all(uploads);
  const last = await copy(to);
  expect(last.files).toBe(20);
  expect(runs).toBeGreaterThan(0);
  expect(await copy(to)).toMatchObject({ files: 20, copied: 0 });
  const inYears = fromNow(7 * 366 * 24 * 60 * 60 * 1000);
  for (const store of [door.files, to]) await sweepFiles(door.pool, store, inYears);
  for (const bytes of files) expect(await read(to, bytes)).toBe(sha256(bytes));
});
