import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSealingKeys, keyFileOf, loadSealingKeys } from './sealing-keys.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'doorway-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const named = (secretsKey?: Buffer, secretsKeyPrevious?: Buffer) => ({ dataDir, secretsKey, secretsKeyPrevious });

it('without SECRETS_KEY one key file is made, however many start at once, and only its owner can read it', async () => {
  expect(await findSealingKeys(named())).toEqual([]);
  const loaded = await Promise.all(Array.from({ length: 10 }, () => loadSealingKeys(named())));
  expect(new Set(loaded.map(([key]) => key.toString('hex'))).size).toBe(1);
  expect(loaded[0]?.[0]).toHaveLength(32);
  expect(await readdir(dataDir)).toEqual(['secrets.key']);
  expect((await stat(keyFileOf(dataDir))).mode & 0o777).toBe(0o600);
  expect(await loadSealingKeys(named())).toEqual(loaded[0]);
});

it('SECRETS_KEY needs no file, and the key of a file from before and SECRETS_KEY_PREVIOUS still open', async () => {
  expect(await loadSealingKeys(named(one, two))).toEqual([one, two]);
  expect(await readdir(dataDir)).toEqual([]);
  const [file] = await loadSealingKeys(named());
  expect(await loadSealingKeys(named(one, two))).toEqual([one, file, two]);
});

it('a key file that cannot be used stops the start with its name, and stays as it is', async () => {
  await writeFile(keyFileOf(dataDir), 'cut off');
  await expect(loadSealingKeys(named())).rejects.toThrow(
    `${keyFileOf(dataDir)}, the key of the secrets, does not hold`,
  );
  expect(await readFile(keyFileOf(dataDir), 'utf8')).toBe('cut off');
  await rm(keyFileOf(dataDir));
  if (process.getuid?.() === 0) return;
  await chmod(dataDir, 0o500);
  await expect(loadSealingKeys(named())).rejects.toThrow('cannot be made');
  await chmod(dataDir, 0o700);
});
