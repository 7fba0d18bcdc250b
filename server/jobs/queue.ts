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
export const addJob = (db: Db, { payload, key, ...job }: NewJob): Promise<void> =>
  addJobs(db, { ...job, jobs: [{ payload, key }] });

/** Puts several jobs of one kind into the queue. One order of keys prevents deadlocks with other processes that add the same ones. */
export async function addJobs(
  db: Db,
  { task, jobs, runAt, tries = 1 }: Omit<NewJob, 'payload' | 'key'> & { jobs: Pick<NewJob, 'payload' | 'key'>[] },
): Promise<void> {
  if (jobs.length === 0) return;
  const sorted = jobs.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  await db.query({
    name: 'add-jobs',
    text: `SELECT FROM unnest($2::text[], $3::text[]) AS job (payload, key), LATERAL
             graphile_worker.add_job($1, payload => job.payload::json, job_key => job.key, run_at => $4, max_attempts => $5)`,
    values: [task, sorted.map(({ payload }) => JSON.stringify(payload)), sorted.map(({ key }) => key), runAt, tries],
  });
}
