import { expect, it } from 'vitest';
import { createCompanyQueues, type CompanyQueues } from './company-queues.ts';
import { callOf } from './calls.testing.ts';
import type { CompanyId } from '../ground/db/pool.ts';
import { newId } from '../ground/db/ids.ts';

const one = newId() as CompanyId;
const other = newId() as CompanyId;
const kibibytes = (many: number) => 'x'.repeat((many * 1024) / 2);

function queuesWithCount() {
  const state = { dropped: 0 };
  const queues = createCompanyQueues((many) => (state.dropped += many));
  return { queues, state };
}

const reasonsOf = (queues: CompanyQueues, company: CompanyId) =>
  queues.take(company, 100_000).map(({ call }) => call.reason);

it('if memory runs out, the company with the most bytes loses calls, not the one with the most calls', () => {
  const { queues, state } = queuesWithCount();
  for (let n = 0; n < 5_000; n++) queues.add(one, callOf({ reason: 'light' }));
  for (let n = 0; n < 2_000; n++) queues.add(other, callOf({ reason: 'heavy', body: kibibytes(32) }));
  expect(queues.lengthOf(one)).toBe(5_000);
  expect(queues.lengthOf(other)).toBe(2_000 - state.dropped);
  expect(state.dropped).toBeGreaterThan(1_000);
});

it('that company loses its largest call, however new it is', () => {
  const { queues, state } = queuesWithCount();
  for (let n = 0; n < 900; n++) queues.add(one, callOf({ reason: String(n), body: kibibytes(30) }));
  expect(state.dropped).toBe(0);
  queues.add(one, callOf({ reason: 'heaviest', body: kibibytes(8 * 1024) }));
  queues.add(one, callOf({ reason: 'light' }));
  expect(state.dropped).toBe(1);
  expect(reasonsOf(queues, one)).toEqual([...Array.from({ length: 900 }, (_, n) => String(n)), 'light']);
});

it.each([
  ['bodies', { body: kibibytes(33) }],
  ['reasons', { reason: kibibytes(33) }],
  ['causes', { cause: kibibytes(33) }],
  ['problems', { problems: Array.from({ length: 33 }, () => ({ path: 'a'.repeat(100), problem: 'b'.repeat(412) })) }],
  ['paths of problems', { problems: [{ path: kibibytes(33), problem: '' }] }],
] as const)('%s have a limit in bytes', (_what, more) => {
  const { queues, state } = queuesWithCount();
  for (let n = 0; n < 1_100; n++) queues.add(one, callOf(more as Parameters<typeof callOf>[0]));
  expect(queues.count).toBeLessThanOrEqual(1_000);
  expect(queues.count).toBeGreaterThan(800);
  expect(queues.count + state.dropped).toBe(1_100);
});

it('calls that are being written count, and are not dropped', () => {
  const { queues, state } = queuesWithCount();
  for (let n = 0; n < 800; n++) queues.add(one, callOf({ body: kibibytes(32) }));
  const batch = queues.take(one, 500);
  for (let n = 0; n < 800; n++) queues.add(other, callOf({ body: kibibytes(32) }));
  expect(queues.count).toBeLessThanOrEqual(1_024);
  expect(queues.count + state.dropped).toBe(1_600);
  const before = queues.count;
  queues.putBack(one, batch);
  expect(queues.count).toBe(before);
  const all = queues.take(one, 800);
  expect(all.slice(0, 500)).toEqual(batch.map((one) => ({ ...one, again: true })));
  queues.done(all);
  expect(queues.count).toBe(queues.lengthOf(other));
});
