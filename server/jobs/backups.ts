import type { Logger } from 'pino';
import { oneAtATime, type ScheduledJobs } from './runner.ts';
import type { Config } from '../config.ts';
import { messageOf } from '../ground/db/embedded/command.ts';
import type { Metrics } from '../ground/http/observe/metrics.ts';
import { nameOfDestination } from '../ground/objects/destination.ts';
import type { ObjectStore } from '../ground/objects/store.ts';
import { createPace } from '../ground/scheduling/pace.ts';
import { createThrottle } from '../ground/scheduling/throttle.ts';
import type { Manifest } from '../keeping/archive/manifest.ts';
import { BackupRunning, takeBackup, type BackupDeps } from '../keeping/backup/take.ts';
import { removeOld } from '../keeping/night/remove-old.ts';
import { lastPlanned, nextAttempt, pauseMsAfter } from '../keeping/night/rules.ts';
import { listEndedRuns, readClock, readNightRuns } from '../keeping/runs-store.ts';

export interface NightlyDeps extends Omit<BackupDeps, 'config'> {
  config: BackupDeps['config'] & Pick<Config, 'backupAt' | 'backupsKept'>;
  log: Logger;
  metrics?: Metrics | undefined;
}

const task = 'backups.take';
const everyMinute = '* * * * *';
/** After a start, the check of the current minute is made up for. */
const backfillMs = 60_000;
/** The thread also answers requests, so less than a command takes. */
const pace = { share: 1 / 5, sliceMs: 2, maxRestMs: 25 };

/**
 * Takes a backup at BACKUP_AT, or later if the last planned one is missing: a check every minute reads the records of
 * runs. While a backup is taken, the next check waits in the queue. The lease of the run keeps out commands, and a
 * process that lost its job to another.
 */
export function backupJobs(deps: NightlyDeps): ScheduledJobs {
  const { pool, config, log, metrics } = deps;
  const destination = nameOfDestination(deps.destination);
  const [throttle, makeRoom] = [
    createThrottle(pace),
    metrics && createPace({ requestSeconds: metrics.requestSeconds }),
  ];

  async function takeIfDue(_payload: unknown, signal: AbortSignal): Promise<void> {
    const now = await readClock(pool);
    const runs = await readNightRuns(pool, destination, lastPlanned(now, config.backupAt));
    if (runs.isRunning || nextAttempt(runs, now, config.backupAt) > now) return;
    try {
      await take(signal);
    } catch (error) {
      if (signal.aborted || error instanceof BackupRunning) return;
      const retryMs = pauseMsAfter(runs.failures + 1);
      log.warn(
        { err: error, place: destination, retryMs },
        `the nightly backup failed, and is tried again: ${messageOf(error)}`,
      );
    }
  }

  async function take(signal: AbortSignal): Promise<void> {
    log.info({ place: destination }, 'the nightly backup begins');
    const taken = await takeBackup(deps, {
      pace: async () => {
        await throttle(signal);
        await makeRoom?.(signal);
      },
      signal,
      afterwards: (store, newest) => removeOlder(store, newest, signal),
    });
    const { name, takenAt, rows, files, copied, storedBytes, damaged } = taken;
    const figures = {
      place: destination,
      name,
      takenAt,
      rows,
      files: files.count,
      copiedFiles: copied.count,
      storedBytes,
    };
    if (damaged.length === 0) log.info(figures, 'the nightly backup is good');
    else
      log.warn(
        { ...figures, damagedFiles: damaged.length },
        'the nightly backup is good, except for files that are missing or altered in the store',
      );
  }

  /** A failure is not the backup's: the next night removes what is left. */
  async function removeOlder(store: ObjectStore, newest: Manifest, signal: AbortSignal): Promise<void> {
    const { backupKey: key, backupsKept: kept } = config;
    if (kept === 0) return;
    try {
      const endedRuns = await listEndedRuns(pool, destination);
      const { backups, files, filesStay } = await removeOld({ store, key, kept, endedRuns, signal }, newest);
      if (backups.length + files > 0) log.info({ place: destination, backups, files }, 'old backups were removed');
      if (filesStay?.isTemporary === false)
        log.warn({ place: destination }, `files that no backup names any more cannot be removed: ${filesStay.problem}`);
    } catch (error) {
      log.warn({ err: error, place: destination }, `old backups could not be removed: ${messageOf(error)}`);
    }
  }

  // A check that fails is not repeated: the next one is a minute later.
  return { tasks: { [task]: takeIfDue }, cron: [oneAtATime(task, { match: everyMinute, tries: 1, backfillMs })] };
}
