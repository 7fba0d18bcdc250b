import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Call } from './rules.ts';
import { insertCalls } from './store.ts';
import { sweepCalls } from './sweep.ts';
import { noCompany, type CompanyId } from '../ground/db/pool.ts';
import { openOwnDoor } from '../testing/door.ts';
import { newId } from '../ground/db/ids.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = new Date('2026-12-01T12:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const mebibyte = 1024 * 1024;

const door = await openOwnDoor('It sweeps the calls of all companies.');
const { id: other } = await door.addCompany('Other');
afterAll(() => door.close());
beforeEach(async () => {
  await door.pool.query('DELETE FROM calls');
  await door.pool.query('DELETE FROM call_sizes');
});

const traceAt = (at: Date, body?: string): Call => ({
  id: newId(),
  traceId: newId().replaceAll('-', ''),
  at,
  partnerId: undefined,
  operation: 'createSupplier',
  status: 400,
  durationMs: 1.25,
  reason: undefined,
  cause: undefined,
  problems: undefined,
  body,
  subjectId: undefined,
});

const sweep = (limits: { traceDays?: number; traceBytes?: number } = {}) =>
  sweepCalls(door.pool, { traceDays: 30, traceBytes: 1024 * mebibyte, ...limits }, now, new AbortController().signal);
const timesOf = async (company: CompanyId) =>
  (
    await door.pool.query<{ created_at: Date }>(
      'SELECT created_at FROM calls WHERE company_id = $1 ORDER BY created_at',
      [company],
    )
  ).rows.map(({ created_at }) => created_at);
const hoursOf = async (company: CompanyId) =>
  (
    await door.pool.query<{ hour: Date; bytes: string }>(
      'SELECT hour, bytes FROM call_sizes WHERE company_id = $1 ORDER BY hour',
      [company],
    )
  ).rows;

it('only calls older than the given days are removed, for every company', async () => {
  const young = ago(30 * day - 1);
  for (const company of [door.company, other])
    await insertCalls(door.pool, company, [
      ...Array.from({ length: 2_100 }, () => traceAt(ago(30 * day + 1))),
      traceAt(young),
    ]);
  const removed = await Promise.all([sweep(), sweep()]);
  expect(removed[0] + removed[1]).toBe(4_200);
  for (const company of [door.company, other]) expect(await timesOf(company)).toEqual([young]);
  expect(await sweep()).toBe(0);
});

it('calls without a company are kept for a day, whatever the setting', async () => {
  const young = ago(day - 1);
  await insertCalls(door.pool, noCompany, [traceAt(ago(day + 1)), traceAt(young)]);
  await insertCalls(door.pool, door.company, [traceAt(ago(day + 1))]);
  expect(await sweep({ traceDays: 3650 })).toBe(1);
  expect(await timesOf(noCompany)).toEqual([young]);
  expect(await timesOf(door.company)).toHaveLength(1);
});

it('the newest 20,000 calls without a company are kept', async () => {
  await door.pool.query(
    `INSERT INTO calls (company_id, id, created_at, trace_id, operation, status, duration_ms)
     SELECT $1, gen_random_uuid(), $2::timestamptz - nth * interval '1 millisecond', gen_random_uuid(), 'none', 404, 1 FROM generate_series(1, 22345) AS nth`,
    [noCompany, now],
  );
  expect(await sweep()).toBe(2_345);
  const times = await timesOf(noCompany);
  expect(times).toHaveLength(20_000);
  expect(times[0]).toEqual(ago(20_000));
});

it('the sizes of calls are added up by hour of arrival', async () => {
  await insertCalls(door.pool, door.company, [
    traceAt(ago(1)),
    traceAt(ago(hour), 'å'.repeat(50)),
    traceAt(ago(hour - 1)),
  ]);
  const sizes = await insertCalls(door.pool, door.company, [traceAt(ago(2), 'x'.repeat(100))]);
  expect(await hoursOf(door.company)).toEqual([{ hour: ago(hour), bytes: '1800' }]);
  expect(sizes).toEqual([{ hour: ago(hour), bytes: 1_800 }]);
  await insertCalls(door.pool, door.company, [traceAt(now)]);
  expect((await hoursOf(door.company)).map(({ bytes }) => bytes)).toEqual(['1800', '400']);
});

it('a company over its budget keeps the newest hours, and other companies lose nothing', async () => {
  const body = 'x'.repeat(mebibyte / 4);
  for (const company of [door.company, other])
    for (let back = 0; back < 9; back++) await insertCalls(door.pool, company, [traceAt(ago(back * hour), body)]);
  await door.pool.query('UPDATE call_sizes SET bytes = 1 WHERE company_id = $1', [other]);
  expect(await sweep({ traceBytes: mebibyte })).toBe(5);
  expect(await timesOf(door.company)).toEqual([3, 2, 1, 0].map((back) => ago(back * hour)));
  expect((await hoursOf(door.company)).map((row) => row.hour)).toEqual([3, 2, 1, 0].map((back) => ago(back * hour)));
  expect(await timesOf(other)).toHaveLength(9);
  expect(await sweep({ traceBytes: mebibyte })).toBe(0);
});

it('an hour that alone exceeds the budget is kept, and earlier hours are not', async () => {
  await insertCalls(door.pool, door.company, [traceAt(ago(3 * hour)), traceAt(ago(minute), 'x'.repeat(2 * mebibyte))]);
  expect(await sweep({ traceBytes: mebibyte })).toBe(1);
  expect(await timesOf(door.company)).toEqual([ago(minute)]);
});
