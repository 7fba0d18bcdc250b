import { lstat, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { locatePackage, mendLinks } from './binaries.ts';
import { run } from './command.ts';

let copy: string;

beforeEach(async () => {
  copy = await mkdtemp(join(tmpdir(), 'doorway-test-'));
  const { folder } = await locatePackage();
  const native = (name: string) => join(folder, 'native', name);
  await mkdir(join(copy, 'native'));
  // Without the thousand files of `share`, which no program needs for its version.
  await run('cp', ['-a', ...['bin', 'lib', 'pg-symlinks.json'].map(native), join(copy, 'native')]);
});

afterEach(() => rm(copy, { recursive: true, force: true }));

it('makes the links of shared libraries that an install without scripts leaves out', async () => {
  const links = JSON.parse(await readFile(join(copy, 'native', 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) await rm(join(copy, target));
  const version = () => run(join(copy, 'native', 'bin', 'initdb'), ['--version']);
  expect((await version()).ok).toBe(links.length === 0);
  await Promise.all([mendLinks(copy), mendLinks(copy)]);
  expect(await version()).toMatchObject({ ok: true });
  for (const { target } of links) expect((await lstat(join(copy, target))).isSymbolicLink()).toBe(true);
});

it('says what to run when the links cannot be made', async () => {
  await rm(join(copy, 'native', 'lib'), { recursive: true });
  await expect(mendLinks(copy)).rejects.toThrow(/npm rebuild .* or set DATABASE_URL/);
});
