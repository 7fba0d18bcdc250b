import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createSharedCheck } from './shared-check.ts';
import type { CompanyId } from '../db/pool.ts';
import { breathe } from '../../testing/time.ts';

const company = 'c' as CompanyId;
const hashOf = (text: string) => createHash('sha256').update(text).digest();

function storeOf(contents: Record<string, string | undefined>) {
  const counts = { opened: 0, atOnce: 0, mostAtOnce: 0 };
  const open = async (_company: CompanyId, sha256: Buffer) => {
    counts.opened += 1;
    counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.atOnce);
    await breathe();
    counts.atOnce -= 1;
    const content = contents[sha256.toString('hex')];
    return content === undefined ? undefined : { size: content.length, stream: Readable.from([Buffer.from(content)]) };
  };
  return { counts, open };
}

const refusal = () => new Error('full');

it('an intact file is read once for all who ask, until the check is ten minutes old', async () => {
  const sha256 = hashOf('a');
  const { counts, open } = storeOf({ [sha256.toString('hex')]: 'a' });
  let now = 0;
  const check = createSharedCheck({ open }, refusal, () => now);
  expect(await Promise.all(Array.from({ length: 20 }, () => check(company, sha256)))).toEqual(Array(20).fill('intact'));
  now = 10 * 60 * 1000 - 1;
  await check(company, sha256);
  expect(counts.opened).toBe(1);
  now += 1;
  await check(company, sha256);
  expect(counts.opened).toBe(2);
});

it('a missing, altered or unreadable file is read again by the next one who asks', async () => {
  const [missing, altered, unreadable] = [hashOf('a'), hashOf('b'), hashOf('c')];
  const store = storeOf({ [altered.toString('hex')]: 'x' });
  const open = async (...of: Parameters<typeof store.open>) => {
    const file = await store.open(...of);
    if (of[1].equals(unreadable)) throw new Error('away');
    return file;
  };
  const check = createSharedCheck({ open }, refusal);
  for (const times of [1, 2]) {
    expect(await check(company, missing)).toBe('missing');
    expect(await check(company, altered)).toBe('altered');
    await expect(check(company, unreadable)).rejects.toThrow('away');
    expect(store.counts.opened).toBe(3 * times);
  }
});

it('few files are read at once, and those that are remembered are bounded', async () => {
  const hashes = Array.from({ length: 1_001 }, (_, at) => hashOf(String(at)));
  const { counts, open } = storeOf(Object.fromEntries(hashes.map((hash, at) => [hash.toString('hex'), String(at)])));
  const check = createSharedCheck({ open }, refusal);
  for (let at = 0; at < hashes.length; at += 100)
    await Promise.all(hashes.slice(at, at + 100).map((hash) => check(company, hash)));
  expect(counts).toMatchObject({ opened: 1_001, mostAtOnce: 4 });
  await check(company, hashes[1_000] as Buffer);
  expect(counts.opened).toBe(1_001);
  await check(company, hashes[0] as Buffer);
  expect(counts.opened).toBe(1_002);
});
