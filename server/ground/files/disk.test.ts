import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { CompanyId } from '../db/pool.ts';
import { sha256 } from '../../testing/files.ts';
import { openDiskStore, placeOf } from './disk.ts';
import type { FileStore } from './store.ts';

const company = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88' as CompanyId;
let dataDir: string;
let store: FileStore;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'doorway-disk-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  store = await openDiskStore(dataDir);
});

async function* chunks(...pieces: (string | Error)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield Buffer.from(piece);
  }
}

const incoming = () => readdir(join(dataDir, 'files', 'incoming'));

it('what is received is told by its size and its SHA-256, and has no place until it is kept', async () => {
  const text = 'abc'.repeat(3_000);
  const received = await store.receive(chunks(text.slice(0, 10), text.slice(10)), 10_000);
  expect(received).toMatchObject({
    size: 9_000,
    tooLarge: false,
    sha256: Buffer.from(sha256(Buffer.from(text)), 'hex'),
  });
  expect(await incoming()).toHaveLength(1);

  await received.keep(company);
  const place = placeOf(join(dataDir, 'files'), company, received.sha256);
  expect(await readFile(place, 'utf8')).toBe(text);
  expect((await stat(place)).mode & 0o077).toBe(0);
  await received.discard();
  expect(await readFile(place, 'utf8')).toBe(text);
  expect(await incoming()).toEqual([]);
});

it('what was kept is read again by its SHA-256, in its own company only', async () => {
  const received = await store.receive(chunks('some bytes'), 100);
  await received.keep(company);
  const opened = await store.open(company, received.sha256);
  expect(opened?.size).toBe(10);
  expect(Buffer.concat((await opened?.stream.toArray()) as Buffer[]).toString()).toBe('some bytes');
  expect(await store.open('019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c89' as CompanyId, received.sha256)).toBeUndefined();
  expect(await store.open(company, Buffer.alloc(32))).toBeUndefined();
});

it('the same bytes twice are one file', async () => {
  for (let times = 0; times < 2; times++) await (await store.receive(chunks('same'), 10)).keep(company);
  expect(await readdir(join(dataDir, 'files', company), { recursive: true })).toHaveLength(2);
});

it('one byte more than the limit is too large; the limit itself is not', async () => {
  expect(await store.receive(chunks('12345', '67890'), 10)).toMatchObject({ tooLarge: false, size: 10 });
  const over = await store.receive(chunks('12345', '678901'), 10);
  expect(over.tooLarge).toBe(true);
  await over.discard();
});

it('what is discarded, or breaks off, leaves nothing', async () => {
  await (await store.receive(chunks('unwanted'), 10)).discard();
  await expect(store.receive(chunks('half', new Error('gone')), 10)).rejects.toThrow('gone');
  expect(await incoming()).toEqual([]);
});

it('what a crash left half received is removed after a day, and not before', async () => {
  const path = (name: string) => join(dataDir, 'files', 'incoming', name);
  await writeFile(path('old'), 'x');
  await writeFile(path('new'), 'x');
  const yesterday = Date.now() / 1000 - 25 * 60 * 60;
  await utimes(path('old'), yesterday, yesterday);
  await openDiskStore(dataDir);
  expect(await incoming()).toEqual(['new']);
});
