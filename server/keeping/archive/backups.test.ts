import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../testing/files.ts';
import { company, files, openPlace, writeSmallBackup } from './archive.testing.ts';
import { findBackup, listBackups } from './backups.ts';
import { verifyBackup } from './verify.ts';

let backups: Awaited<ReturnType<typeof openPlace>>;
beforeEach(async () => {
  backups = await openPlace();
  onTestFinished(backups.remove);
});

const key = Buffer.alloc(32, 7);
const plain = { key: undefined, endpoint: undefined };
const [early, late] = [new Date('2026-11-16T02:30:00Z'), new Date('2026-11-17T02:30:00Z')];
const verify = async (from: string, keys: { key: Buffer | undefined } = plain) => {
  const { target, manifest } = await findBackup(from, { ...plain, ...keys });
  const { damaged, ...counts } = await verifyBackup(target, manifest);
  return { ...counts, damaged: damaged.map(({ object, problem }) => `${object} ${problem}`) };
};
const sound = { parts: 4, files: 2, damagedCount: 0, damaged: [] };

it('a place stands for its newest complete backup, and a backup is found by its own path', async () => {
  const { folder, store } = backups;
  const first = await writeSmallBackup(store, { takenAt: early });
  const second = await writeSmallBackup(store, { takenAt: late });
  await mkdir(join(folder, 'backups', '20261118T023000Z-aaaaaa', 'tables'), { recursive: true });
  await mkdir(join(folder, 'backups', 'of-somebody-else'));
  expect(await listBackups(store)).toEqual([
    { name: '20261118T023000Z-aaaaaa', isComplete: false, isEncrypted: false },
    { name: second.manifest.name, isComplete: true, isEncrypted: false },
    { name: first.manifest.name, isComplete: true, isEncrypted: false },
  ]);
  const find = async (from: string) => (await findBackup(from, plain)).manifest;
  expect(await find(folder)).toEqual(second.manifest);
  expect(await find(`${folder}/`)).toEqual(second.manifest);
  expect(await find(`${folder}/backups/${first.manifest.name}/`)).toEqual(first.manifest);
  await expect(find(`${folder}/backups/20261118T023000Z-aaaaaa`)).rejects.toThrow(
    `is not complete: it is running or was interrupted. Its newest complete one is ${second.manifest.name}.`,
  );
  await expect(find(`${folder}/backups/20261118T023000Z-bbbbbb`)).rejects.toThrow('has no backup 20261118T023000Z-bbb');
});

it.each([
  ['a folder that does not exist', 'nowhere', 'holds no backup of Doorway'],
  ['a folder of something else', '', 'holds no backup of Doorway'],
  ['a folder of an interrupted backup', 'interrupted', 'holds no complete backup'],
])('%s is refused in words, with exit code 2, and nothing is made there', async (_what, name, words) => {
  const from = join(backups.folder, name);
  await mkdir(join(backups.folder, 'interrupted', 'backups', '20261118T023000Z-aaaaaa'), { recursive: true });
  await expect(findBackup(from, plain)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(words) as string,
  });
  await expect(readFile(join(backups.folder, 'nowhere'))).rejects.toThrow('ENOENT');
  await expect(findBackup('https://example.com/backups', plain)).rejects.toThrow('is neither a folder nor an address');
});

it.each([
  ['not encrypted', undefined],
  ['encrypted', key],
])('a whole backup that is %s is found to be whole, with progress to its last byte', async (_kind, withKey) => {
  const { target, manifest } = await writeSmallBackup(backups.store, { key: withKey });
  const shown: [number, number][] = [];
  const result = await verifyBackup(target, manifest, { onProgress: (done, total) => void shown.push([done, total]) });
  expect(result).toEqual(sound);
  const [done, total] = shown.at(-1) ?? [];
  expect(total).toBe(manifest.parts.reduce((sum, { bytes }) => sum + bytes, 11));
  expect(done).toBe(total);
});

it('sums are those that sha256sum writes, of all parts as they are stored', async () => {
  const { target, manifest } = await writeSmallBackup(backups.store, { key });
  const sums = await readFile(backups.pathOf(`${target.folder}/SHA256SUMS`), 'utf8');
  const lines = manifest.parts.map(async ({ name }) => {
    const stored = await readFile(backups.pathOf(`${target.folder}/${name}.sealed`));
    return `${sha256(stored)}  ${name}.sealed\n`;
  });
  expect(sums).toBe((await Promise.all(lines)).join(''));
});

it('everything that is damaged is named, not only the first', async () => {
  const { target, manifest } = await writeSmallBackup(backups.store);
  const other = await writeSmallBackup(backups.store, { takenAt: early });
  const pathOf = (name: string) => backups.pathOf(`${target.folder}/${name}`);
  const fileOf = (at: number) => `files/${company}/${files[at]?.sha256.slice(0, 2)}/${files[at]?.sha256}`;
  const rows = `companies/${company}/projects.copy.gz`;
  const stored = await readFile(pathOf(rows));
  await writeFile(pathOf(rows), stored.subarray(0, 20));
  await rm(pathOf('queue.jsonl.gz'));
  await cp(backups.pathOf(`${other.target.folder}/companies/${company}/files.gz`), pathOf('tables/operators.copy.gz'));
  await writeFile(pathOf('SHA256SUMS'), '');
  await writeFile(backups.pathOf(fileOf(0)), 'b');
  await rm(backups.pathOf(fileOf(1)));
  const { damaged, ...counts } = await verify(`${backups.folder}/backups/${manifest.name}`);
  expect(counts).toEqual({ parts: 4, files: 2, damagedCount: 6 });
  expect(damaged.toSorted()).toEqual([
    expect.stringMatching(/^SHA256SUMS is cut: 0 of \d+ bytes$/),
    `${rows} is cut: 20 of ${stored.length} bytes`,
    `${fileOf(1)} is missing`,
    `${fileOf(0)} is altered: its SHA-256 is not that of the manifest`,
    'queue.jsonl.gz is missing',
    'tables/operators.copy.gz is altered: its SHA-256 is not that of the manifest',
  ]);
});

it('files that the store did not have when the backup was taken are not missed', async () => {
  const { target, manifest } = await writeSmallBackup(backups.store);
  const [file] = files;
  const hash = file?.sha256 ?? '';
  await rm(backups.pathOf(`files/${company}/${hash.slice(0, 2)}/${hash}`));
  const damaged = [{ company, sha256: hash, problem: 'missing' as const }];
  expect(await verifyBackup(target, { ...manifest, damaged })).toEqual({ ...sound, files: 1 });
});

it('a list of files that is damaged names no files that never were', async () => {
  const { target, manifest } = await writeSmallBackup(backups.store);
  const list = `companies/${company}/files.gz`;
  const path = backups.pathOf(`${target.folder}/${list}`);
  const stored = await readFile(path);
  stored.writeUInt8(stored.readUInt8(30) ^ 1, 30);
  await writeFile(path, stored);
  const { damaged } = await verify(`${backups.folder}/backups/${manifest.name}`);
  expect(damaged).toHaveLength(1);
  expect(damaged[0]).toContain(`${list} is altered`);
});

it('rows that are fewer than the manifest counts are named', async () => {
  const { target, manifest } = await writeSmallBackup(backups.store);
  const parts = manifest.parts.map((part) => (part.table === 'operators' ? { ...part, count: 1 } : part));
  const { damaged } = await verifyBackup(target, { ...manifest, parts });
  expect(damaged.map(({ problem }) => problem)).toEqual(['has 2 lines, but the manifest says 1']);
});
