import { createHash } from 'node:crypto';
import { lchown, lstat, mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter, errorCode, type User } from './command.ts';
import { CommandError } from '../../../errors/command-error.ts';

/** Nothing listens on TCP: the port is only part of the socket's name. */
export const port = 5432;

/** The system allows 104 or 108 bytes for a socket's path. */
const maxPathBytes = 100;

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= maxPathBytes;

/**
 * Returns the cluster's own folder, or a private one with a short path. `previous` is the folder that this process used
 * last; it is kept, because pools know its path.
 */
export async function socketFolder(
  directory: string,
  as: User | undefined,
  previous: string | undefined,
): Promise<string> {
  if (fits(directory)) return directory;
  const { uid, ino } = await stat(directory);
  if (previous !== undefined && (await claim(previous, uid, as))) return previous;

  // A fixed name leaves no unused folders. The inode distinguishes a cluster from an earlier one at the same path.
  const name = `doorway-${uid}-${createHash('sha256').update(`${directory} ${ino}`).digest('hex').slice(0, 16)}`;
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const folder = join(parent, name);
    if (!fits(folder) || (as && !(await canEnter(parent, as)))) continue;
    if (await claim(folder, uid, as)) return folder;
    // Another user has taken the name. A random one works too, because postmaster.pid names it.
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

/** True if the folder exists afterwards and only the cluster's owner can use it. */
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
