import { CommandError } from '../errors/command-error.ts';
import type { Db } from '../ground/db/pool.ts';

/** A job that waits or runs, with the names of graphile-worker's own type job_spec. */
export interface KeptJob {
  identifier: string;
  payload: unknown;
  queue_name: string | null;
  run_at: string;
  max_attempts: number;
  job_key: string | null;
  priority: number;
  flags: string[] | null;
}

const pageSize = 500;

/**
 * Jobs that are still to be done, as lines of JSON. Jobs that run are included, so they are done at least once. Jobs
 * of the time table are left out: the next service adds them anew.
 */
export async function* readJobs(db: Db): AsyncGenerator<Buffer> {
  for (let after = '-1'; ;) {
    // Numbers keep their digits, because no number is parsed. Only white space of JSON can have line breaks. The view
    // of graphile-worker has no payloads.
    const { rows } = await db.query<{ id: string; job: string }>(
      `SELECT id, translate(json_build_object('identifier', task_identifier, 'payload', payload, 'queue_name', queue_name,
                'run_at', run_at, 'max_attempts', max_attempts, 'job_key', key, 'priority', priority,
                'flags', (SELECT array_agg(flag ORDER BY flag) FROM jsonb_object_keys(flags) AS flag))::text, E'\\r\\n', '  ') AS job
       FROM graphile_worker.jobs JOIN (SELECT id, payload FROM graphile_worker._private_jobs) AS payloads USING (id)
       WHERE id > $1 AND (attempts < max_attempts OR locked_at IS NOT NULL) AND payload -> '_cron' IS NULL
       ORDER BY id LIMIT ${pageSize}`,
      [after],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield Buffer.from(rows.map(({ job }) => `${job}\n`).join(''));
    after = last.id;
  }
}

/** Adds jobs that `readJobs` has written; returns how many. Call it in a transaction: all of them or none. */
export async function addJobs(db: Db, lines: AsyncIterable<string>): Promise<number> {
  let added = 0;
  let page: string[] = [];
  const flush = async () => {
    if (page.length === 0) return;
    // One after the other: add_jobs would not keep their order.
    await db.query(
      `SELECT graphile_worker.add_job(identifier, payload, queue_name, run_at, max_attempts, job_key, priority, flags)
       FROM json_populate_recordset(NULL::graphile_worker.job_spec, $1::json)`,
      [`[${page.join(',')}]`],
    );
    added += page.length;
    page = [];
  };
  for await (const line of lines) {
    requireJob(line);
    page.push(line);
    if (page.length === pageSize) await flush();
  }
  await flush();
  return added;
}

function requireJob(line: string): void {
  try {
    const job = JSON.parse(line) as Partial<KeptJob> | null;
    if (typeof job?.identifier === 'string' && typeof job.run_at === 'string') return;
  } catch {
    // The error below names the line.
  }
  throw new CommandError(`A line of the queue is no job: ${JSON.stringify(line.slice(0, 80))}.`);
}
