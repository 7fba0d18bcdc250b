import { chmod, cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, messageOf } from './command.ts';
import { sweepUnfinished, unfinishedName } from './leftovers.ts';
import { CommandError } from '../../../errors/command-error.ts';

export const systemFolder = '/var/lib/doorway';

/**
 * Copies PostgreSQL's programs so that every user can read them and only root can change them. The copy is renamed into
 * place once it is complete and on disk.
 */
export async function copyBinaries(native: string, version: string, parent = systemFolder): Promise<string> {
  const copy = join(parent, `postgresql-${version}`);
  if (await stat(copy).catch(() => undefined)) return copy;
  const unfinished = unfinishedName(copy, 'copy');
  await sweepUnfinished(copy, 'copy');
  try {
    await makeSystemFolder(parent);
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await settle(unfinished);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) {
      throw new CommandError(
        `The user that PostgreSQL runs as cannot read its programs in ${native}, and they could not be copied to ${copy} ` +
          `(${messageOf(error)}). Install Doorway in a folder that every user can read, or set DATABASE_URL.`,
      );
    }
  }
  return copy;
}

export async function makeSystemFolder(folder = systemFolder): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  // Root's umask may be stricter than the other user needs.
  if (made !== undefined) await chmod(folder, 0o755);
}

/** The source's modes are not kept: they may be the reason why it was unreadable. */
async function settle(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await settle(path);
    if (!entry.isFile()) continue;
    const file = await open(path, 'r');
    try {
      const executable = ((await file.stat()).mode & 0o100) !== 0;
      await file.chmod(executable ? 0o755 : 0o644);
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
