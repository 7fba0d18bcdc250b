import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { standingOf, type ProcessRelation } from './process.ts';

export interface PidFile {
  path: string;
  text: string;
  pid: number;
  port: number;
  socketFolder: string;
  /** Whether the server has reported that it accepts connections. */
  ready: boolean;
}

const justMade = 3_000;

/** A socket's lock file begins with the same lines. */
export async function readPidFile(path: string): Promise<PidFile | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return {
    path,
    text,
    pid: Math.abs(Number(lines[0])),
    port: Number(lines[3]),
    socketFolder: lines[4] ?? '',
    ready: lines[7]?.trim() === 'ready',
  };
}

export const postmasterFile = (directory: string) => readPidFile(join(directory, 'postmaster.pid'));

export async function standingOfFile(file: PidFile, directory: string): Promise<ProcessRelation> {
  if (Number.isSafeInteger(file.pid) && file.pid > 0) return standingOf(file.pid, directory);
  // The file can be empty after a power failure, and for a moment while a postmaster writes it.
  const found = await stat(file.path).catch(() => undefined);
  if (!found) return 'none';
  return Date.now() - found.mtimeMs > justMade ? 'other' : 'unknown';
}

/**
 * Removes a stale file. Another process may have reached the same conclusion and started a postmaster since, so the
 * file is moved aside first and put back if it is not the stale one.
 */
export async function discard(file: PidFile): Promise<void> {
  const aside = `${file.path}.stale-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await rename(file.path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8').catch(() => undefined)) !== file.text)
    await link(aside, file.path).catch(() => undefined);
  await rm(aside, { force: true });
}
