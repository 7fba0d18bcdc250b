import { randomBytes } from 'node:crypto';
import { chmod, lchown, mkdir, readlink, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeSystemFolder, systemFolder } from './binaries.ts';
import { canEnter, errorCode, messageOf, type User } from './command.ts';
import { nameOf, postgresUser } from './run-as.ts';
import { CommandError } from '../../../errors/command-error.ts';

export interface ClusterFolder {
  /** The real path; the cluster may not exist yet. */
  directory: string;
  exists: boolean;
  /** Undefined for this process's own user. */
  as: User | undefined;
  notes: string[];
}

interface ClusterEntry {
  directory: string;
  linked: boolean;
  owner: { uid: number; gid: number } | undefined;
}

export async function settleFolder(dataDir: string): Promise<ClusterFolder> {
  if (/[\n\r\0]/.test(dataDir))
    throw new CommandError('DATA_DIR holds a line break, which PostgreSQL cannot have in a path.');
  const found = await findCluster(await makeDataDir(dataDir));
  return process.getuid?.() === 0 ? folderUnderRoot(dataDir, found) : ownFolder(found);
}

async function makeDataDir(dataDir: string): Promise<string> {
  const underRoot = process.getuid?.() === 0;
  try {
    const first = await mkdir(dataDir, { recursive: true, mode: underRoot ? 0o711 : 0o700 });
    if (first !== undefined && underRoot) {
      // Root's umask may keep the user postgres from passing through.
      for (let folder = dataDir; folder.length >= first.length; folder = dirname(folder)) await chmod(folder, 0o711);
    }
    return await realpath(dataDir);
  } catch (error) {
    throw new CommandError(
      `DATA_DIR ${dataDir} could not be made or entered (${messageOf(error)}). Set DATA_DIR to a folder that Doorway may write to.`,
    );
  }
}

async function findCluster(dataDir: string): Promise<ClusterEntry> {
  const entry = join(dataDir, 'postgres');
  const link = await readlink(entry).catch(() => undefined);
  let directory = link === undefined ? entry : resolve(dataDir, link);
  try {
    directory = join(await realpath(dirname(directory)), basename(directory));
    const found = await stat(directory);
    if (!found.isDirectory())
      throw new CommandError(`${directory} is not a folder, so the database cannot be there. Move it away.`);
    return {
      directory: await realpath(directory),
      linked: link !== undefined,
      owner: { uid: found.uid, gid: found.gid },
    };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const parent = await stat(dirname(directory)).catch((reason: unknown) => reason);
    if (errorCode(error) === 'ENOENT' && !(parent instanceof Error))
      return { directory, linked: link !== undefined, owner: undefined };
    if (errorCode(error) === 'EACCES') throw notYours(directory, 'another user');
    // Creating an empty database here would look as if all records were lost.
    throw new CommandError(
      `${entry} says that the database is in ${directory}, and that folder is gone (${messageOf(error)}). ` +
        `Bring it back, or remove ${entry} to begin with an empty database.`,
    );
  }
}

async function ownFolder({ directory, owner }: ClusterEntry): Promise<ClusterFolder> {
  if (owner && owner.uid !== process.getuid?.()) throw notYours(directory, `the user ${await nameOf(owner.uid)}`);
  return { directory, exists: await isCluster(directory), as: undefined, notes: [] };
}

async function folderUnderRoot(dataDir: string, found: ClusterEntry): Promise<ClusterFolder> {
  const { directory, owner, linked } = found;
  const notes = linked
    ? [`The database's files are in ${directory}: ${join(dataDir, 'postgres')} is a link to it.`]
    : [];
  if (owner && (await isCluster(directory))) {
    if (owner.uid === 0) {
      throw new CommandError(
        `The database in ${directory} belongs to root, as whom PostgreSQL refuses to run. Run "chown -R postgres" on that folder.`,
      );
    }
    const as = { ...owner, name: await nameOf(owner.uid) };
    if (!(await canEnter(directory, as)))
      throw shutOut(directory, as, 'The database is theirs: let them pass through the folders above it.');
    return { directory, exists: true, as, notes };
  }

  const { user: as, made } = await postgresUser();
  if (made) notes.push(`The user ${as.name} was made, because PostgreSQL refuses to run as root.`);
  if (await canEnter(dirname(directory), as)) return { directory, exists: false, as, notes };
  if (linked) throw shutOut(dirname(directory), as, 'Let them pass through the folders above it.');
  if (!(await linkElsewhere(directory, as))) return folderUnderRoot(dataDir, await findCluster(dirname(directory)));
  const settled = await folderUnderRoot(dataDir, await findCluster(dirname(directory)));
  return {
    ...settled,
    notes: [
      ...notes,
      ...settled.notes,
      `It is there because the user ${as.name}, as whom PostgreSQL runs under root, cannot enter ${dataDir}.`,
    ],
  };
}

/**
 * Creates a private folder that the user can access, and a link to it in the data folder, so that the next start finds
 * it and people see where the files are. False: another process was faster, and its link is used.
 */
async function linkElsewhere(entry: string, as: User): Promise<boolean> {
  const folder = join(systemFolder, randomBytes(8).toString('hex'));
  try {
    await makeSystemFolder();
    await mkdir(folder, { mode: 0o700 });
    await lchown(folder, as.uid, as.gid);
    if (!(await canEnter(folder, as))) throw new Error(`the user ${as.name} cannot enter ${folder} either`);
    await symlink(join(folder, 'postgres'), entry);
    return true;
  } catch (error) {
    await rmdir(folder).catch(() => undefined);
    if (errorCode(error) === 'EEXIST') return false;
    throw shutOut(
      dirname(entry),
      as,
      `The database could not be kept in ${systemFolder} instead (${messageOf(error)}). Set DATA_DIR to a folder that they can enter.`,
    );
  }
}

/** initdb writes this file last. */
export const isCluster = async (directory: string): Promise<boolean> =>
  (await stat(join(directory, 'PG_VERSION')).catch(() => undefined)) !== undefined;

const notYours = (directory: string, owner: string) =>
  new CommandError(
    `The database in ${directory} belongs to ${owner}, and PostgreSQL runs only as the owner of its files. ` +
      'Start Doorway as that user or as root, or set DATA_DIR to a folder of your own.',
  );

const shutOut = (folder: string, as: User, what: string) =>
  new CommandError(`Under root PostgreSQL runs as the user ${as.name}, who cannot enter ${folder}. ${what}`);
