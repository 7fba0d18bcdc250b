import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listBackups } from '../archive/backups.ts';
import { filesFolder, listedFile, writeFile, fileLine, readFileList } from '../archive/files.ts';
import { format, partName, type Manifest, type ArchivePart, folderOf, newBackupName } from '../archive/manifest.ts';
import { readManifest, writeManifest } from '../archive/manifest-file.ts';
import { writePart, writeSums } from '../archive/parts.ts';
import { verifyBackup } from '../archive/verify.ts';
import { removeOld, type RemovalOutcome } from './remove-old.ts';
import { runs } from '../../testing/properties.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import type { ObjectStore } from '../../ground/objects/store.ts';

const usualKey = Buffer.alloc(32, 7);
const companies = ['019a7c3e-0c11-7a52-9d10-5b6c1f2b4d77', '019a7c3f-10b4-7d52-8a90-3e6c1f2b4d77'] as CompanyId[];
const files = Array.from({ length: 6 }, (_, at) => {
  const content = Buffer.from(`file ${at}`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { company: companies[at % 2] as CompanyId, content, file: { sha256, size: content.length } };
});

const installations = {
  own: '5f0f5a3e-0000-4000-8000-000000000000',
  another: '5f0f5a3e-0000-4000-8000-000000000001',
};

interface Backup {
  /** After the one before. */
  hours?: number;
  isOwn?: boolean;
  isEncrypted?: boolean;
  named?: number[];
  /** Writes and removals before the process is killed. */
  killedAfter?: number;
  kept?: number;
  /** For encrypted backups, and to read old ones. */
  key?: Buffer;
}

class Killed extends Error {}

function killable(store: ObjectStore, after: number): ObjectStore {
  let left = after;
  const requireRunning = () => {
    if (left-- <= 0) throw new Killed();
  };
  return {
    ...store,
    write: async (...args) => (requireRunning(), store.write(...args)),
    remove: async (...args) => (requireRunning(), store.remove(...args)),
  };
}

/** A folder would wait for the disk at each of thousands of writes. */
function storeInMemory(): ObjectStore {
  const objects = new Map<string, Buffer>();
  return {
    name: 'memory',
    write: async (name, source) => {
      const bytes = await buffer(source);
      objects.set(name, bytes);
      return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
    },
    read: async (name) => {
      const bytes = objects.get(name);
      return bytes && Readable.from([bytes], { objectMode: false });
    },
    size: async (name) => objects.get(name)?.length,
    async *list(prefix) {
      const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted();
      yield names.map((name) => ({ name, size: (objects.get(name) as Buffer).length }));
    },
    folders: async (prefix) => {
      const below = [...objects.keys()]
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length));
      return [
        ...new Set(below.filter((name) => name.includes('/')).map((name) => name.slice(0, name.indexOf('/')))),
      ].toSorted();
    },
    remove: async (name) => void objects.delete(name),
    probe: async () => undefined,
    removeStale: async () => undefined,
    close: () => undefined,
  };
}

function openPlace() {
  const store = storeInMemory();
  const endedRuns = new Set<string>();
  let now = Date.parse('2026-11-17T02:30:00Z');
  const targetOf = (name: string, isEncrypted: boolean, key: Buffer = usualKey) => ({
    store,
    key: isEncrypted ? key : undefined,
    folder: folderOf(name),
  });

  async function write(
    through: ObjectStore,
    name: string,
    { isOwn, isEncrypted, named, key }: Required<Pick<Backup, 'isOwn' | 'isEncrypted' | 'named' | 'key'>>,
  ): Promise<Manifest> {
    const target = { ...targetOf(name, isEncrypted, key), store: through };
    const chosen = files.filter((_, at) => named.includes(at));
    const parts: ArchivePart[] = [];
    for (const company of companies) {
      const own = chosen.filter((one) => one.company === company);
      const list = own
        .map(({ file }) => fileLine(file))
        .toSorted()
        .join('');
      const part = { name: partName({ kind: 'files', company }), kind: 'files' as const, company };
      parts.push(await writePart(target, part, Readable.from([Buffer.from(list)])));
    }
    for (const { company, file, content } of chosen)
      if ((await store.size(listedFile(target, company, file).name)) === undefined)
        await writeFile(target, company, file, Readable.from([content]));
    await writeSums(target, parts);
    const time = new Date(now).toISOString();
    const bytes = chosen.reduce((sum, { file }) => sum + file.size, 0);
    const manifest: Manifest = {
      format,
      name,
      installation: installations[isOwn ? 'own' : 'another'],
      version: '1.14.0',
      migrations: [],
      isEncrypted,
      takenAt: time,
      endedAt: time,
      companies: [],
      parts,
      files: { count: chosen.length, bytes },
      damaged: [],
    };
    await writeManifest(target, manifest);
    return manifest;
  }

  /** Takes a backup, and removes old ones if it is this installation's. */
  async function backup(options: Backup = {}): Promise<RemovalOutcome | undefined> {
    const { hours = 24, isOwn = true, isEncrypted = true, named = [0], kept = 2, key = usualKey } = options;
    now += hours * 3_600_000;
    const through = killable(store, options.killedAfter ?? Infinity);
    const name = newBackupName(new Date(now));
    try {
      const manifest = await write(through, name, { isOwn, isEncrypted, named, key });
      return isOwn ? await removeOld({ store: through, key, kept, endedRuns }, manifest) : undefined;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return undefined;
    } finally {
      if (isOwn) endedRuns.add(name);
    }
  }

  /** Verifies all complete backups, and returns the names of the backups and of the files that they need. */
  async function verifyAll() {
    const found = {
      own: [] as string[],
      another: [] as string[],
      incomplete: [] as string[],
      needed: new Set<string>(),
    };
    for (const { name, isComplete, isEncrypted } of await listBackups(store)) {
      const target = targetOf(name, isEncrypted);
      const manifest = isComplete ? await readManifest(target, name) : undefined;
      if (manifest === undefined) {
        found.incomplete.push(name);
        continue;
      }
      expect((await verifyBackup(target, manifest)).damaged).toEqual([]);
      found[manifest.installation === installations.own ? 'own' : 'another'].push(name);
      for (const part of manifest.parts)
        for await (const page of readFileList(target, part))
          for (const file of page) found.needed.add(listedFile(target, part.company as CompanyId, file).name);
    }
    return found;
  }

  async function stored(): Promise<Set<string>> {
    const names = new Set<string>();
    for await (const objects of store.list(filesFolder)) for (const { name } of objects) names.add(name);
    return names;
  }

  return { store, endedRuns, backup, verifyAll, stored };
}

