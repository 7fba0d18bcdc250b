import { lchown, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, messageOf, run, type User } from './command.ts';
import { removeFolder, unfinishedName } from './leftovers.ts';
import { isCluster } from './cluster-folder.ts';
import { syncFolders } from '../../files/folders.ts';
import { CommandError } from '../../../errors/command-error.ts';

export const superuser = 'doorway';

/** No option depends on the system's locales, so that data sorts the same everywhere. */
const options = [
  `--username=${superuser}`,
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth-local=trust',
  '--auth-host=reject',
  '--data-checksums',
  '--no-instructions',
];

/**
 * Creates the cluster under a temporary name and renames it, so that no crash leaves half of one. False: another
 * process was faster, and its cluster is used.
 */
export async function createCluster(directory: string, native: string, as: User | undefined): Promise<boolean> {
  const unfinished = unfinishedName(directory, 'init');
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (as) await lchown(unfinished, as.uid, as.gid);
    const { ok, output } = await run(join(native, 'bin', 'initdb'), [...options, '-D', unfinished], as);
    if (!ok) throw new Error(output);
    await rename(unfinished, directory);
    await syncFolders(dirname(directory), dirname(directory));
    return true;
  } catch (error) {
    await removeFolder(unfinished, as);
    if (await isCluster(directory)) return false;
    throw whyNot(directory, error);
  }
}

function whyNot(directory: string, error: unknown): CommandError {
  const output = messageOf(error).split('\n').slice(-15).join('\n');
  if (errorCode(error) === 'ENOSPC' || /No space left on device|Disk quota exceeded/.test(output)) {
    return new CommandError(
      `The disk is full: the database could not be made in ${directory}, which takes about 60 MB at first. Make room and start again.\n${output}`,
    );
  }
  if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') {
    return new CommandError(
      `${directory} holds files that are not a database. Move them away, or set DATA_DIR to another folder.`,
    );
  }
  if (errorCode(error) === 'EBUSY') {
    return new CommandError(
      `${directory} is a mount point, and the database cannot be moved there in one step. Mount its parent folder instead.`,
    );
  }
  return new CommandError(`The database could not be made in ${directory}: ${output}`);
}
