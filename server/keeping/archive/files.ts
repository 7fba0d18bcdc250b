import type { Readable } from 'node:stream';
import type { CompanyId } from '../../ground/db/pool.ts';
import { createLookup } from '../../ground/files/lookup.ts';
import { nameOfKey, sealedSize } from '../../ground/objects/sealed.ts';
import type { ListedObject } from '../../ground/objects/store.ts';
import { openObject, storedName, writeObject, type KeyedStore, exactly, ObjectDamaged } from './objects.ts';
import type { ArchivePart } from './manifest.ts';
import { openPart, type BackupTarget } from './parts.ts';

/** A file is named by its company and its SHA-256, and shared by all backups of the place. */
export interface BackedUpFile {
  /** In hexadecimal digits. */
  sha256: string;
  size: number;
}

export const filesFolder = 'files/';

/** Files of another BACKUP_KEY have other names: a backup with a new key copies them again, and can read them all. */
const nameOf = ({ key }: KeyedStore, company: CompanyId, sha256: string) =>
  `${filesFolder}${company}/${sha256.slice(0, 2)}/${sha256}${key === undefined ? '' : `.${nameOfKey(key)}`}`;

/** The file as the place lists it. */
export const listedFile = (target: KeyedStore, company: CompanyId, { sha256, size }: BackedUpFile): ListedObject => ({
  name: storedName(target, nameOf(target, company, sha256)),
  size: target.key === undefined ? size : sealedSize(size),
});

class OtherBytes extends Error {}

/** False if the source has other bytes, and nothing was stored. A failure of the source is thrown as it is. */
export async function writeFile(
  target: KeyedStore,
  company: CompanyId,
  { sha256, size }: BackedUpFile,
  source: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const checked = exactly(source, { bytes: size, sha256 }, () => new OtherBytes());
  return writeObject(target, nameOf(target, company, sha256), checked).then(
    () => true,
    (error: unknown) => {
      if (error instanceof OtherBytes) return false;
      throw error;
    },
  );
}

/** The stream fails with ObjectDamaged, which names the file, if it is not as it was written. */
export function openFile(target: KeyedStore, company: CompanyId, { sha256, size }: BackedUpFile): Promise<Readable> {
  const name = nameOf(target, company, sha256);
  return openObject(target, name, { label: name, content: { bytes: size, sha256 } });
}

/**
 * Whether the place has a file, by its size; the files that are asked for must ascend. An interrupted write leaves none,
 * so a file of the right size is whole unless the place itself is damaged.
 */
export function createFileLookup(target: KeyedStore, company: CompanyId): (file: BackedUpFile) => Promise<boolean> {
  const find = createLookup(target.store.list(`${filesFolder}${company}/`), ({ name }, wanted: string) =>
    name === wanted ? 0 : name < wanted ? -1 : 1,
  );
  return async (file) => {
    const { name, size } = listedFile(target, company, file);
    return (await find(name))?.size === size;
  };
}

/** A line of a part of the kind `files`. */
export const fileLine = ({ sha256, size }: BackedUpFile): string => `${sha256} ${size}\n`;

const line = /^([0-9a-f]{64}) (\d{1,15})$/;
const maxLineLength = 80;
const filesPerPage = 200;

/** Files of a list, ascending, in pages. */
export async function* readFileList(target: BackupTarget, part: ArchivePart): AsyncGenerator<BackedUpFile[]> {
  let page: BackedUpFile[] = [];
  let rest = '';
  let last = '';
  for await (const piece of await openPart(target, part)) {
    const lines = (rest + (piece as Buffer).toString('latin1')).split('\n');
    rest = lines.pop() as string;
    if (rest.length > maxLineLength) throw noList(part);
    for (const text of lines) {
      const [, sha256 = '', size = ''] = line.exec(text) ?? [];
      if (sha256 <= last) throw noList(part);
      last = sha256;
      if (page.push({ sha256, size: Number(size) }) < filesPerPage) continue;
      yield page;
      page = [];
    }
  }
  if (rest !== '') throw noList(part);
  if (page.length > 0) yield page;
}

const noList = ({ name }: ArchivePart) => new ObjectDamaged(name, 'is altered: it is no ascending list of files');
