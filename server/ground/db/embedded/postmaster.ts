import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { run, spawnOptions, type User, canEnter, errorCode } from './command.ts';
import { lastLines, logSince, openLog, trim } from './log.ts';
import { discard, postmasterFile, readPidFile, standingOfFile } from './pid-file.ts';
import { CommandError } from '../../../errors/command-error.ts';
import { createHash } from 'node:crypto';
import { lchown, lstat, mkdir, mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';

export interface Cluster {
  directory: string;
  native: string;
  as: User | undefined;
  settings: Record<string, string>;
}

export interface StartedPostmaster {
  running: () => boolean;
  failure: () => Promise<{ passing: boolean; reason: string }>;
}

/** Another postmaster was faster or is still stopping, or backends of a killed one have not noticed yet. */
const passing =
  /FATAL: .*(lock file ".*" (already exists|is empty)|could not (open|read|remove old) lock file|pre-existing shared memory block)/;

const defaults = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  jit: 'off',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '100',
};

/**
 * Spawns the server directly: `pg_ctl start` would pass every path through a shell and leave an unreaped child if this
 * process is the first of a container. Its own session protects the database from signals to this process group.
 */
export async function start(cluster: Cluster, previousSocketFolder: string | undefined): Promise<StartedPostmaster> {
  const { directory, native, as } = cluster;
  const sockets = await socketFolder(directory, as, previousSocketFolder);
  await discardStaleSocketLock(sockets, directory);
  const settings = {
    ...defaults,
    wal_compression: await walCompression(cluster),
    ...cluster.settings,
    listen_addresses: '',
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: String(port),
    // The service parses this log, so it must be in English, with process ids, in the file opened here.
    lc_messages: 'C',
    log_line_prefix: '%m [%p] ',
    log_destination: 'stderr',
    logging_collector: 'off',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  let end: string | number | undefined;
  let pid: number | undefined;
  let logFrom = 0;
  const log = await openLog(directory, as);
  try {
    await trim(log);
    logFrom = (await log.stat()).size;
    const child = spawn(join(native, 'bin', 'postgres'), ['-D', directory, ...args], {
      ...spawnOptions(as),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.once('error', (error) => {
      end = error.message;
    });
    child.once('exit', (code, signal) => {
      end = code ?? signal ?? 'unknown';
    });
    child.unref();
    pid = child.pid;
  } finally {
    await log.close();
  }
  return {
    running: () => end === undefined,
    async failure() {
      const log = await logSince(directory, as, logFrom);
      // Several processes write to this log; only this one's lines explain its end.
      const own = log.split('\n').filter((line) => line.includes(` [${pid}] `));
      // Exit code 0 means that another process stopped it, a signal that it was killed.
      const ended = pid !== undefined && (end === 0 || typeof end === 'string');
      return {
        passing: ended || own.some((line) => passing.test(line)),
        reason: `${typeof end === 'string' ? `${end}\n` : ''}${lastLines(log)}`,
      };
    },
  };
}

/** PostgreSQL refuses to start if the lock names a live process, even an unrelated one. */
async function discardStaleSocketLock(sockets: string, directory: string): Promise<void> {
  const lock = await readPidFile(join(sockets, `.s.PGSQL.${port}.lock`));
  if (lock && (await standingOfFile(lock, directory)) === 'other') await discard(lock);
}

/**
 * lz4 is not in every build, so the server is asked. pglz, which is in every build, takes 0.25 ms per page, which made
 * an invoice after a checkpoint five times as expensive.
 */
async function walCompression({ native, directory, as }: Cluster): Promise<'lz4' | 'off'> {
  const { ok } = await run(
    join(native, 'bin', 'postgres'),
    ['-D', directory, '-C', 'wal_compression', '-c', 'wal_compression=lz4'],
    as,
  );
  return ok ? 'lz4' : 'off';
}

export async function stop({ native, directory, as }: Cluster): Promise<void> {
  const { ok, output } = await run(
    join(native, 'bin', 'pg_ctl'),
    ['stop', '-D', directory, '-m', 'fast', '-w', '-t', '120', '-s'],
    as,
  );
  if (ok) return;
  const file = await postmasterFile(directory);
  if (!file || ['none', 'other'].includes(await standingOfFile(file, directory))) return;
  throw new CommandError(
    `PostgreSQL in ${directory} could not be stopped: ${output}\n${lastLines(await logSince(directory, as))}`,
  );
}

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
