import { afterAll, expect, it } from 'vitest';
import { insertAttempts } from './positions-store.ts';
import { sweepAttempts } from './sweep.ts';
import { firstIdOf } from '../ground/db/ids.ts';
import { addJob, sweepQueue } from '../jobs/queue.ts';
import { openOwnDoor } from '../testing/door.ts';

const door = await openOwnDoor('It sweeps the attempts and the queue of all companies.');
afterAll(() => door.close());
const { pool } = door;
const { signal } = new AbortController();
const now = new Date('2026-11-15T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

it('attempts are kept as many days as is said', async () => {
  const endpointId = firstIdOf(now);
  for (const days of [29.9, 30.1, 100]) {
    const [id, triedAt] = [firstIdOf(daysAgo(days)), daysAgo(days)];
    const answer = { status: 200, error: null, answer: String(days), tookMs: 1 };
    const attempt = { id, seq: '1', eventId: id, type: 'supplier.created', triedAt, ...answer };
    await insertAttempts(pool, door.company, [{ ...attempt, endpointId, askedBy: endpointId }]);
  }
  expect(await sweepAttempts(pool, 30, now, signal)).toBe(2);
  const { rows } = await pool.query('SELECT answer FROM webhook_attempts');
  expect(rows).toEqual([{ answer: '29.9' }]);
});

it('jobs that will not run any more are removed after a week, and no others', async () => {
  for (const [key, task, attempts, days] of [
    ['failed', 'none', 3, 8],
    ['failed lately', 'none', 3, 6],
    ['to be tried', 'none', 2, 8],
    ['of an earlier version', 'webhooks.deliver', 0, 8],
    ['under way for the last time', 'none', 3, 8],
  ] as const) {
    await addJob(pool, { task, payload: {}, key, tries: 3 });
    await pool.query('UPDATE graphile_worker._private_jobs SET attempts = $2, updated_at = $3 WHERE key = $1', [
      key,
      attempts,
      daysAgo(days),
    ]);
  }
  await pool.query(`UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE key LIKE 'under way%'`);
  expect(await sweepQueue(pool, now, signal)).toBe(2);
  const { rows } = await pool.query('SELECT key FROM graphile_worker.jobs ORDER BY key');
  expect(rows).toEqual([{ key: 'failed lately' }, { key: 'to be tried' }, { key: 'under way for the last time' }]);
});
