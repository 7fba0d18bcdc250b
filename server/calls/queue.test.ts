import { expect, it, onTestFinished, vi } from 'vitest';
import { callOf } from './calls.testing.ts';
import { createQueue } from './queue.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';
import { newId } from '../ground/db/ids.ts';

const company = newId() as CompanyId;

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
  for (let n = 0; n < 1_200; n++) queue.add(company, callOf({ reason: String(n) }));
  await vi.advanceTimersByTimeAsync(900);
  expect(sizes).toEqual([500, 500, 200]);
  expect(written).toEqual(Array.from({ length: 1_200 }, (_, n) => String(n)));
});

it('calls that cannot be written wait in order, and none is lost', async () => {
  const { queue, written, state } = queueOntoList();
  state.failure = new Error('Connection terminated');
  for (let n = 0; n < 700; n++) queue.add(company, callOf({ reason: String(n) }));
  await vi.advanceTimersByTimeAsync(300);
  for (let n = 700; n < 800; n++) queue.add(company, callOf({ reason: String(n) }));
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
  queue.add(quiet, callOf({ reason: 'quiet' }));
  for (let n = 0; n < 12_000; n++) queue.add(company, callOf({ reason: String(n) }));
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
  queue.add(company, callOf({ reason: 'signed' }));
  for (let n = 0; n < 1_500; n++) queue.add(noCompany, callOf({ reason: 'nobody' }));
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
  for (const reason of ['a', 'bad', 'b']) queue.add(company, callOf({ reason: reason }));
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
  for (const of of lost) queue.add(of, callOf({ reason: 'lost' }));
  queue.add(company, callOf({ reason: 'other' }));
  await queue.flush(company);
  expect(written).toEqual(['other']);
});

it('closing gives up unwritten calls after two seconds, and counts them', async () => {
  const { queue, state } = queueOntoList();
  state.gate = new Promise(() => undefined);
  for (let n = 0; n < 3; n++) queue.add(company, callOf({ reason: String(n) }));
  const closed = queue.close();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(state.dropped).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
  expect(state.dropped).toBe(3);
});
