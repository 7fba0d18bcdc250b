import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifMissing, namesIn, syncFolders } from './folders.ts';
import { probeFolder } from './probe.ts';
import type { ByteRange, FileStore, IncomingFile, OpenFile } from './store.ts';
import { createTrash } from './trash.ts';
import type { CompanyId } from '../db/pool.ts';
import { CommandError } from '../../errors/command-error.ts';

const staleAfterMs = 24 * 60 * 60 * 1000;

const listChunkSize = 500;

/** Chunks are written together: each write costs a change of threads. */
const blockBytes = 256 * 1024;
const maxChunks = 64;

/** Files are named by their SHA-256: files/<company>/<ab>/<sha256>. */
export async function openDiskStore(dataDir: string): Promise<FileStore> {
  const folder = join(dataDir, 'files');
  const incoming = join(folder, 'incoming');
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandError(
      `DATA_DIR is ${JSON.stringify(dataDir)}, but files cannot be stored there (${(error as Error).message}). Set it to a folder that Doorway may write to.`,
    );
  }
  await removeStale(incoming);
  const trash = createTrash(join(folder, 'trash'), (company, sha256) => placeOf(folder, company, sha256));

  async function receive(source: AsyncIterable<Uint8Array>, limit: number): Promise<IncomingFile> {
    const temporary = join(incoming, randomUUID());
    const discard = () => rm(temporary, { force: true });
    const hash = createHash('sha256');
    let size = 0;
    let written = 0;
    let waiting: Uint8Array[] = [];
    try {
      const file = await open(temporary, 'wx', 0o600);
      const write = async () => {
        const bytes = size - written;
        const { bytesWritten } = await file.writev(waiting);
        // Fails if the disk has room for a part only.
        if (bytesWritten < bytes) await file.writeFile(Buffer.concat(waiting).subarray(bytesWritten));
        written = size;
        waiting = [];
      };
      try {
        for await (const chunk of source) {
          size += chunk.length;
          if (size > limit) break;
          hash.update(chunk);
          waiting.push(chunk);
          if (size - written >= blockBytes || waiting.length === maxChunks) await write();
        }
        if (size <= limit) {
          await write();
          await file.sync();
        }
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

  async function openKept(company: CompanyId, sha256: Buffer, range?: ByteRange): Promise<OpenFile | undefined> {
    const place = placeOf(folder, company, sha256);
    const inPlace = await openFile(place, range);
    if (inPlace !== undefined) return inPlace;
    const aside = await trash.find(company, sha256);
    // A file that has meanwhile left the trash is back in its place.
    return (aside === undefined ? undefined : await openFile(aside, range)) ?? openFile(place, range);
  }

  return {
    name: folder,
    receive,
    open: openKept,
    list: (company) => listFiles(join(folder, company)),
    trash: trash.put,
    trashed: trash.list,
    putBack: trash.putBack,
    remove: trash.remove,
    probe: () => probeFolder(incoming),
    removeStale: () => removeStale(incoming),
    removeAll: async (company) => {
      for (const place of [join(folder, company), join(folder, 'trash', company)])
        await rm(place, { recursive: true, force: true });
    },
    close: () => undefined,
  };
}

async function openFile(place: string, range?: ByteRange): Promise<OpenFile | undefined> {
  const file = await open(place, 'r').catch(ifMissing(undefined));
  if (file === undefined) return undefined;
  try {
    return { size: (await file.stat()).size, stream: file.createReadStream(range) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function placeOf(folder: string, company: CompanyId, sha256: Buffer): string {
  const name = sha256.toString('hex');
  return join(folder, company, name.slice(0, 2), name);
}

async function* listFiles(company: string): AsyncGenerator<Buffer[]> {
  for (const letters of (await namesIn(company, /^[0-9a-f]{2}$/)).toSorted()) {
    const names = (await namesIn(join(company, letters), /^[0-9a-f]{64}$/)).toSorted();
    for (let at = 0; at < names.length; at += listChunkSize)
      yield names.slice(at, at + listChunkSize).map((name) => Buffer.from(name, 'hex'));
  }
}

/** A crash can leave half-received files; nothing refers to them. */
async function removeStale(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > staleAfterMs) await rm(path, { force: true });
  }
}
