import type { Db } from '../ground/db/pool.ts';

/**
 * A runner renews the locks of its jobs this often. graphile-worker itself never renews a lock, and waits four hours before it gives
 * the job of a killed process to another.
 */
export const renewEveryMs = 10_000;
/** A runner that has renewed nothing for this long is dead. */
const deadAfterSeconds = 30;

/** Says that the runner lives. The job's lock is renewed, so a job may take as long as it needs. The clock is the database's. */
export async function renewLocks(db: Db, runnerId: string): Promise<void> {
  await db.query({
    name: 'renew-job-locks',
    text: 'UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE locked_by = $1',
    values: [runnerId],
  });
}

/** Gives the jobs of dead runners back to the queue. The try that was under way counts, so a job that kills its process is not repeated for ever. */
export async function freeDeadLocks(db: Db): Promise<void> {
  await db.query({
    name: 'free-dead-job-locks',
    text: `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker._private_jobs
           WHERE locked_at < now() - make_interval(secs => $1) HAVING count(*) > 0`,
    values: [deadAfterSeconds],
  });
}
