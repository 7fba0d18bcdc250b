import type { Db } from '../ground/db/pool.ts';

/** A job for whichever process takes it first. */
export interface NewJob {
  task: string;
  payload: object;
  /** At most one job with a key waits; another takes its place. One that is under way already is followed by the new one. */
  key: string;
  /** Not before then; at once where it is left out. */
  runAt?: Date | undefined;
  /** How often it is tried, with growing pauses; once unless told otherwise. */
  tries?: number;
}

/**
 * Puts a job into the queue, in a statement of its own: the queue stays where it is when the companies' tables are spread
 * over machines, so no transaction of a company reaches into it.
 */
export async function addJob(db: Db, { task, payload, key, runAt, tries = 1 }: NewJob): Promise<void> {
  await db.query({
    name: 'add-job',
    text: `SELECT FROM graphile_worker.add_job($1, payload => $2::json, job_key => $3, run_at => $4, max_attempts => $5)`,
    values: [task, JSON.stringify(payload), key, runAt, tries],
  });
}
