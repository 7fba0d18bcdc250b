import { readFile, rm, symlink, writeFile as writeBytes } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../testing/files.ts';
import type { Readable } from 'node:stream';
import { bytesIn, company, files, openPlace, rowsOf, write } from './archive.testing.ts';
import { createFileLookup, listedFile, openFile, writeFile } from './files.ts';
import type { ArchivePart } from './manifest.ts';
import { type KeyedStore, ObjectDamaged } from './objects.ts';
import { openPart, writePart, type BackupTarget } from './parts.ts';

const { store, pathOf, remove } = await openPlace();
afterAll(remove);

const rows = { ...rowsOf, columns: [...rowsOf.columns] };
const name = `companies/${company}/projects.copy.gz`;
const read = async (opened: Promise<Readable>) => Buffer.concat((await (await opened).toArray()) as Buffer[]);
const damageOf = async (reading: Promise<unknown>) => {
  const error: unknown = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ObjectDamaged)) throw new Error('it was not refused as damaged', { cause: error });
  return `${error.object} ${error.problem}`;
};

describe.each([
  ['not encrypted', undefined],
  ['encrypted', Buffer.alloc(32, 7)],
])('a part that is %s', (_kind, key) => {
  const folder = key === undefined ? 'backups/plain' : 'backups/sealed';
  const target: BackupTarget = { store, key, folder };
  const pathOfPart = pathOf(`${folder}/${name}${key === undefined ? '' : '.sealed'}`);

  it('is described by its lines, bytes and hashes, and comes back', async () => {
    const lines = Array.from({ length: 20_000 }, (_, number) => `${number}\tproject ${number}\n`);
    const content = lines.join('');
    const part = await write(target, rows, content.slice(0, 99_999), content.slice(99_999));
    const stored = await readFile(pathOfPart);
    expect(part).toEqual({
      ...rows,
      name,
      count: 20_000,
      bytes: content.length,
      sha256: sha256(Buffer.from(content)),
      storedBytes: stored.length,
      storedSha256: sha256(stored),
    });
    expect(stored.length).toBeLessThan(content.length / 2);
    expect((await read(openPart(target, part))).toString()).toBe(content);
    if (key === undefined) expect(gunzipSync(stored).toString()).toBe(content);
    else expect(stored.includes('project')).toBe(false);
  });

  it('is refused by name if any byte of it is altered, missing or added', async () => {
    const part = await write(target, rows, '1\tone\n', '2\ttwo\n');
    const stored = await readFile(pathOfPart);
    const refused = async (bytes: Buffer, what: string) => {
      await writeBytes(pathOfPart, bytes);
      const damage = await damageOf(read(openPart(target, part)));
      expect(damage.startsWith(`${name} is `), `${what}: ${damage}`).toBe(true);
      return damage;
    };
    for (let at = 0; at < stored.length; at += 1) {
      const altered = Buffer.from(stored);
      altered.writeUInt8(stored.readUInt8(at) ^ (1 << (at % 8)), at);
      await refused(altered, `byte ${at}`);
      await refused(stored.subarray(0, at), `cut at ${at}`);
    }
    expect(await refused(stored.subarray(0, -1), 'cut')).toBe(
      `${name} is cut: ${stored.length - 1} of ${stored.length} bytes`,
    );
    expect(await refused(Buffer.concat([stored, Buffer.alloc(1)]), 'added')).toContain('is altered');
    await rm(pathOfPart);
    expect(await damageOf(openPart(target, part))).toBe(`${name} is missing`);
  });

  it('is refused if another part was copied over it, also one of another backup', async () => {
    const part = await write(target, rows, '1\tone\n');
    const other = await write({ ...target, folder: `${folder}-2` }, rows, '1\tone\n2\ttwo\n');
    await writeBytes(pathOfPart, await readFile(pathOfPart.replace(folder, `${folder}-2`)));
    expect(await damageOf(read(openPart(target, part)))).toContain(`${name} is altered`);
    // Even if the manifest was made for it.
    if (key === undefined) expect((await read(openPart(target, other))).toString()).toBe('1\tone\n2\ttwo\n');
    else expect(await damageOf(read(openPart(target, other)))).toBe(`${name} is altered, or belongs to another backup`);
  });

  it('whose source fails is not stored, and the error is that of the source', async () => {
    const failure = new Error('the database is gone');
    const source = async function* () {
      yield Buffer.alloc(300_000, 'abc\n');
      throw failure;
    };
    const failing = { ...rows, table: 'failing' };
    await expect(writePart(target, { name: 'tables/failing.copy.gz', ...failing }, source())).rejects.toBe(failure);
    expect(await store.folders(`${folder}/tables/`)).toEqual([]);
    expect(await damageOf(openPart(target, { name: 'tables/failing.copy.gz' } as ArchivePart))).toContain('is missing');
  });

  it('can be left early', async () => {
    const part = await write(target, rows, ...Array.from({ length: 1_000 }, () => `${Math.random()}\t\n`.repeat(20)));
    for await (const piece of await openPart(target, part)) {
      expect((piece as Buffer).length).toBeGreaterThan(0);
      break;
    }
  });

  it('and files are stored once, whole or not at all', async () => {
    const file = files[1] as (typeof files)[number];
    expect(await writeFile(target, company, file, bytesIn('some other'))).toBe(false);
    expect(await writeFile(target, company, file, bytesIn('some bytes and more'))).toBe(false);
    expect(await writeFile(target, company, file, bytesIn('some'))).toBe(false);
    expect(await createFileLookup(target, company)(file)).toBe(false);
    expect(await writeFile(target, company, file, bytesIn('some ', 'bytes'))).toBe(true);
    expect(await createFileLookup(target, company)(file)).toBe(true);
    expect(await createFileLookup(target, company)({ ...file, size: 11 })).toBe(false);
    expect((await read(openFile(target, company, file))).toString()).toBe('some bytes');
    const { name } = listedFile(target, company, file);
    expect(name).toMatch(key === undefined ? /\/[0-9a-f]{64}$/ : /\/[0-9a-f]{64}\.[0-9a-f]{8}\.sealed$/);
    expect((await readFile(pathOf(name))).toString() === 'some bytes').toBe(key === undefined);
    expect(await damageOf(openFile(target, company, files[0] as typeof file))).toContain('is missing');
  });
});

