import type { Pool } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A job that failed for good, or whose process was killed, is kept so long to be looked at. */
const keptDays = 7;

/** Removes jobs that nobody will try again; answers how many. The queue itself removes those that succeed. */
export async function sweepQueue(pool: Pool, now: Date, signal: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - keptDays * dayMs);
  return removeInSteps(signal, async (most) => {
    const { rowCount } = await pool.query(
      `DELETE FROM graphile_worker._private_jobs WHERE id IN (
         SELECT id FROM graphile_worker._private_jobs WHERE attempts >= max_attempts AND updated_at < $1 LIMIT $2)`,
      [before, most],
    );
    return rowCount ?? 0;
  });
}
