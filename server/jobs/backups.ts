import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { CommandError } from '../errors/command-error.ts';
import { messageOf } from '../ground/db/embedded/command.ts';
import type { Metrics } from '../ground/http/observe/metrics.ts';
import { nameOfPlace } from '../ground/objects/place.ts';
import type { ObjectStore } from '../ground/objects/store.ts';
import { createPace } from '../ground/scheduling/pace.ts';
import { pause } from '../ground/scheduling/pause.ts';
import { createRests } from '../ground/scheduling/rests.ts';
import type { Manifest } from '../keeping/archive/manifest.ts';
import { BackupRunning, takeBackup, type BackupDeps } from '../keeping/backup/take.ts';
import { removeOld } from '../keeping/night/remove-old.ts';
import { lastPlanned, nextAttempt, pauseMsAfter } from '../keeping/night/rules.ts';
import { listEndedRuns, readClock, readNightRuns } from '../keeping/night/store.ts';

export interface NightlyDeps extends Omit<BackupDeps, 'config'> {
  config: BackupDeps['config'] & Pick<Config, 'backupAt' | 'backupsKept'>;
  log: Logger;
  metrics?: Metrics | undefined;
  checkIntervalMs?: number;
}

const stopTimeoutMs = 4_000;
/** The thread also answers requests, so less than a command takes. */
const pace = { share: 1 / 5, sliceMs: 2, maxRestMs: 25 };

/**
 * Takes a backup at BACKUP_AT, and at once if the last planned one is missing. Any number of processes may run this: the
 * records of runs say what is due, and their lease lets one process take it. The returned function stops it.
 */
export function startBackups(deps: NightlyDeps): () => Promise<void> {
  const { pool, config, log, metrics, checkIntervalMs = 60_000 } = deps;
  const place = nameOfPlace(deps.place);
  const [rests, makeRoom] = [createRests(pace), metrics && createPace({ requestSeconds: metrics.requestSeconds })];
  const stopped = new AbortController();
  const { signal } = stopped;

  async function msUntilDue(): Promise<number> {
    const now = await readClock(pool);
    const runs = await readNightRuns(pool, place, lastPlanned(now, config.backupAt));
    if (runs.isRunning) return checkIntervalMs;
    return nextAttempt(runs, now, config.backupAt).getTime() - now.getTime();
  }

  async function take(): Promise<void> {
    log.info({ place }, 'the nightly backup begins');
    const taken = await takeBackup(deps, {
      pace: async () => {
        await rests(signal);
        await makeRoom?.(signal);
      },
      signal,
      afterwards: removeOlder,
    });
    const { name, takenAt, rows, files, copied, storedBytes, damaged } = taken;
    const figures = { place, name, takenAt, rows, files: files.count, copiedFiles: copied.count, storedBytes };
    if (damaged.length === 0) log.info(figures, 'the nightly backup is good');
    else
      log.warn(
        { ...figures, damagedFiles: damaged.length },
        'the nightly backup is good, except for files that are missing or altered in the store',
      );
  }

  /** A failure is not the backup's: the next night removes what is left. */
  async function removeOlder(store: ObjectStore, newest: Manifest): Promise<void> {
    const { backupKey: key, backupsKept: kept } = config;
    if (kept === 0) return;
    try {
      const endedRuns = await listEndedRuns(pool, place);
      const { backups, files, filesStay } = await removeOld({ store, key, kept, endedRuns, signal }, newest);
      if (backups.length + files > 0) log.info({ place, backups, files }, 'old backups were removed');
      if (filesStay?.isTemporary === false)
        log.warn({ place }, `files that no backup names any more cannot be removed: ${filesStay.problem}`);
    } catch (error) {
      log.warn({ err: error, place }, `old backups could not be removed: ${messageOf(error)}`);
    }
  }

  let failures = 0;

  async function checkAndTake(): Promise<number> {
    const waitMs = await msUntilDue();
    if (waitMs > 0) return Math.min(waitMs, checkIntervalMs);
    try {
      await take();
      failures = 0;
    } catch (error) {
      if (signal.aborted || error instanceof BackupRunning) return checkIntervalMs;
      const retryMs = pauseMsAfter(++failures);
      log.warn({ err: error, place, retryMs }, `the nightly backup failed, and is tried again: ${messageOf(error)}`);
      return retryMs;
    }
    return checkIntervalMs;
  }

  async function checkUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await checkAndTake().catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'the records of backups could not be read; they are read again');
        return checkIntervalMs;
      });
      await pause(waitMs, signal);
    }
  }

  const over = checkUntilStopped();
  return async () => {
    stopped.abort(new CommandError('The process was stopped meanwhile; the next start takes it.'));
    // Don't wait forever: a dead connection never answers.
    await Promise.race([over, sleep(stopTimeoutMs, undefined, { ref: false })]);
  };
}
