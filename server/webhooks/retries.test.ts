import { expect, it } from 'vitest';
import { isHopeless, pauseAfterMs } from './retries.ts';

const minutes = (ms: number) => ms / 60_000;

it('pauses grow from seconds to hours, and stay there', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100].map((tries) => minutes(pauseAfterMs(tries, 0.5)));
  expect(pauses).toEqual([5 / 60, 0.5, 2, 10, 30, 60, 120, 240, 360, 360, 360]);
});

it('pauses differ by a tenth at the most', () => {
  expect([pauseAfterMs(1, 0), pauseAfterMs(1, 1)]).toEqual([4_500, 5_500]);
  for (let n = 0; n < 100; n += 1) expect(Math.abs(pauseAfterMs(2) - 30_000)).toBeLessThanOrEqual(3_000);
});

it('an endpoint is tried often within the three days after which it is given up', () => {
  const since = new Date('2026-11-15T12:00:00Z');
  let now = since.getTime();
  let tries = 1;
  for (; !isHopeless(since, new Date(now)); tries += 1) now += pauseAfterMs(tries, 0.5);
  expect(tries).toBeGreaterThan(15);
  expect(now - since.getTime()).toBeLessThan(80 * 3_600_000);
});
