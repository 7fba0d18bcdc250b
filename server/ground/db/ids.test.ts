import { afterEach, expect, it, vi } from 'vitest';
import { newId, randomDigits } from './ids.ts';
import { nowMs } from '../../testing/time.ts';

afterEach(() => void vi.useRealTimers());

const many = 50_000;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('an id is a UUIDv7 of the moment in which it was made', () => {
  const before = nowMs();
  const id = newId();
  expect(id).toMatch(uuid);
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(nowMs() + 1);
});

it('each id is greater than the one before, however many are made in a millisecond', () => {
  vi.useFakeTimers({ now: nowMs() + 60_000 });
  const ids = Array.from({ length: many }, newId);
  expect(ids.filter((id) => !uuid.test(id))).toEqual([]);
  expect(ids.slice(1).filter((id, at) => id <= (ids[at] as string))).toEqual([]);
});

it('each id is greater than the one before where the clock is set back', () => {
  const id = newId();
  vi.useFakeTimers({ now: nowMs() - 60_000 });
  expect(newId() > id).toBe(true);
});

it('random digits have the length asked for and do not repeat', () => {
  const ids = Array.from({ length: many }, () => randomDigits(32));
  expect(ids.filter((id) => !/^[0-9a-f]{32}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(many);
  for (const length of [1, 3, 16, 32]) expect(randomDigits(length)).toHaveLength(length);
});
