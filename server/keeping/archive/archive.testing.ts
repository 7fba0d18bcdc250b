import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../testing/files.ts';
import type { CompanyId } from '../../ground/db/pool.ts';
import { openObjectStore } from '../../ground/objects/open.ts';
import type { ObjectStore } from '../../ground/objects/store.ts';
import { writeFile, fileLine } from './files.ts';
import { format, partName, type Manifest, type ArchivePart, folderOf, newBackupName } from './manifest.ts';
import { writeManifest } from './manifest-file.ts';
import { writePart, type BackupTarget, type PartDescription, writeSums } from './parts.ts';

export const company = '019a7c3e-8f2a-7c11-9d43-5b1f0a6e2c88' as CompanyId;

export async function openPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'doorway-place-'));
  return {
    folder,
    store: await openObjectStore({ folder }, undefined),
    pathOf: (name: string) => join(folder, name),
    remove: () => rm(folder, { recursive: true }),
  };
}

export async function* bytesIn(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

export const write = (target: BackupTarget, of: Omit<PartDescription, 'name'>, ...texts: (string | Uint8Array)[]) =>
  writePart(target, { name: partName(of), ...of }, bytesIn(...texts));

export const rowsOf = { kind: 'rows', table: 'projects', columns: ['id', 'name'], company } as const;
export const files = ['a', 'some bytes'].map((text) => ({
  text,
  sha256: sha256(Buffer.from(text)),
  size: text.length,
}));

/** The bytes of a manifest with a hash that fits. */
export function guarded(manifest: object): Buffer {
  const fields = Object.entries(manifest)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) =>
      Array.isArray(field)
        ? `"${name}": [\n${field.map((item) => `${JSON.stringify(item)},\n`).join('')}],\n`
        : `"${name}": ${JSON.stringify(field)},\n`,
    );
  const lines = `{\n${fields.join('')}`;
  return Buffer.from(`${lines}"sha256": "${sha256(Buffer.from(lines))}"\n}\n`);
}

export interface SmallBackup {
  target: BackupTarget;
  manifest: Manifest;
}

/** A complete backup with a part of each kind and two files. */
export async function writeSmallBackup(
  store: ObjectStore,
  { key, takenAt = new Date() }: { key?: Buffer; takenAt?: Date } = {},
): Promise<SmallBackup> {
  const name = newBackupName(takenAt);
  const target: BackupTarget = { store, key, folder: folderOf(name) };
  const sorted = files.toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1));
  for (const file of files) await writeFile(target, company, file, bytesIn(file.text));
  const parts: ArchivePart[] = [
    await write(target, { kind: 'rows', table: 'operators', columns: ['id'] }, '1\n', '2\n'),
    await write(target, { ...rowsOf, columns: [...rowsOf.columns] }, '1\tone\n2\ttwo\n3\tthree\n'),
    await write(target, { kind: 'files', company }, ...sorted.map(fileLine)),
    await write(target, { kind: 'queue' }),
  ];
  await writeSums(target, parts);
  const manifest: Manifest = {
    format,
    name,
    installation: '5f0f5a3e-0000-4000-8000-000000000000',
    version: '1.14.0',
    migrations: ['0001_first.sql'],
    isEncrypted: key !== undefined,
    takenAt: takenAt.toISOString(),
    endedAt: takenAt.toISOString(),
    companies: [{ id: company, name: 'Bygg', isSandbox: false, lastEvent: 7 }],
    parts,
    files: { count: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) },
    damaged: [],
  };
  await writeManifest(target, manifest);
  return { target, manifest };
}
