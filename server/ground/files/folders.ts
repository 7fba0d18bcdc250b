import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { randomUUID } from 'node:crypto';

export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolders(folder, dirname(made));
}

/** A new name is durable once its folder is synced, and a new folder once its parent is. */
export async function syncFolders(lowest: string, highest: string): Promise<void> {
  for (let folder = lowest; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    if (folder === highest || folder === dirname(folder)) return;
  }
}

export const namesIn = async (folder: string, like: RegExp): Promise<string[]> =>
  (await readdir(folder).catch(ifMissing<string[]>([]))).filter((name) => like.test(name));

export const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };

const probeBytes = 64 * 1024;

export async function probeFolder(folder: string): Promise<void> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(probeBytes));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
