import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { locatePackage, usableBinaries } from './binaries.ts';
import { messageOf } from './command.ts';
import { abandon, ensureDatabase, passes, release, type Holder, tryToHold, type Attempt } from './hold.ts';
import { createCluster, superuser } from './init.ts';
import { sweepUnfinished } from './leftovers.ts';
import { trimLog, lastLines, logSince } from './log.ts';
import { settleFolder } from './cluster-folder.ts';
import { stop, type Cluster, start, type StartedPostmaster } from './postmaster.ts';
import { CommandError } from '../../../errors/command-error.ts';
import { discard, postmasterFile, standingOfFile, type PidFile } from './pid-file.ts';

export interface EmbeddedDatabase {
  /** For pg, whose `host` may be the socket's folder. */
  connection: { host: string; port: number; user: string; database: string };
  created: boolean;
  directory: string;
  /** For example that the files are not in DATA_DIR, and why. */
  notes: string[];
  /** Stops PostgreSQL cleanly if no other Doorway process uses it. */
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Apply only if this call starts the server. */
  settings?: Record<string, string>;
  onRestart?: (why: string) => void;
  onTrouble?: (error: Error) => void;
}

const database = 'doorway';
const trimEvery = 10 * 60_000;
const longestWaitMs = 5_000;

/** Starts a PostgreSQL server on the data folder or joins the running one, and restarts it if it is lost while open. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const postgres = await locatePackage();
  const { directory, exists, as, notes } = await settleFolder(resolve(options.dataDir));
  const binaries = await usableBinaries(postgres, as);
  await sweepUnfinished(directory, 'init', as);
  const created = !exists && (await createCluster(directory, binaries.native, as));
  const cluster: Cluster = { directory, native: binaries.native, as, settings: options.settings ?? {} };

  let holder = await begin(cluster);
  const { host, port } = holder;

  const closing = new AbortController();
  const mayStart = () => !closing.signal.aborted;
  let healing = Promise.resolve();
  const watch = () => {
    void holder.ended.then(() => {
      if (mayStart()) healing = heal();
    });
  };
  const heal = async () => {
    for (let waitMs = 100; mayStart(); waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      const again = await acquire(cluster, mayStart, host).catch((error: Error) => error);
      if (again instanceof Error) {
        options.onTrouble?.(again);
        await sleep(waitMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
        continue;
      }
      if (!again) return;
      holder = again.holder;
      watch();
      return options.onRestart?.(
        again.started
          ? 'PostgreSQL had ended and was started again.'
          : 'The connection to PostgreSQL was lost; it runs and was joined again.',
      );
    }
  };
  watch();
  const trimming = setInterval(() => trimLog(directory, as).catch(() => undefined), trimEvery).unref();

  let closed: Promise<void> | undefined;
  const close = async () => {
    closing.abort();
    clearInterval(trimming);
    await healing;
    await letGo(cluster, holder);
  };
  return {
    connection: { host, port, user: superuser, database },
    created,
    directory,
    notes: [...notes, ...binaries.notes],
    close: () => (closed ??= close()),
  };
}

/** The server may be lost at any moment, even before its first use. */
async function begin(cluster: Cluster): Promise<Holder> {
  for (let attempts = 1; ; attempts += 1) {
    const { holder } = (await acquire(cluster, () => true))!;
    try {
      await ensureDatabase(holder, database);
      return holder;
    } catch (error) {
      await letGo(cluster, holder);
      if (!passes(error) || attempts === 5)
        throw new CommandError(`The database could not be prepared in ${cluster.directory}: ${messageOf(error)}.`);
    }
  }
}

/** The last process stops the server. The lock stays exclusive until the server is down, so that nobody joins it. */
async function letGo(cluster: Cluster, holder: Holder): Promise<void> {
  for (let current: Holder | undefined = holder; current;) {
    // Undefined: the connection broke. After a restart this process may be the only holder.
    const isLast: boolean | undefined = await release(current).catch(() => undefined);
    try {
      if (isLast) await stop(cluster);
    } finally {
      abandon(current.client);
    }
    if (isLast !== undefined) return;
    current = (await acquire(cluster, () => false, current.host))?.holder;
  }
}

export interface AcquiredServer {
  holder: Holder;
  started: boolean;
}

/** Crash recovery, or another process that stops the server, can take this long. */
const startTimeoutMs = 60_000;
const pauseMs = 40;

/**
 * Joins the running server of this cluster, or starts one. Other processes may be starting or stopping it at the same
 * time, so each step is retried until it succeeds. Undefined: no server runs, and none may be started any more.
 */
export async function acquire(
  cluster: Cluster,
  mayStart: () => boolean,
  previousSocketFolder?: string,
): Promise<AcquiredServer | undefined> {
  const { directory, as } = cluster;
  const deadline = Date.now() + startTimeoutMs;
  let reason = '';
  let failures = 0;
  let begun: StartedPostmaster | undefined;
  for (; Date.now() < deadline; await sleep(pauseMs)) {
    const file = await postmasterFile(directory);
    if (file) {
      const standing = await standingOfFile(file, directory);
      const alive = standing === 'postmaster' || standing === 'unknown';
      // Skip a server that reports itself not ready. Try one whose process is not visible: it may run in another
      // container, with other process ids.
      const attempt: Attempt =
        file.ready || !alive ? await join(file, directory) : { answered: false, reason: 'it is not ready yet' };
      if (attempt.holder) return { holder: attempt.holder, started: begun?.running() === true };
      reason = attempt.reason;
      if (alive || attempt.answered) continue;
      // PostgreSQL handles a pid file of a dead process itself, and first checks for remains of that process.
      if (standing === 'other') await discard(file);
    }
    if (begun?.running()) continue;
    if (begun) {
      const failure = await begun.failure();
      if (!failure.passing)
        throw new CommandError(`PostgreSQL did not start on ${directory}. The end of its log:\n${failure.reason}`);
      reason = failure.reason;
      begun = undefined;
      failures += 1;
      await sleep(Math.min(50 * failures, 1_000));
      continue;
    }
    if (!mayStart()) return undefined;
    begun = await start(cluster, previousSocketFolder);
  }
  const file = await postmasterFile(directory);
  throw new CommandError(
    `PostgreSQL on ${directory} did not become ready within ${startTimeoutMs / 1000} s${file ? ` (process ${file.pid})` : ''}: ${reason}. ` +
      `Start again, in case it only needs more time. The end of its log:\n${lastLines(await logSince(directory, as))}`,
  );
}

async function join({ socketFolder, port }: PidFile, directory: string): Promise<Attempt> {
  if (!socketFolder.startsWith('/') || !port)
    return { answered: false, reason: 'it has not said yet where its socket is' };
  const attempt = await tryToHold(socketFolder, port, directory);
  if (attempt.holder || attempt.answered || socketFolder === directory) return attempt;
  // A data folder that was moved while its server ran has the socket inside, and the pid file still names the old path.
  const moved = await tryToHold(directory, port, directory);
  return moved.holder || moved.answered ? moved : attempt;
}
