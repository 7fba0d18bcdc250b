import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/files.ts';
import { bytesIn, company, guarded, openPlace, writeSmallBackup } from './archive.testing.ts';
import { ObjectDamaged } from './objects.ts';
import type { Manifest, ArchivePart } from './manifest.ts';
import { parseManifest, readManifest, writeManifest } from './manifest-file.ts';

const { store, pathOf, remove } = await openPlace();
afterAll(remove);
const { target, manifest } = await writeSmallBackup(store);
const path = pathOf(`${target.folder}/manifest.json`);
const bytes = await readFile(path);
const expected = { label: 'manifest.json', name: manifest.name, isEncrypted: false };

it('comes back as it was written, and is JSON with the hash of its lines, which other tools can compute', async () => {
  expect(await readManifest({ store, key: undefined }, manifest.name)).toEqual(manifest);
  const lines = bytes.toString().split('\n');
  const withoutLastTwo = `${lines.slice(0, -3).join('\n')}\n`;
  expect(JSON.parse(bytes.toString())).toEqual({ ...manifest, sha256: sha256(Buffer.from(withoutLastTwo)) });
  expect(await parseManifest(guarded(manifest), expected)).toEqual(manifest);
});

it('every altered byte and every cut is refused', async () => {
  for (let at = 0; at < bytes.length; at += 1) {
    const altered = Buffer.from(bytes);
    altered.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
    await expect(parseManifest(altered, expected), `byte ${at}`).rejects.toThrow(ObjectDamaged);
    await expect(parseManifest(bytes.subarray(0, at), expected), `cut at ${at}`).rejects.toThrow('is cut or altered');
  }
  await expect(parseManifest(Buffer.concat([bytes, Buffer.from(' ')]), expected)).rejects.toThrow('is cut or altered');
});

const [first, ...rest] = manifest.parts as [ArchivePart, ...ArchivePart[]];
const withPart = (part: object) => ({ ...manifest, parts: [{ ...first, ...part }, ...rest] });

it.each<[string, object]>([
  ['a name that leads out of the place', withPart({ name: '../../../etc/passwd' })],
  ['an absolute name', withPart({ name: '/etc/passwd' })],
  ['a table that leads out of the place', withPart({ table: '../x', name: 'tables/../x.copy.gz' })],
  ['a company that leads out', withPart({ company: '..', name: 'companies/../operators.copy.gz' })],
  ['another name than its table has', withPart({ name: 'tables/projects.copy.gz' })],
  ['a column with a quote', withPart({ columns: ['id", (SELECT 1) "'] })],
  ['a table twice', { ...manifest, parts: [first, first] }],
  ['a column twice', withPart({ columns: ['id', 'id'] })],
  ['more rows than bytes', withPart({ count: 1e15 })],
  ['more bytes than gzip can hold', withPart({ bytes: 1e15 })],
  ['a negative size', withPart({ storedBytes: -1 })],
  ['half a row', withPart({ count: 0.5 })],
  ['a count that is no exact number', withPart({ count: 2 ** 60, bytes: 2 ** 61, storedBytes: 2 ** 61 })],
  ['a hash that is none', withPart({ sha256: 'ABC' })],
  ['rows without columns', withPart({ columns: undefined })],
  ['a list of files without a company', { ...manifest, parts: [{ ...first, kind: 'files', name: 'tables/files.gz' }] }],
  ['an unknown kind of part', withPart({ kind: 'programs' })],
  ['no parts', { ...manifest, parts: undefined }],
  ['a time that is none', { ...manifest, takenAt: 'yesterday' }],
  ['a time that no clock shows', { ...manifest, takenAt: '2026-99-99T99:99:99.999Z' }],
  ['a version with an escape', { ...manifest, version: '1.14.0\u001b[2J' }],
  ['a version of two lines', { ...manifest, version: '1.14.0\nAll is well' }],
  ['a migration with an escape', { ...manifest, migrations: ['0001_first\u009b2J'] }],
  ['no installation', { ...manifest, installation: undefined }],
  ['an installation that is a number', { ...manifest, installation: 7 }],
  ['an installation that is an object', { ...manifest, installation: { toString: 'x' } }],
  ['an installation that is no UUID', { ...manifest, installation: 'here' }],
  ['an installation that is huge', { ...manifest, installation: 'a'.repeat(1_000_000) }],
  ['another name of a backup', { ...manifest, name: '../other' }],
  ['a list instead of an object', [manifest]],
])('with %s it is refused, although its hash fits', async (_what, wrong) => {
  await expect(parseManifest(guarded(wrong), expected)).rejects.toThrow(/manifest\.json is no manifest of Doorway/);
});

