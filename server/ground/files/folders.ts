import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates a folder and its missing parents durably. */
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

/** The matching names in a folder; none if it does not exist. */
export async function namesIn(folder: string, like: RegExp): Promise<string[]> {
  return (await readdir(folder).catch(ifMissing<string[]>([]))).filter((name) => like.test(name));
}

/** For a file that may not exist. */
export const ifMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead;
    throw error;
  };
