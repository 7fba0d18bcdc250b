import { randomBytes } from 'node:crypto';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, run, type User } from './command.ts';

const tooYoung = 10 * 60_000;

export const unfinishedName = (folder: string, purpose: 'init' | 'copy') =>
  `${folder}.${purpose}-${process.pid}-${randomBytes(4).toString('hex')}`;

export async function sweepUnfinished(folder: string, purpose: 'init' | 'copy', as?: User): Promise<void> {
  const prefix = `${basename(folder)}.${purpose}-`;
  for (const name of await readdir(dirname(folder)).catch(() => [])) {
    const [, pid] = /^(\d+)-[0-9a-f]{8}$/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(dirname(folder), name);
    const made = await stat(path).catch(() => undefined);
    // A process id of another container means nothing here, so recent work is left alone.
    if (made && Date.now() - made.mtimeMs > tooYoung) await removeFolder(path, as);
  }
}

/**
 * Deletes the content as its owner: that user may change it meanwhile, and root must not follow a link elsewhere.
 * Failures are ignored, because leftovers do no harm.
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
