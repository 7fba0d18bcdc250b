import { expect, it, onTestFinished, vi } from 'vitest';
import type { Call } from './rules.ts';
import { createQueue } from './queue.ts';
import { insertCalls } from './store.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';
import { openOwnDoor, paths, type Door } from '../testing/door.ts';
import { waitingWith } from '../testing/waiting.ts';
import { newId } from '../ground/db/ids.ts';

const company = newId() as CompanyId;

const traceFor = (reason: string): Call => ({
  id: newId(),
  traceId: 'ab'.repeat(16),
  at: new Date(),
  partnerId: undefined,
  operation: 'createSupplier',
  status: 400,
  durationMs: 1,
  reason,
  cause: undefined,
  problems: undefined,
  body: undefined,
  subjectId: undefined,
});

/** A queue that writes to a list, with fake timers. `state.failure` makes writes fail. */
function queueOntoList() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const written: string[] = [];
  const sizes: number[] = [];
  const state = { dropped: 0, failure: undefined as Error | undefined, gate: Promise.resolve() };
  const queue = createQueue({
    write: async (_company, traces) => {
      await state.gate;
      if (state.failure) throw state.failure;
      sizes.push(traces.length);
      written.push(...traces.map(({ reason }) => reason as string));
    },
    dropped: (many) => (state.dropped += many),
    failed: () => undefined,
  });
  return { queue, written, sizes, state };
}

it('calls that arrive together share a statement, at most 500 in each', async () => {
  const { queue, written, sizes } = queueOntoList();
  for (let n = 0; n < 1_200; n++) queue.add(company, traceFor(String(n)));
  await vi.advanceTimersByTimeAsync(900);
  expect(sizes).toEqual([500, 500, 200]);
  expect(written).toEqual(Array.from({ length: 1_200 }, (_, n) => String(n)));
});

it('calls that cannot be written wait in order, and none is lost', async () => {
  const { queue, written, state } = queueOntoList();
  state.failure = new Error('Connection terminated');
  for (let n = 0; n < 700; n++) queue.add(company, traceFor(String(n)));
  await vi.advanceTimersByTimeAsync(300);
  for (let n = 700; n < 800; n++) queue.add(company, traceFor(String(n)));
  state.failure = undefined;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(written).toEqual(Array.from({ length: 800 }, (_, n) => String(n)));
  expect(state.dropped).toBe(0);
});

it('a full queue drops and counts the oldest calls of the company with the most', async () => {
  const { queue, written, state } = queueOntoList();
  let open = () => {};
  state.gate = new Promise((resolve) => (open = resolve));
  const quiet = newId() as CompanyId;
  queue.add(quiet, traceFor('quiet'));
  for (let n = 0; n < 12_000; n++) queue.add(company, traceFor(String(n)));
  expect(state.dropped).toBe(2_001);
  open();
  await queue.close();
  expect(written).toContain('quiet');
  expect(written).toHaveLength(10_000);
  expect(written).not.toContain('2000');
  expect(written).toContain('11999');
});

it('calls without a company do not displace the others', async () => {
  const { queue, written, state } = queueOntoList();
  queue.add(company, traceFor('signed'));
  for (let n = 0; n < 1_500; n++) queue.add(noCompany, traceFor('nobody'));
  expect(state.dropped).toBe(500);
  await queue.close();
  expect(written).toHaveLength(1_001);
});

it('one call that PostgreSQL refuses does not lose the others', async () => {
  const written: string[] = [];
  let dropped = 0;
  const queue = createQueue({
    write: async (_company, traces) => {
      if (traces.some(({ reason }) => reason === 'bad'))
        throw Object.assign(new Error('invalid byte sequence'), { code: '22021' });
      written.push(...traces.map(({ reason }) => reason as string));
    },
    dropped: (many) => (dropped += many),
    failed: () => undefined,
  });
  for (const reason of ['a', 'bad', 'b']) queue.add(company, traceFor(reason));
  await queue.close();
  expect({ written, dropped }).toEqual({ written: ['a', 'b'], dropped: 1 });
});

it('companies whose worker is lost do not delay the calls of others', async () => {
  const written: string[] = [];
  const lost = Array.from({ length: 20 }, () => newId() as CompanyId);
  const queue = createQueue({
    write: async (of, traces) => {
      if (lost.includes(of)) throw new Error('Connection terminated');
      written.push(...traces.map(({ reason }) => reason as string));
    },
    dropped: () => undefined,
    failed: () => undefined,
  });
  for (const of of lost) queue.add(of, traceFor('lost'));
  queue.add(company, traceFor('other'));
  await queue.flush(company);
  expect(written).toEqual(['other']);
});

it('a batch whose answer was lost is not written twice, and calls added since are not lost', async () => {
  const door = await doorForThisTest();
  const sizes: number[] = [];
  const queue = createQueue({
    write: async (of, traces, again) => {
      sizes.push(traces.length);
      await insertCalls(door.pool, of, traces, again);
      if (sizes.length > 1) return;
      // This call is in the next batch, together with those whose answer is lost.
      queue.add(of, traceFor('c'));
      throw new Error('Connection terminated unexpectedly');
    },
    dropped: () => undefined,
    failed: () => undefined,
  });
  for (const reason of ['a', 'b']) queue.add(company, traceFor(reason));
  await expect.poll(() => sizes).toEqual([2, 3]);
  await queue.close();
  const { rows } = await door.pool.query('SELECT reason FROM calls ORDER BY reason');
  expect(rows).toEqual([{ reason: 'a' }, { reason: 'b' }, { reason: 'c' }]);
});

it('closing gives up unwritten calls after two seconds, and counts them', async () => {
  const { queue, state } = queueOntoList();
  state.gate = new Promise(() => undefined);
  for (let n = 0; n < 3; n++) queue.add(company, traceFor(String(n)));
  const closed = queue.close();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(state.dropped).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  expect(state.dropped).toBe(3);
});

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
