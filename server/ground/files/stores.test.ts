import { randomUUID } from 'node:crypto';
import { rm, stat, truncate } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import type { CompanyId } from '../db/pool.ts';
import { sha256 } from '../../testing/files.ts';
import { ago, fromNow } from '../../testing/time.ts';
import type { FileStore, OpenFile } from './store.ts';
import { partBytes, putAt, storesUnderTest } from './stores.testing.ts';

const day = 24 * 60 * 60 * 1000;
/** Takes two parts. */
const largeBytes = partBytes + 65_536;

describe.each(Object.entries(storesUnderTest))('a store on %s', async (_kind, openStore) => {
  const { open, names, pathOf, close } = await openStore();
  const store = await open();
  afterAll(async () => {
    store.close();
    await close();
  });

  const newCompany = () => randomUUID() as CompanyId;
  const hashOf = (bytes: Buffer) => Buffer.from(sha256(bytes), 'hex');
  const keyOf = (company: CompanyId, bytes: Buffer) => `${company}/${sha256(bytes).slice(0, 2)}/${sha256(bytes)}`;
  const receive = (bytes: Buffer | string, limit = 4 * partBytes) => store.receive(chunksOf(bytes), limit);

  async function keep(company: CompanyId, bytes: Buffer): Promise<Buffer> {
    const received = await receive(bytes);
    await received.keep(company);
    return received.sha256;
  }

  it('a received file is described by its size and its SHA-256, and is nowhere until it is kept', async () => {
    const company = newCompany();
    const bytes = Buffer.from('abc'.repeat(3_000));
    const received = await receive(bytes);
    expect(received).toMatchObject({ size: 9_000, tooLarge: false, sha256: hashOf(bytes) });
    expect(await store.open(company, hashOf(bytes))).toBeUndefined();

    await received.keep(company);
    await received.discard();
    expect(await names(company)).toEqual([sha256(bytes)]);
    expect(await names('incoming')).toEqual([]);
    expect((await stat(pathOf(keyOf(company, bytes)))).size).toBe(9_000);
  });

  it('a kept file is read again by its SHA-256, in its own company only', async () => {
    const company = newCompany();
    const hash = await keep(company, Buffer.from('some bytes'));
    const opened = await store.open(company, hash);
    expect(opened?.size).toBe(10);
    expect((await bytesOf(opened)).toString()).toBe('some bytes');
    expect(await store.open(newCompany(), hash)).toBeUndefined();
    expect(await store.open(company, Buffer.alloc(32))).toBeUndefined();
  });

  it.each([0, partBytes, 2 * partBytes + 17])('%i bytes come back as they were', async (size) => {
    const company = newCompany();
    const bytes = Buffer.alloc(size, 'a number of letters');
    const opened = await store.open(company, await keep(company, bytes));
    expect(opened?.size).toBe(size);
    expect((await bytesOf(opened)).equals(bytes)).toBe(true);
    expect(await names('incoming')).toEqual([]);
  });

  it('a range has only its bytes, and says how long the whole file is', async () => {
    const company = newCompany();
    const hash = await keep(company, Buffer.from('0123456789'));
    for (const [start, end, text] of [
      [0, 0, '0'],
      [3, 5, '345'],
      [9, 9, '9'],
      [0, 9, '0123456789'],
    ] as const) {
      const opened = await store.open(company, hash, { start, end });
      expect(opened?.size).toBe(10);
      expect((await bytesOf(opened)).toString()).toBe(text);
    }
  });

  it('a range of a file that has become shorter has the bytes that are left, and the size says so', async () => {
    const company = newCompany();
    const bytes = Buffer.from('0123456789');
    const hash = await keep(company, bytes);
    await truncate(pathOf(keyOf(company, bytes)), 4);
    const across = await store.open(company, hash, { start: 2, end: 8 });
    expect([across?.size, (await bytesOf(across)).toString()]).toEqual([4, '23']);
    const pastTheEnd = await store.open(company, hash, { start: 6, end: 8 });
    expect([pastTheEnd?.size, (await bytesOf(pastTheEnd)).toString()]).toEqual([4, '']);
  });

  it('a reader that leaves early is no problem for the next', async () => {
    const company = newCompany();
    const bytes = Buffer.alloc(largeBytes, 1);
    const hash = await keep(company, bytes);
    for (let times = 0; times < 2; times++) {
      const opened = await store.open(company, hash);
      for await (const chunk of opened?.stream ?? []) {
        expect((chunk as Buffer).length).toBeGreaterThan(0);
        break;
      }
    }
    expect((await bytesOf(await store.open(company, hash))).equals(bytes)).toBe(true);
  });

  it('the same bytes at once and again are one file', async () => {
    const company = newCompany();
    const [small, large] = [Buffer.from('same'), Buffer.alloc(largeBytes, 'same')];
    await Promise.all([small, large, small, large, small].map((bytes) => keep(company, bytes)));
    await keep(company, small);
    expect((await names(company)).toSorted()).toEqual([sha256(small), sha256(large)].toSorted());
    expect((await bytesOf(await store.open(company, hashOf(large)))).equals(large)).toBe(true);
  });

  it('one byte more than the limit is too large; the limit itself is not', async () => {
    for (const limit of [10, largeBytes]) {
      const bytes = Buffer.alloc(limit + 1, 7);
      const full = await receive(bytes.subarray(1), limit);
      expect(full).toMatchObject({ tooLarge: false, size: limit });
      const over = await receive(bytes, limit);
      expect(over.tooLarge).toBe(true);
      await Promise.all([full.discard(), over.discard()]);
    }
    expect(await names('incoming')).toEqual([]);
  });

  it.each([10, largeBytes])('of %i bytes that are discarded, or break off, nothing stays', async (size) => {
    const bytes = Buffer.alloc(size, 3);
    await (await receive(bytes)).discard();
    await expect(store.receive(breaking(bytes), 4 * partBytes)).rejects.toThrow('the sender has left');
    expect(await names('incoming')).toEqual([]);
    expect(await names('../../._S3rver_uploads')).toEqual([]);
  });

  it('all files of a company are listed, in chunks, and nothing else', async () => {
    const company = newCompany();
    const all = Array.from({ length: 503 }, (_, n) => Buffer.from(`file ${n}`));
    await Promise.all(all.map((bytes) => putAt(pathOf(keyOf(company, bytes)), bytes)));
    await putAt(pathOf(`${company}/aa/read-me.txt`), 'mine');
    await keep(newCompany(), Buffer.from('of another company'));
    await store.trash(company, hashOf(all[0] as Buffer), new Date());
    const listed: string[] = [];
    for await (const some of store.list(company)) {
      expect(some.length).toBeLessThanOrEqual(500);
      listed.push(...some.map((hash) => hash.toString('hex')));
    }
    expect(listed.toSorted()).toEqual(all.slice(1).map(sha256).toSorted());
  });

  it('a file in the trash can be opened, and goes back or away', async () => {
    const company = newCompany();
    const [first, second] = [Buffer.from('first'), Buffer.from('second')];
    const now = fromNow(5_000);
    for (const bytes of [first, second]) await store.trash(company, await keep(company, bytes), now);
    expect(await names(company)).toHaveLength(0);
    expect((await bytesOf(await store.open(company, hashOf(first)))).toString()).toBe('first');
    expect((await bytesOf(await store.open(company, hashOf(first), { start: 1, end: 2 }))).toString()).toBe('ir');

    const trashed = await store.trashed(company);
    expect(trashed.map(({ since }) => since)).toEqual([now, now]);
    for (const one of trashed)
      if (one.sha256.equals(hashOf(first))) await store.putBack(company, one);
      else await store.remove(company, one);
    expect(await store.trashed(company)).toEqual([]);
    expect((await bytesOf(await store.open(company, hashOf(first)))).toString()).toBe('first');
    expect(await store.open(company, hashOf(second))).toBeUndefined();
    // Another process has done the same.
    for (const one of trashed) {
      await store.putBack(company, one);
      await store.remove(company, one);
    }
    expect(await names(company)).toEqual([sha256(first)]);
  });

  it('only a file that was kept before a time goes to the trash, if one is given', async () => {
    const company = newCompany();
    const [old, fresh] = [Buffer.from('old'), Buffer.from('fresh')];
    for (const bytes of [old, fresh]) await keep(company, bytes);
    await putAt(pathOf(keyOf(company, old)), old, 2 * day);
    for (const bytes of [old, fresh]) await store.trash(company, hashOf(bytes), new Date(), ago(day));
    expect(await names(company)).toEqual([sha256(fresh)]);
    await store.trash(company, hashOf(Buffer.from('unknown')), new Date());
    expect(await store.trashed(company)).toHaveLength(1);
    // Keeping it again makes it new.
    await keep(company, old);
    await store.trash(company, hashOf(old), new Date(), ago(day));
    expect(await names(company)).toHaveLength(2);
  });

  it('a company that is removed takes its files along, also those in the trash, and no others', async () => {
    const [gone, stays] = [newCompany(), newCompany()];
    for (const company of [gone, stays])
      for (const text of ['one', 'two', 'three']) await keep(company, Buffer.from(text));
    await store.trash(gone, hashOf(Buffer.from('one')), new Date());
    await store.removeAll(gone);
    await store.removeAll(gone);
    expect(await names(gone)).toEqual([]);
    expect(await store.trashed(gone)).toEqual([]);
    expect(await names(stays)).toHaveLength(3);
  });

  it('half-received files of a crash are removed after a day, and not before', async () => {
    await putAt(pathOf('incoming/old'), 'x', day + 60_000);
    await putAt(pathOf('incoming/new'), 'x', day - 60_000);
    await store.removeStale();
    expect(await names('incoming')).toEqual(['new']);
    await rm(pathOf('incoming/new'));
  });

  it('a probe leaves nothing', async () => {
    const other: FileStore = await open();
    await other.probe();
    other.close();
    expect(await names('incoming')).toEqual([]);
  });
});

/** In chunks that fit into no part. */
async function* chunksOf(bytes: Buffer | string): AsyncGenerator<Buffer> {
  const buffer = Buffer.from(bytes);
  for (let at = 0; at < buffer.length; at += 65_521) yield buffer.subarray(at, at + 65_521);
}

async function* breaking(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* chunksOf(bytes);
  throw new Error('the sender has left');
}

async function bytesOf(opened: OpenFile | undefined): Promise<Buffer> {
  return Buffer.concat((await opened?.stream.toArray()) as Buffer[]);
}
