import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { transaction } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { addJob } from '../jobs/queue.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { addJobs, readJobs } from './queue.ts';
import { linesOf } from './restore/lines.ts';

async function openQueue() {
  const { connection } = await ownDatabaseForThisTest('The queue of jobs belongs to no company.');
  const pool = createPool({ connection, size: 1, onIdleError: () => undefined });
  onTestFinished(() => pool.end());
  return pool;
}

const columns = `identifier, payload::text, queue_name, run_at, max_attempts, attempts, key, priority, flags, jobs.locked_at`;
const allJobs = `SELECT ${columns} FROM graphile_worker._private_jobs AS jobs
  JOIN graphile_worker._private_tasks AS tasks ON tasks.id = task_id
  LEFT JOIN graphile_worker._private_job_queues AS queues ON queues.id = job_queue_id ORDER BY jobs.id`;

it('jobs that wait or run come back with all that they say, and finished or scheduled ones do not', async () => {
  const source = await openQueue();
  const runAt = new Date('2031-02-03T04:05:06.789Z');
  await addJob(source, { task: 'mail.send', payload: { text: 'Å\n"\u2028' }, key: 'one', runAt, tries: 7 });
  await source.query(
    `SELECT graphile_worker.add_job('other', '[1]', queue_name => 'q', priority => 3, flags => '{b,a}'), graphile_worker.add_job('plain')`,
  );
  const { rows: wanted } = await source.query<object>(allJobs);
  await source.query(
    `UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now(), locked_by = 'x' WHERE key = 'one'`,
  );
  await addJob(source, { task: 'failed', payload: {}, key: 'failed' });
  await source.query(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key = 'failed'`);
  await addJob(source, { task: 'nightly', payload: { _cron: { ts: 'x' } }, key: 'nightly' });

  const target = await openQueue();
  expect(await transaction(target, (tx) => addJobs(tx, linesOf(readJobs(source), 1_000)))).toBe(3);
  const { rows: found } = await target.query<object>(allJobs);
  expect(found).toEqual(wanted);
});

it.each(['', 'null', '{"identifier": 1, "run_at": "x"}', '{"identifier": "mail.send"'])(
  'a line that is no job is refused: %j',
  async (line) => {
    const query = () => Promise.reject(new Error('nothing is added'));
    await expect(addJobs({ query } as never, Readable.from([line]))).rejects.toThrow('A line of the queue is no job');
  },
);
