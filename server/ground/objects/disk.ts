import { constants, type Dirent } from 'node:fs';
import { open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifMissing, makeFolder, probeFolder } from '../files/folders.ts';
import { receiveInto, removeStale } from '../files/incoming.ts';
import { mapConcurrently } from '../scheduling/map-concurrently.ts';
import { CommandError } from '../../errors/command-error.ts';
import { incomingFolder, isObjectName, requireObjectName } from './names.ts';
import type { ListedObject, ObjectStore, WrittenObject } from './store.ts';

const listChunkSize = 500;
const statsAtOnce = 8;

/** Folders are made by the first write, so that a mistyped name leaves nothing behind. */
export function openDiskObjects(folder: string): ObjectStore {
  const incoming = join(folder, incomingFolder);
  const pathOf = (name: string) => join(folder, requireObjectName(name));
  const failed = (error: unknown): never => {
    throw asUnusable(folder, error as NodeJS.ErrnoException);
  };

  async function write(name: string, source: AsyncIterable<Uint8Array>): Promise<WrittenObject> {
    const path = pathOf(name);
    let sourceError: unknown;
    const watched = async function* () {
      try {
        yield* source;
      } catch (error) {
        sourceError = error;
        throw error;
      }
    };
    await makeFolder(incoming).catch(failed);
    const received = await receiveInto(incoming, watched(), Infinity).catch((error: unknown) => {
      throw error === sourceError ? error : asUnusable(folder, error as NodeJS.ErrnoException);
    });
    try {
      // A folder that has become empty may be removed at this moment.
      await received.moveTo(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return received.moveTo(path);
      });
    } catch (error) {
      return failed(error);
    } finally {
      await received.discard();
    }
    return { size: received.size, sha256: received.sha256 };
  }

  async function* list(prefix: string): AsyncGenerator<ListedObject[]> {
    let chunk: ListedObject[] = [];
    for await (const names of walk(folder, prefix)) {
      const sizes = await mapConcurrently(names, statsAtOnce, async (name) => {
        const size = await sizeOf(join(folder, name)).catch(failed);
        return size === undefined ? [] : [{ name, size }];
      });
      chunk.push(...sizes.flat());
      if (chunk.length < listChunkSize) continue;
      yield chunk;
      chunk = [];
    }
    if (chunk.length > 0) yield chunk;
  }

  async function remove(name: string): Promise<void> {
    const path = pathOf(name);
    await rm(path, { force: true }).catch(failed);
    for (let above = dirname(path); above !== folder; above = dirname(above)) if (!(await isEmptied(above))) return;
  }

  return {
    name: folder,
    write,
    read: async (name) => {
      // A pipe would never be opened otherwise.
      const file = await open(pathOf(name), constants.O_RDONLY | constants.O_NONBLOCK).catch(ifMissing(undefined));
      if (file === undefined) return undefined;
      if ((await file.stat()).isFile()) return file.createReadStream();
      await file.close();
      return undefined;
    },
    size: async (name) => sizeOf(pathOf(name)).catch(failed),
    list,
    folders: async (prefix) => {
      const entries = await entriesIn(join(folder, prefix)).catch(failed);
      return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
    },
    remove,
    probe: async () => {
      await makeFolder(incoming).catch(failed);
      await probeFolder(incoming).catch(failed);
    },
    removeStale: () => removeStale(incoming),
    close: () => undefined,
  };
}

/** Names in the order of their bytes: a folder sorts as if its name ended with a slash. */
async function* walk(folder: string, prefix: string): AsyncGenerator<string[]> {
  let names: string[] = [];
  const entries = await entriesIn(join(folder, prefix)).catch((error: NodeJS.ErrnoException) => {
    throw asUnusable(folder, error);
  });
  for (const entry of entries) {
    if (entry.isFile()) names.push(prefix + entry.name);
    if (names.length > 0 && (entry.isDirectory() || names.length === listChunkSize)) {
      yield names;
      names = [];
    }
    if (entry.isDirectory()) yield* walk(folder, `${prefix}${entry.name}/`);
  }
  if (names.length > 0) yield names;
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ifMissing<Dirent[]>([]));
  const sortedBy = (entry: Dirent) => (entry.isDirectory() ? `${entry.name}/` : entry.name);
  return entries
    .filter(({ name }) => isObjectName(name))
    .toSorted((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(ifMissing(undefined));
  return found?.isFile() === true ? found.size : undefined;
}

/** Removes a folder if it is empty. */
const isEmptied = (folder: string): Promise<boolean> =>
  rmdir(folder).then(
    () => true,
    () => false,
  );

function asUnusable(folder: string, error: NodeJS.ErrnoException): Error {
  const advice =
    error.code === 'ENOSPC' || error.code === 'EDQUOT'
      ? 'Its disk is full. Make room, or name another place.'
      : 'Name a folder that Doorway may read and write.';
  return new CommandError(`${folder} cannot be used: ${error.message}. ${advice}`, 2);
}