it('of another backup it is refused, also of one that is encrypted', async () => {
  const other = { ...manifest, name: '20261117T023000Z-4f1c2a' };
  await expect(parseManifest(guarded(other), expected)).rejects.toThrow(
    'belongs to another backup, 20261117T023000Z-4f1c2a',
  );
  await expect(parseManifest(guarded({ ...manifest, isEncrypted: true }), expected)).rejects.toThrow(
    'belongs to a backup that is encrypted',
  );
});

it('of a later format it says that a newer version took the backup', async () => {
  const later = guarded({ format: 2, name: manifest.name, contents: [] });
  await expect(parseManifest(later, expected)).rejects.toThrow('was taken by a newer version of Doorway');
});

it('one that could not be read again is not written', async () => {
  const wrong: Manifest = { ...manifest, parts: [{ ...first, name: 'tables/other.copy.gz' }] };
  const other = { ...target, folder: 'backups/unwritten' };
  await expect(writeManifest(other, wrong)).rejects.toThrow('could not be read');
  expect(await store.folders('backups/')).not.toContain('unwritten');
});

describe('a key', async () => {
  const key = Buffer.alloc(32, 7);
  const sealed = await writeSmallBackup(store, { key, takenAt: new Date(0) });

  it('is needed if the backup is encrypted', async () => {
    expect(await readManifest({ store, key }, sealed.manifest.name)).toEqual(sealed.manifest);
    await expect(readManifest({ store, key: undefined }, sealed.manifest.name)).rejects.toThrow(
      'is encrypted. Set BACKUP_KEY',
    );
    await expect(readManifest({ store, key: Buffer.alloc(32, 8) }, sealed.manifest.name)).rejects.toThrow(
      'is encrypted with another key than BACKUP_KEY, or altered. Set BACKUP_KEY to the key with which it was taken.',
    );
  });

  it('must not be set if the backup is not encrypted: anybody could have written it', async () => {
    await expect(readManifest({ store, key }, manifest.name)).rejects.toThrow(
      'is not encrypted, but BACKUP_KEY is set',
    );
  });

  it('guards the bytes of the manifest and its place', async () => {
    const path = pathOf(`${sealed.target.folder}/manifest.json.sealed`);
    const whole = await readFile(path);
    for (let at = 0; at < whole.length; at += 31) {
      const altered = Buffer.from(whole);
      altered.writeUInt8(whole.readUInt8(at) ^ (1 << (at % 8)), at);
      for (const damaged of [altered, whole.subarray(0, at)]) {
        await writeFile(path, damaged);
        await expect(readManifest({ store, key }, sealed.manifest.name), `byte ${at}`).rejects.toThrow(ObjectDamaged);
      }
    }
    const other = '20261117T023000Z-4f1c2a';
    await store.write(`backups/${other}/manifest.json.sealed`, bytesIn(whole));
    await expect(readManifest({ store, key }, other)).rejects.toThrow('is altered, or belongs to another backup');
    await rm(path);
    expect(await readManifest({ store, key }, sealed.manifest.name)).toBeUndefined();
  });
});

it('names of parts are those that the page describes', () => {
  expect(manifest.parts.map(({ name }) => name)).toEqual([
    'tables/operators.copy.gz',
    `companies/${company}/projects.copy.gz`,
    `companies/${company}/files.gz`,
    'queue.jsonl.gz',
  ]);
});
