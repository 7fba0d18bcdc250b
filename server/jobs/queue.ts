import { type Db, execute } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';

export interface NewJob {
  task: string;
  payload: object;
  /** At most one job with a key waits; a new one replaces it, or follows it if it is already running. */
  key: string;
  /** Jobs of the same queue run one after the other, whichever process runs them. */
  queue?: string;
  runAt?: Date | undefined;
  /** Pauses between tries grow. */
  tries?: number;
  /** Jobs with a lower number run first; 0 unless given. */
  priority?: number;
  /** A job with the key that waits for an earlier time, or for its next try, stays as it is. */
  mayJoin?: boolean;
}

/**
 * Call it outside of transactions: the queue stays on one machine when the companies' tables are spread over several,
 * so no transaction of a company may use it.
 */
export const addJob = (
  db: Db,
  { task, payload, key, queue, runAt, tries = 1, priority, mayJoin = false }: NewJob,
): Promise<void> =>
  execute(db, {
    name: 'add-job',
    text: `SELECT graphile_worker.add_job($1, $2::json, job_key => $3, run_at => $4, max_attempts => $5, queue_name => $6,
                                          priority => $7) IS NULL
           WHERE NOT ($8 AND EXISTS (
             SELECT FROM graphile_worker.jobs
             WHERE key = $3 AND locked_at IS NULL AND attempts < max_attempts AND (attempts > 0 OR run_at <= $4)))`,
    values: [task, JSON.stringify(payload), key, runAt, tries, queue, priority, mayJoin],
  });

/**
 * graphile-worker itself never renews a lock, and waits four hours before it gives the job of a killed process to
 * another.
 */
export const renewIntervalMs = 10_000;
/** A runner that has renewed nothing for this long is dead. */
const deadAfterSeconds = 30;

/**
 * Keeps other runners from taking over the jobs of a live runner, however long they take. No function of graphile-worker
 * does this, so the statement names its private tables.
 */
export const renewLocks = (db: Db, runnerId: string): Promise<void> =>
  execute(db, {
    name: 'renew-job-locks',
    text: `WITH queues AS (
             UPDATE graphile_worker._private_job_queues SET locked_at = now() WHERE locked_by = $1
           )
           UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE locked_by = $1`,
    values: [runnerId],
  });

/**
 * Returns the jobs of dead runners to the queue. The interrupted try counts, so a job that kills its process is not
 * repeated forever.
 */
export const freeDeadLocks = (db: Db): Promise<void> =>
  execute(db, {
    name: 'free-dead-job-locks',
    text: `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by)) FROM graphile_worker.jobs
           WHERE locked_at < now() - make_interval(secs => $1) HAVING count(*) > 0`,
    values: [deadAfterSeconds],
  });

const dayMs = 24 * 60 * 60 * 1000;
const failedKeptDays = 7;

/**
 * Removes jobs that will not be tried again, and webhook jobs of versions before 1.10; returns how many. The queue
 * itself removes jobs that succeed.
 */
export function sweepQueue(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - failedKeptDays * dayMs);
  return removeInSteps(signal, async (max) => {
    const { rowCount } = await db.query(
      `SELECT FROM graphile_worker.complete_jobs(ARRAY(
         SELECT id FROM graphile_worker.jobs
         WHERE updated_at < $1 AND locked_at IS NULL
           AND (attempts >= max_attempts OR task_identifier IN ('webhooks.deliver', 'webhooks.retry')) LIMIT $2))`,
      [before, max],
    );
    return rowCount ?? 0;
  });
}
