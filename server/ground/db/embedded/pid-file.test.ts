import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { discard, postmasterFile, standingOfFile, fromPs } from './pid-file.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'doorway-test-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

it('leaves a file alone that has been written anew since it was found stale', async () => {
  const path = join(directory, 'postmaster.pid');
  await writeFile(path, '4194303\n');
  const stale = await postmasterFile(directory);
  await writeFile(path, '1\n');
  await discard(stale!);
  expect(await readFile(path, 'utf8')).toBe('1\n');
  await discard((await postmasterFile(directory))!);
  expect(await readdir(directory)).toEqual([]);
});

it('tells a process that is no postmaster from one that is not there', async () => {
  await writeFile(join(directory, 'postmaster.pid'), `${process.pid}\n`);
  expect(await standingOfFile((await postmasterFile(directory))!, directory)).toBe('other');
  await writeFile(join(directory, 'postmaster.pid'), '4194303\n');
  expect(await standingOfFile((await postmasterFile(directory))!, directory)).toBe('none');
});

// Small containers lack ps.
it.runIf(existsSync('/bin/ps'))('tells the same from ps, for systems without /proc', async () => {
  expect(await fromPs(process.pid, directory)).toBe('other');
});

it('waits with a file that is still empty', async () => {
  await writeFile(join(directory, 'postmaster.pid'), '');
  expect(await standingOfFile((await postmasterFile(directory))!, directory)).toBe('unknown');
});
