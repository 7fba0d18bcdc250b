import type { Manifest } from '../archive/manifest.ts';
import { beginRun, deleteOldRuns, endFailedRun, endGoodRun, extendIntervalMs, extendRun } from '../runs-store.ts';
import { CommandError } from '../../errors/command-error.ts';
import { newId } from '../../ground/db/ids.ts';
import type { Pool } from '../../ground/db/pool.ts';

/** Nothing was tried or recorded. */
export class BackupRunning extends CommandError {}

type RecordedBackup = Pick<Manifest, 'takenAt' | 'files' | 'damaged'> & { rows: number; storedBytes: number };

const runsKeptMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Records the work as a run, and keeps other backups of this database from beginning meanwhile. The signal that the
 * work gets is also given if the lease was lost.
 */
export async function recordRun<T extends RecordedBackup>(
  pool: Pool,
  backup: { place: string; name: string },
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const id = newId();
  if (!(await beginRun(pool, { id, ...backup })))
    throw new BackupRunning('Another backup of this database is running. Wait until it has ended.');
  const lost = new AbortController();
  const timer = setInterval(() => {
    // A database that does not answer ends the work by itself, or answers the next time.
    extendRun(pool, id).then(
      (isOurs) => isOurs || lost.abort(leaseLost()),
      () => undefined,
    );
  }, extendIntervalMs);
  try {
    await deleteOldRuns(pool, new Date(Date.now() - runsKeptMs));
    const result = await work(signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]));
    const { rows, storedBytes } = result;
    const run = {
      takenAt: new Date(result.takenAt),
      rows,
      files: result.files.count,
      damagedFiles: result.damaged.length,
      storedBytes,
    };
    if (!(await endGoodRun(pool, id, run))) throw leaseLost();
    return result;
  } catch (error) {
    // If the database is away, the run counts as failed once its lease has ended.
    await endFailedRun(pool, id, (error as Error).message).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

const leaseLost = () =>
  new CommandError('This process was stopped for too long, so another backup may have begun. Take it again.');
