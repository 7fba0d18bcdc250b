import pino from 'pino';
import { expect, it } from 'vitest';
import { addJob, freeDeadLocks, renewIntervalMs, renewLocks } from './queue.ts';
import { startRunner } from './runner.ts';
import { transaction, type Db } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { fromNow } from '../testing/time.ts';

const log = pino({ level: 'silent' });

async function queue() {
  const { connection } = await ownDatabaseForThisTest('It kills the connections of its database.');
  const pool = createPool({ connection, size: 2, onIdleError: () => undefined });
  return { connection, pool };
}

it('waiting jobs with the same key are one, one of two runners runs each, and a job that is not due waits', async () => {
  const { connection, pool } = await queue();
  const ran: string[] = [];
  const task = async ({ what }: { what: string }) => void ran.push(what);
  for (const what of ['a', 'b', 'b']) await addJob(pool, { task: 'note', payload: { what }, key: what });
  await addJob(pool, { task: 'note', payload: { what: 'late' }, key: 'late', runAt: fromNow(3_600_000) });
  const stops = [1, 2].map(() => startRunner({ connection, tasks: { note: task }, log, concurrency: 2 }));
  await expect.poll(() => ran.toSorted()).toEqual(['a', 'b']);
  await addJob(pool, { task: 'note', payload: { what: 'c' }, key: 'c' });
  await expect.poll(() => ran.toSorted()).toEqual(['a', 'b', 'c']);
  await Promise.all(stops.map((stop) => stop()));
  await pool.end();
});

it('a failed job is tried again as often as it says, and a stopped runner aborts running jobs', async () => {
  const { connection, pool } = await queue();
  const tried: string[] = [];
  let broken = false;
  const tasks = {
    fail: async ({ what }: { what: string }) => {
      tried.push(what);
      throw new Error('no');
    },
    hang: async (_payload: unknown, signal: AbortSignal) => {
      tried.push('hang');
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      broken = true;
    },
  };
  await addJob(pool, { task: 'fail', payload: { what: 'once' }, key: 'once' });
  await addJob(pool, { task: 'fail', payload: { what: 'twice' }, key: 'twice', tries: 2 });
  await addJob(pool, { task: 'hang', payload: {}, key: 'hang' });
  const stop = startRunner({ connection, tasks, log });
  await expect.poll(() => tried.toSorted()).toEqual(['hang', 'once', 'twice', 'twice']);
  await stop();
  expect(broken).toBe(true);
  await pool.end();
});

it('a runner that loses its connections during a job continues once the database is back', async () => {
  const { connection, pool } = await queue();
  const ran: string[] = [];
  let finish = () => {};
  const tasks = {
    note: async ({ what }: { what: string }) => void ran.push(what),
    wait: () => new Promise<void>((resolve) => (finish = resolve)),
  };
  await addJob(pool, { task: 'wait', payload: {}, key: 'wait' });
  const stop = startRunner({ connection, tasks, log });
  const locked = `SELECT FROM graphile_worker.jobs WHERE locked_at IS NOT NULL`;
  await expect.poll(async () => (await pool.query(locked)).rowCount).toBe(1);
  await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  finish();
  await addJob(pool, { task: 'note', payload: { what: 'after' }, key: 'after' });
  await expect.poll(() => ran).toEqual(['after']);
  await stop();
  await pool.end();
});

it('a job that a dead process left locked is taken over, and one that takes long in a living process is not', async () => {
  const { connection, pool } = await queue();
  const ran: string[] = [];
  const task = async ({ what }: { what: string }) => void ran.push(what);
  const lockedFor = async (db: Db, what: string, by: string, seconds: number) => {
    await addJob(db, { task: 'note', payload: { what }, key: what, tries: 2 });
    await db.query(
      `UPDATE graphile_worker._private_jobs
       SET locked_by = $2, locked_at = now() - make_interval(secs => $3), attempts = 1 WHERE key = $1`,
      [what, by, seconds],
    );
  };
  // The clock of a transaction stands still.
  await transaction(pool, async (tx) => {
    await lockedFor(tx, 'dead', 'pool-dead', 30.001);
    await lockedFor(tx, 'also dead', 'pool-dead', 1);
    await lockedFor(tx, 'alive', 'pool-alive', 30);
    await lockedFor(tx, 'long', 'pool-long', 3_600);
    await renewLocks(tx, 'pool-long');
    await freeDeadLocks(tx);
    await renewLocks(tx, 'pool-alive');
  });
  await lockedFor(pool, 'found by the runner', 'pool-gone', 31);
  const stop = startRunner({ connection, tasks: { note: task }, log });
  await expect.poll(() => ran.toSorted()).toEqual(['also dead', 'dead', 'found by the runner']);
  await stop();
  const { rows } = await pool.query('SELECT key, locked_by AS by FROM graphile_worker.jobs ORDER BY key');
  expect(rows).toEqual([
    { key: 'alive', by: 'pool-alive' },
    { key: 'long', by: 'pool-long' },
  ]);
  await pool.end();
});

it('a runner renews the locks of running jobs, every ten seconds by default', async () => {
  expect(renewIntervalMs).toBe(10_000);
  const { connection, pool } = await queue();
  let finish = () => {};
  const wait = () => new Promise<void>((resolve) => (finish = resolve));
  await addJob(pool, { task: 'wait', payload: {}, key: 'wait' });
  const stop = startRunner({ connection, tasks: { wait }, log, renewIntervalMs: 20 });
  const lockedAt = async () =>
    (await pool.query<{ at: Date | null }>('SELECT locked_at AS at FROM graphile_worker.jobs')).rows[0]?.at?.getTime();
  await expect.poll(lockedAt).toBeGreaterThan(0);
  const first = await lockedAt();
  await expect.poll(lockedAt).toBeGreaterThan(first as number);
  finish();
  await expect.poll(lockedAt).toBeUndefined();
  await stop();
  await pool.end();
});
