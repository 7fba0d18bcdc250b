import { expect, it, onTestFinished } from 'vitest';
import { callOf } from './calls.testing.ts';
import { createQueue } from './queue.ts';
import { insertCalls } from './store.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { openOwnDoor, paths, type Door } from '../testing/door.ts';
import { waitingWith } from '../testing/waiting.ts';
import { newId } from '../ground/db/ids.ts';

const company = newId() as CompanyId;

async function doorForThisTest(): Promise<Door> {
  const door = await openOwnDoor('It counts the calls that a process keeps and drops.');
  let closed = false;
  const close = door.close;
  door.close = async () => {
    if (!closed) await close();
    closed = true;
  };
  onTestFinished(door.close);
  return door;
}

it('a batch whose answer was lost is not written twice, and calls added since are not lost', async () => {
  const door = await doorForThisTest();
  const sizes: number[] = [];
  const queue = createQueue({
    write: async (of, traces, again) => {
      sizes.push(traces.length);
      await insertCalls(door.pool, of, traces, again);
      if (sizes.length > 1) return;
      // This call is in the next batch, together with those whose answer is lost.
      queue.add(of, callOf({ reason: 'c' }));
      throw new Error('Connection terminated unexpectedly');
    },
    dropped: () => undefined,
    failed: () => undefined,
  });
  for (const reason of ['a', 'b']) queue.add(company, callOf({ reason: reason }));
  await expect.poll(() => sizes).toEqual([2, 3]);
  await queue.close();
  const { rows } = await door.pool.query('SELECT reason FROM calls ORDER BY reason');
  expect(rows).toEqual([{ reason: 'a' }, { reason: 'b' }, { reason: 'c' }]);
});

const kept = async (door: Door) => (await door.pool.query('SELECT FROM calls')).rowCount;

it('a create is answered while calls cannot be written, and the calls are stored later', async () => {
  const door = await doorForThisTest();
  const client = await door.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE calls IN ACCESS EXCLUSIVE MODE');
  await door.addSupplier('first');
  const waiting = () => waitingWith(client, 'INSERT INTO calls');
  await expect.poll(waiting).toHaveLength(1);
  await Promise.all(Array.from({ length: 40 }, (_, n) => door.addSupplier(String(n))));
  // At most one connection waits for the lock, however many calls wait.
  expect(await waiting()).toHaveLength(1);
  await client.query('COMMIT');
  client.release();
  await expect.poll(() => kept(door)).toBe(41);
});

it('closing the service loses no call', async () => {
  const door = await openOwnDoor('It closes the service.');
  const { connection } = door.database;
  const { default: pg } = await import('pg');
  const client = new pg.Client(connection);
  await client.connect();
  const drop = door.database.drop;
  let many = 0;
  door.database.drop = async () => {
    many = (await client.query('SELECT FROM calls')).rowCount ?? 0;
    await client.end();
    await drop();
  };
  const calls = Array.from({ length: 50 }, (_, n) => door.post(paths.suppliers, { number: String(n), name: 'Kept' }));
  await Promise.all(calls);
  await door.close();
  expect(many).toBe(50);
});

it('dropped calls are a metric', async () => {
  const door = await doorForThisTest();
  expect(await (await fetch(`${door.url}/metrics`)).text()).toContain('doorway_traces_dropped_total 0');
});

it('the call of a caller that hangs up is stored', async () => {
  const door = await doorForThisTest();
  const client = await door.pool.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE suppliers IN ACCESS EXCLUSIVE MODE');
  const traceId = 'cd'.repeat(16);
  const leaving = new AbortController();
  const impatient = fetch(door.url + paths.suppliers, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      authorization: `Bearer ${door.token}`,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ number: '1', name: 'Slow' }),
  });
  await expect.poll(() => waitingWith(client, 'INSERT INTO suppliers')).toHaveLength(1);
  leaving.abort();
  await expect(impatient).rejects.toThrow('aborted');
  await client.query('COMMIT');
  client.release();
  await expect.poll(() => kept(door)).toBe(1);
  const { rows } = await door.pool.query('SELECT status, subject_id FROM calls');
  expect(rows).toEqual([{ status: 200, subject_id: '1' }]);
});
