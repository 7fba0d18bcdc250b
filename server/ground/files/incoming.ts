import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifMissing, syncFolders } from './folders.ts';
import type { IncomingFile } from './store.ts';

const staleAfterMs = 24 * 60 * 60 * 1000;

/** Chunks are written together: each write costs a change of threads. */
const blockBytes = 256 * 1024;
const maxChunks = 64;

export interface TemporaryFile extends Omit<IncomingFile, 'keep'> {
  /** Makes the folders of the path; returns once the file is durable there. */
  moveTo(path: string): Promise<void>;
}

/** Writes a file under a temporary name. */
export async function receiveInto(
  incoming: string,
  source: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<TemporaryFile> {
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
  return {
    size,
    sha256: hash.digest(),
    tooLarge: size > limit,
    discard,
    moveTo: async (path) => {
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(temporary, path);
      await syncFolders(dirname(path), made === undefined ? dirname(path) : dirname(made));
    },
  };
}

/** A crash can leave half-received files; nothing refers to them. */
export async function removeStale(incoming: string): Promise<void> {
  for (const name of await readdir(incoming).catch(ifMissing<string[]>([]))) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > staleAfterMs) await rm(path, { force: true });
  }
}
