import type { Manifest } from '../archive/manifest.ts';
import { beginRun, deleteOldRuns, endFailedRun, endGoodRun, extendIntervalMs, extendRun } from '../runs-store.ts';
import { CommandError } from '../../errors/command-error.ts';
import { newId } from '../../ground/db/ids.ts';
import type { Pool } from '../../ground/db/pool.ts';
import { short } from '../../../common/errors/words.ts';

type RecordedBackup = Pick<Manifest, 'takenAt' | 'files' | 'damaged'> & { rows: number; storedBytes: number };

class LeaseLost extends CommandError {
  constructor() {
    super('This process was stopped for too long, so another backup may have begun. Take it again.');
  }
}

const runsKeptMs = 366 * 24 * 60 * 60 * 1000;

/**
 * Records the work as a run, and keeps other backups of this database from beginning meanwhile. The signal that the
 * work gets is also given if the lease was lost; `requireLease` rejects then. Undefined if another backup is running:
 * nothing was tried or recorded.
 */
export async function recordRun<T extends RecordedBackup>(
  pool: Pool,
  backup: { place: string; name: string },
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal, requireLease: () => Promise<void>) => Promise<T>,
): Promise<T | undefined> {
  const id = newId();
  if (!(await beginRun(pool, { id, ...backup }))) return undefined;
  const lost = new AbortController();
  const requireLease = async () => {
    if (!(await extendRun(pool, id))) throw new LeaseLost();
  };
  const timer = setInterval(() => {
    // A database that does not answer ends the work by itself, or answers the next time.
    requireLease().catch((error: unknown) => error instanceof LeaseLost && lost.abort(error));
  }, extendIntervalMs);
  try {
    await deleteOldRuns(pool, new Date(Date.now() - runsKeptMs));
    const either = signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]);
    const result = await work(either, requireLease);
    const { rows, storedBytes } = result;
    const run = {
      takenAt: new Date(result.takenAt),
      rows,
      files: result.files.count,
      damagedFiles: result.damaged.length,
      storedBytes,
    };
    if (!(await endGoodRun(pool, id, run))) throw new LeaseLost();
    return result;
  } catch (error) {
    // If the database is away, the run counts as failed once its lease has ended.
    await endFailedRun(pool, id, problemOf(error as Error)).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** People read it in the overview and in mail. A store may answer with a long text, and some errors of Node have none. */
const problemOf = (error: Error): string => short(error.message || String(error), 1_000);
