import { randomBytes } from 'node:crypto';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, run, type User } from './command.ts';

const tooYoung = 10 * 60_000;

/** The name of something that is made beside its place first, and renamed to it when it is whole. */
export const unfinishedName = (place: string, purpose: 'init' | 'copy') =>
  `${place}.${purpose}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** Removes what processes that no longer run left unfinished. */
export async function sweepUnfinished(place: string, purpose: 'init' | 'copy', as?: User): Promise<void> {
  const prefix = `${basename(place)}.${purpose}-`;
  for (const name of await readdir(dirname(place)).catch(() => [])) {
    const [, pid] = /^(\d+)-[0-9a-f]{8}$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(dirname(place), name);
    const made = await stat(path).catch(() => undefined);
    // The process may live where its id means nothing to us, in another container, so youth is a reason to wait.
    if (made && Date.now() - made.mtimeMs > tooYoung) await removeFolder(path, as);
  }
}

/**
 * The content is removed as the user that owns it, because what is inside may be changed by that user meanwhile, and
 * root must not be led elsewhere. A folder that cannot be removed is only untidy.
 */
export async function removeFolder(path: string, as?: User): Promise<void> {
  if (as) {
    await run('rm', ['-rf', '--', path], as).catch(() => undefined);
    await rmdir(path).catch(() => undefined);
  } else {
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
