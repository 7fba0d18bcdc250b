import { createHash } from 'node:crypto';
import { lchown, lstat, mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, errorCode, type User } from './command.ts';
import { CommandError } from '../../../errors/command-error.ts';

/** Nothing listens on TCP, so the port is only part of the socket's name, and may be the same for every cluster. */
export const port = 5432;

/** The system takes 104 or 108 bytes for the path of a socket. */
const longestPath = 100;

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestPath;

/**
 * The folder for the socket: the cluster's own, or a private one with a short path. `previous` is where it was when
 * this process last used the cluster; it stays there, because pools of connections know that path.
 */
export async function socketFolder(
  directory: string,
  as: User | undefined,
  previous: string | undefined,
): Promise<string> {
  if (fits(directory)) return directory;
  const { uid, ino } = await stat(directory);
  if (previous !== undefined && (await claim(previous, uid, as))) return previous;

  // The same name every time leaves no litter. The inode tells a cluster from another one that had its path before.
  const name = `doorway-${uid}-${createHash('sha256').update(`${directory} ${ino}`).digest('hex').slice(0, 16)}`;
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const folder = join(parent, name);
    if (!fits(folder) || (as && !(await canEnter(parent, as)))) continue;
    if (await claim(folder, uid, as)) return folder;
    // Another user has taken the name; a name that nobody can foresee is found through postmaster.pid all the same.
    const unforeseen = await mkdtemp(join(parent, 'doorway-')).catch(() => undefined);
    if (unforeseen === undefined || !fits(unforeseen)) continue;
    if (as) await lchown(unforeseen, as.uid, as.gid);
    return unforeseen;
  }
  throw new CommandError(
    `The path ${directory} is too long for PostgreSQL's socket, and there is no folder for temporary files to put it in. ` +
      'Set DATA_DIR to a folder with a shorter path.',
  );
}

/** True when the folder is there afterwards and nobody but the cluster's owner can use it. */
async function claim(folder: string, uid: number, as: User | undefined): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (as) await lchown(folder, as.uid, as.gid);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return false;
  }
  const found = await lstat(folder).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
