import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { CompanyId } from '../db/pool.ts';
import { CommandError } from '../errors.ts';

/** As much of a file's beginning as tells its kind. */
const headBytes = 4_100;
const staleAfter = 24 * 60 * 60 * 1000;

/** Bytes that have arrived and are on disk, but not yet under their own name. */
export interface Incoming {
  size: number;
  sha256: Buffer;
  head: Buffer;
  /** True where more bytes came than the limit; the rest was not kept. */
  tooLarge: boolean;
  /** Puts the file in its place for good: when this returns, a power cut cannot take it away. */
  keep(company: CompanyId): Promise<void>;
  /** Removes it, unless it was kept. */
  discard(): Promise<void>;
}

/** A file that is being read. Whoever opened it reads the stream to its end, or destroys it. */
export interface OpenFile {
  size: number;
  stream: Readable;
}

export interface FileStore {
  receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Incoming>;
  /** The file with this SHA-256; undefined where the company has none. */
  open(company: CompanyId, sha256: Buffer): Promise<OpenFile | undefined>;
}

/** Files by their SHA-256 in a folder: files/<company>/<ab>/<sha256>. */
export async function openDiskStore(dataDir: string): Promise<FileStore> {
  const folder = join(dataDir, 'files');
  const incoming = join(folder, 'incoming');
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(`DATA_DIR is ${JSON.stringify(dataDir)}, but files cannot be stored there (${(error as Error).message}). Set it to a folder that Doorway may write to.`);
  }
  await removeStale(incoming);

  async function receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<Incoming> {
    const temporary = join(incoming, randomUUID());
    const discard = () => rm(temporary, { force: true });
    const hash = createHash('sha256');
    const head: Uint8Array[] = [];
    let size = 0;
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        for await (const chunk of source) {
          if (size < headBytes) head.push(chunk);
          size += chunk.length;
          if (size > limit) break;
          hash.update(chunk);
          await file.writev([chunk]);
        }
        if (size <= limit) await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await discard();
      throw error;
    }
    const sha256 = hash.digest();
    return {
      size,
      sha256,
      head: Buffer.concat(head).subarray(0, headBytes),
      tooLarge: size > limit,
      discard,
      keep: async (company) => {
        const place = placeOf(folder, company, sha256);
        const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 });
        await rename(temporary, place);
        await syncFolders(dirname(place), made === undefined ? dirname(place) : dirname(made));
      },
    };
  }

  return { receive, open: (company, sha256) => openFile(placeOf(folder, company, sha256)) };
}

async function openFile(place: string): Promise<OpenFile | undefined> {
  const file = await open(place, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    return { size: (await file.stat()).size, stream: file.createReadStream() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function placeOf(folder: string, company: CompanyId, sha256: Buffer): string {
  const name = sha256.toString('hex');
  return join(folder, company, name.slice(0, 2), name);
}

/** A new name is safe once its folder is synced, and a new folder once its parent is. */
async function syncFolders(lowest: string, highest: string): Promise<void> {
  for (let folder = lowest; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    if (folder === highest || folder === dirname(folder)) return;
  }
}

/** What a crash left half received. Nothing points at it. */
async function removeStale(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > staleAfter) await rm(path, { force: true });
  }
}
