import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { CompanyId } from '../db/pool.ts';
import { openDiskStore, storedPathOf } from './disk.ts';
import { putAt } from './stores.testing.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'doorway-disk-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

it('nobody but the service’s user may read a file', async () => {
  const store = await openDiskStore(dataDir);
  const company = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88' as CompanyId;
  const received = await store.receive(one(Buffer.from('secret')), 10);
  await received.keep(company);
  expect((await stat(storedPathOf(join(dataDir, 'files'), company, received.sha256))).mode & 0o077).toBe(0);
});

it('a start removes what a crash left half received more than a day ago', async () => {
  const incoming = join(dataDir, 'files', 'incoming');
  for (const [name, hours] of [
    ['old', 25],
    ['new', 23],
  ] as const)
    await putAt(join(incoming, name), 'x', hours * 60 * 60 * 1000);
  await openDiskStore(dataDir);
  expect(await readdir(incoming)).toEqual(['new']);
});

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
