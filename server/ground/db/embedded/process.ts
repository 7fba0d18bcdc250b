import { lstat, readFile, stat } from 'node:fs/promises';
import { run } from './command.ts';
import { isAlive } from './leftovers.ts';

/**
 * What the process with a given id is to a cluster: its postmaster; no process at all; certainly something else, to
 * which the system has given the id since; or not to be told.
 */
export type Standing = 'postmaster' | 'none' | 'other' | 'unknown';

export async function standingOf(pid: number, directory: string): Promise<Standing> {
  if (!isAlive(pid)) return 'none';
  return (await stat('/proc/self/stat').catch(() => undefined)) ? fromProc(pid, directory) : fromPs(pid, directory);
}

async function fromProc(pid: number, directory: string): Promise<Standing> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(line) ?? [];
  // What /proc hides belongs to another user, unless it ended this moment.
  if (name === undefined) return isAlive(pid) ? 'other' : 'none';
  // A dead process that nobody waited for keeps its id, and PostgreSQL would take it for alive.
  if (name !== 'postgres' || state === 'Z' || state === 'X') return 'other';

  const cluster = await stat(directory);
  // A postmaster works in its data folder. Paths may differ for the same folder where mounts are bound; inodes do not.
  const folder = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  if (folder) return folder.ino === cluster.ino && folder.dev === cluster.dev ? 'postmaster' : 'other';
  // Root without the right to trace, as in a container, sees only what everybody sees.
  const owner = await lstat(`/proc/${pid}`).catch(() => undefined);
  if (owner && owner.uid !== cluster.uid && owner.uid !== 0) return 'other';
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return words.includes(directory) ? 'postmaster' : 'unknown';
}

/** For systems without /proc, such as macOS. */
export async function fromPs(pid: number, directory: string): Promise<Standing> {
  const { output } = await run('ps', ['-ww', '-o', 'stat=', '-o', 'uid=', '-o', 'command=', '-p', String(pid)]);
  const [, state, uid, command] = /^\s*(\S+)\s+(\d+)\s+(.*)$/s.exec(output) ?? [];
  if (state === undefined || command === undefined) return isAlive(pid) ? 'unknown' : 'none';
  const cluster = await stat(directory);
  if (state.startsWith('Z') || Number(uid) !== cluster.uid || !command.includes('postgres')) return 'other';
  return command.includes(directory) ? 'postmaster' : 'unknown';
}
