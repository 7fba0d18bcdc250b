import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, stat, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './command.ts';
import { isAlive } from './leftovers.ts';

/** 'other' is certainly another program that got the process id since. */
export type ProcessRelation = 'postmaster' | 'none' | 'other' | 'unknown';

export async function standingOf(pid: number, directory: string): Promise<ProcessRelation> {
  if (!isAlive(pid)) return 'none';
  return (await stat('/proc/self/stat').catch(() => undefined)) ? fromProc(pid, directory) : fromPs(pid, directory);
}

async function fromProc(pid: number, directory: string): Promise<ProcessRelation> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(line) ?? [];
  // A process that /proc hides belongs to another user, unless it has just ended.
  if (name === undefined) return isAlive(pid) ? 'other' : 'none';
  // A zombie keeps its id, and PostgreSQL would take it for alive.
  if (name !== 'postgres' || state === 'Z' || state === 'X') return 'other';

  const cluster = await stat(directory);
  // A postmaster's working folder is its data folder. With bind mounts paths may differ; inodes do not.
  const folder = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder) return folder.ino === cluster.ino && folder.dev === cluster.dev ? 'postmaster' : 'other';
  // Root without the right to trace, as in a container, sees only public information.
  const owner = await lstat(`/proc/${pid}`).catch(() => undefined);
  if (owner && owner.uid !== cluster.uid && owner.uid !== 0) return 'other';
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return words.includes(directory) ? 'postmaster' : 'unknown';
}

/** For systems without /proc, such as macOS. */
export async function fromPs(pid: number, directory: string): Promise<ProcessRelation> {
  const { output } = await run('ps', ['-ww', '-o', 'stat=', '-o', 'uid=', '-o', 'command=', '-p', String(pid)]);
  const [, state, uid, command] = /^\s*(\S+)\s+(\d+)\s+(.*)$/s.exec(output) ?? [];
  if (state === undefined || command === undefined) return isAlive(pid) ? 'unknown' : 'none';
  const cluster = await stat(directory);
  if (state.startsWith('Z') || Number(uid) !== cluster.uid || !command.includes('postgres')) return 'other';
  return command.includes(directory) ? 'postmaster' : 'unknown';
}

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