it('whatever is interrupted, complete backups stay whole, and nothing that is not needed remains in the end', async () => {
  const step = fc.record({
    hours: fc.constantFrom(1, 24, 100),
    isOwn: fc.boolean(),
    isEncrypted: fc.boolean(),
    named: fc.subarray([0, 1, 2, 3, 4, 5]),
    killedAfter: fc.oneof(fc.constant(1_000), fc.nat(14)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 3 }),
      async (steps, kept) => {
        const { backup, verifyAll, stored } = openPlace();
        let before = await verifyAll();
        for (const options of steps) {
          await backup({ ...options, kept });
          const after = await verifyAll();
          expect(after.another).toEqual(expect.arrayContaining(before.another));
          // The newest come first.
          expect(after.own).toEqual(expect.arrayContaining(before.own.slice(0, kept - 1)));
          if (before.own.length > 0) expect(after.own.length).toBeGreaterThan(0);
          before = after;
        }
        // Later than any backup could take that is incomplete now.
        await backup({ hours: 200, named: [1, 3], kept });
        const after = await verifyAll();
        expect(after.own).toHaveLength(Math.min(kept, before.own.length + 1));
        expect(await stored()).toEqual(after.needed);
      },
    ),
    runs(40),
  );
});

it('files stay if a backup cannot be read, for example for lack of its key', async () => {
  const { backup, stored } = openPlace();
  await backup({ isOwn: false, named: [5] });
  await backup({ named: [0], kept: 1, isEncrypted: false });
  const removed = await backup({ named: [1], kept: 1, isEncrypted: false, key: Buffer.alloc(32, 8) });
  expect(removed).toMatchObject({ backups: [expect.anything()], files: 0, filesStay: { isTemporary: false } });
  expect((await stored()).size).toBe(3);
  expect(await backup({ named: [1], kept: 1, isEncrypted: false })).toMatchObject({ files: 1, filesStay: undefined });
});

it('a backup with a new key has all its files, and old ones leave theirs', async () => {
  const { backup, store, stored } = openPlace();
  await backup({ named: [0, 1] });
  await backup({ named: [0, 1] });
  expect((await stored()).size).toBe(2);
  const newKey = Buffer.alloc(32, 8);
  await backup({ named: [0, 1], key: newKey });
  expect((await stored()).size).toBe(4);
  const removed = await backup({ named: [0, 1], key: newKey });
  // Their runs are recorded, so they are known as this installation's, although their manifests cannot be read.
  expect(removed?.backups).toHaveLength(2);
  expect((await stored()).size).toBe(2);
  expect(await store.folders('backups/')).toHaveLength(2);
});

it('files stay once another backup begins', async () => {
  const { backup, store, stored } = openPlace();
  await backup({ named: [0, 2] });
  const folders = store.folders;
  let asked = 0;
  store.folders = async (prefix) => [...(await folders(prefix)), ...(asked++ > 0 ? ['20261119T023000Z-000000'] : [])];
  expect(await backup({ named: [1], kept: 1 })).toMatchObject({ backups: [expect.anything()], files: 0 });
  expect((await stored()).size).toBe(3);
});

it('objects that are not Doorway’s stay', async () => {
  const { backup, store } = openPlace();
  const names = ['backups/notes/readme.txt', 'files/readme.txt', 'files/a/b/c'];
  for (const name of names) await store.write(name, Readable.from([Buffer.from('x')]));
  await backup({ named: [0] });
  expect(await backup({ named: [1], kept: 1 })).toMatchObject({ files: 1 });
  for (const name of names) expect(await store.size(name)).toBe(1);
});