it('content that is longer than the manifest says is refused before it is read', async () => {
  const target = { store, key: undefined, folder: 'backups/bomb' };
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  const part: ArchivePart = {
    ...rows,
    name,
    count: 1,
    bytes: 1_000,
    sha256: sha256(Buffer.alloc(1_000)),
    storedBytes: bomb.length,
    storedSha256: sha256(bomb),
  };
  await store.write(`${target.folder}/${name}`, bytesIn(bomb));
  let given = 0;
  const reading = async () => {
    for await (const piece of await openPart(target, part)) given += (piece as Buffer).length;
  };
  expect(await damageOf(reading())).toContain('is altered');
  expect(given).toBe(0);
});

it('bytes after the end of the compressed ones are refused, even if the manifest counts them', async () => {
  const target = { store, key: undefined, folder: 'backups/longer' };
  const longer = Buffer.concat([gzipSync('1\tone\n'), Buffer.alloc(300_000, 1)]);
  const part = { ...rows, name, count: 1, bytes: 6, sha256: sha256(Buffer.from('1\tone\n')) };
  await store.write(`${target.folder}/${name}`, bytesIn(longer));
  const stored = { storedBytes: longer.length, storedSha256: sha256(longer) };
  expect(await damageOf(read(openPart(target, { ...part, ...stored })))).toContain(`${name} is altered`);
});

it('a file that was encrypted with another key is copied again, and both can be read', async () => {
  const file = files[1] as (typeof files)[number];
  const [one, other] = [8, 9].map((byte) => ({ store, key: Buffer.alloc(32, byte) })) as [KeyedStore, KeyedStore];
  expect(await writeFile(one, company, file, bytesIn('some bytes'))).toBe(true);
  expect(await createFileLookup(other, company)(file)).toBe(false);
  expect(await writeFile(other, company, file, bytesIn('some bytes'))).toBe(true);
  for (const target of [one, other]) {
    expect(await createFileLookup(target, company)(file)).toBe(true);
    expect((await read(openFile(target, company, file))).toString()).toBe('some bytes');
  }
});

it('a part that cannot be read is named', async () => {
  const target = { store, key: undefined, folder: 'backups/unreadable' };
  const part = await write(target, rows, '1\tone\n');
  await rm(pathOf(`${target.folder}/${name}`));
  await symlink(name.split('/').at(-1) as string, pathOf(`${target.folder}/${name}`));
  expect(await damageOf(openPart(target, part))).toContain(`${name} cannot be read: ELOOP`);
});

it('another key is told from damage', async () => {
  const target = { store, key: Buffer.alloc(32, 7), folder: 'backups/keys' };
  const part = await write(target, rows, '1\tone\n');
  expect(await damageOf(read(openPart({ ...target, key: Buffer.alloc(32, 8) }, part)))).toBe(
    `${name} is encrypted with another key than BACKUP_KEY, or altered`,
  );
});
