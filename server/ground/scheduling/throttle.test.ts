import { expect, it } from 'vitest';
import { createThrottle } from './throttle.ts';

const { signal } = new AbortController();

it('work rests together, for its share of the time and at most a second at a time', async () => {
  let now = 0;
  const rested: number[] = [];
  const rest = createThrottle(
    { share: 1 / 3, sliceMs: 10, maxRestMs: 1_000 },
    () => now,
    async (ms) => {
      rested.push(ms);
      now += ms;
    },
  );
  await rest(signal);
  now += 9;
  await rest(signal);
  expect(rested).toEqual([]);
  now += 21;
  await Promise.all([rest(signal), rest(signal), rest(signal)]);
  expect(rested).toEqual([60]);
  await rest(signal);
  now += 5_000;
  await rest(signal);
  expect(rested).toEqual([60, 1_000]);
});
