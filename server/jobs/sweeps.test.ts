import { expect, it } from 'vitest';
import { addJob, freeDeadLocks, renewLocks } from './queue.ts';
import { startRunner } from './runner.ts';
import { sweepingJobs, sweepSoon, type Sweep } from './sweeps.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';
import { createLogger } from '../ground/http/observe/log.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { nowMs } from '../testing/time.ts';

function sweeping(sweeps: Sweep[]) {
  const logged: string[] = [];
  const log = createLogger('info', { write: (line) => void logged.push(line) });
  const { tasks } = sweepingJobs(sweeps, log);
  return { tasks, log, logged, run: (signal: AbortSignal) => tasks.sweeps?.({}, signal) };
}

it('two processes run the sweeps one after the other: those that a second start asks for follow the first', async () => {
  const { connection } = await ownDatabaseForThisTest('Its queue has one job.');
  const pool = createPool({ connection, size: 2, onIdleError: () => undefined });
  const seen: string[] = [];
  const begunAt = nowMs();
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const sweep = (name: string): Sweep => ({
    name,
    run: async (now) => {
      seen.push(`${name} begins`);
      expect(now.getTime()).toBeGreaterThanOrEqual(begunAt);
      expect(now.getTime()).toBeLessThanOrEqual(nowMs());
      await gate;
      seen.push(`${name} ends`);
    },
  });
  let isLaterDone = false;
  await sweepSoon(pool);
  const stops = [1, 2].map(() => {
    const { tasks, log } = sweeping([sweep('one'), sweep('other')]);
    return startRunner({ connection, tasks: { ...tasks, later: async () => void (isLaterDone = true) }, log });
  });
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  await sweepSoon(pool);
  await sweepSoon(pool);
  // A later job is done, so the earlier one could have been taken.
  await addJob(pool, { task: 'later', payload: {}, key: 'later' });
  await expect.poll(() => isLaterDone).toBe(true);
  release();
  await expect.poll(() => seen.length).toBe(8);
  const round = ['one begins', 'one ends', 'other begins', 'other ends'];
  expect(seen).toEqual([...round, ...round]);
  await Promise.all(stops.map((stop) => stop()));
  await pool.end();
});

it('the sweeps of a process that was killed are repeated by another, however long they take in a living one', async () => {
  const { connection } = await ownDatabaseForThisTest('Its queue has one job.');
  const pool = createPool({ connection, size: 2, onIdleError: () => undefined });
  await sweepSoon(pool);
  const lockedBefore = async (seconds: number) => {
    // A runner frees both by what the job says, so the job comes last.
    for (const table of ['_private_job_queues', '_private_jobs'])
      await pool.query(
        `UPDATE graphile_worker.${table} SET locked_by = 'another', locked_at = now() - make_interval(secs => $1)`,
        [seconds],
      );
  };
  await lockedBefore(31);
  await renewLocks(pool, 'another');
  await freeDeadLocks(pool);
  const locks = await pool.query("SELECT FROM graphile_worker._private_job_queues WHERE locked_by = 'another'");
  expect(locks.rowCount).toBe(1);
  let ran = 0;
  const { tasks, log } = sweeping([{ name: 'leaves', run: async () => void ran++ }]);
  const stop = startRunner({ connection, tasks, log, renewIntervalMs: 50 });
  await lockedBefore(31);
  await expect.poll(() => ran).toBe(1);
  await stop();
  await pool.end();
});

it('a failed sweep is logged by its name, and the others still run', async () => {
  let ran = 0;
  const { logged, run } = sweeping([
    { name: 'leaves', run: () => Promise.reject(new Error('no rake')) },
    {
      name: 'twigs',
      run: () => {
        throw new Error('no broom');
      },
    },
    { name: 'counted', run: async () => void ran++ },
  ]);
  await run(new AbortController().signal);
  expect(ran).toBe(1);
  expect(logged.map((line) => (JSON.parse(line) as { sweep: string }).sweep)).toEqual(['leaves', 'twigs']);
  expect(logged[0]).toContain('the sweep of leaves failed; it runs again in an hour');
  expect(logged[0]).toContain('no rake');
});

it('no sweep begins after the stop, and the running one is aborted', async () => {
  const stopped = new AbortController();
  let later = 0;
  const { run } = sweeping([
    {
      name: 'long',
      run: async (_now, signal) => {
        stopped.abort();
        expect(signal.aborted).toBe(true);
      },
    },
    { name: 'later', run: async () => void later++ },
  ]);
  await run(stopped.signal);
  expect(later).toBe(0);
});

it('rows are deleted in steps with pauses, until there are no more or the signal is aborted', async () => {
  const left = { rows: 4_500 };
  const steps: number[] = [];
  const remove = async (most: number) => {
    const many = Math.min(most, left.rows);
    left.rows -= many;
    steps.push(many);
    return many;
  };
  expect(await removeInSteps(new AbortController().signal, remove)).toBe(4_500);
  expect(steps).toEqual([2_000, 2_000, 500]);
  left.rows = 10_000;
  const stopped = new AbortController();
  const removed = await removeInSteps(stopped.signal, async (most) => {
    if (left.rows === 8_000) stopped.abort();
    return remove(most);
  });
  expect(removed).toBe(4_000);
});
