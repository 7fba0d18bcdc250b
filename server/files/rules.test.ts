import { expect, it } from 'vitest';
import { nightsPerRound, shareOf, type RoundPosition } from './rules.ts';

const dayMs = 24 * 60 * 60 * 1000;
const begin = Date.parse('2026-11-01T02:17:00Z');
const night = (at: number, minutesLate = 0) => new Date(begin + at * dayMs + minutesLate * 60_000);
/** The part of all SHA-256 before a point. */
const fractionOf = (point: Buffer | null | undefined) => (point?.length ? point.readUIntBE(0, 6) / 2 ** 48 : 0);

function rounds(nights: readonly number[], late = (at: number) => at % 3) {
  let last: RoundPosition | undefined;
  return nights.map((at) => {
    const { roundBeganAt, after, to } = shareOf(last, night(at, late(at)));
    last = { roundBeganAt, position: to ?? null };
    return { at, from: fractionOf(after), to: to === undefined ? 1 : fractionOf(to) };
  });
}

it('28 nights read everything once, in equal shares, and the next night begins again', () => {
  const shares = rounds(Array.from({ length: 2 * nightsPerRound }, (_, at) => at));
  for (const [at, { from, to }] of shares.entries()) {
    expect(from).toBeCloseTo((at % nightsPerRound) / nightsPerRound);
    expect(to).toBeCloseTo((at % nightsPerRound) / nightsPerRound + 1 / nightsPerRound);
  }
});

it('a night catches up with those that were missed', () => {
  expect(rounds([0, 1, 6, 7])).toMatchObject([
    { from: 0 },
    { from: expect.closeTo(1 / 28), to: expect.closeTo(2 / 28) },
    { from: expect.closeTo(2 / 28), to: expect.closeTo(7 / 28) },
    { from: expect.closeTo(7 / 28), to: expect.closeTo(8 / 28) },
  ]);
});

it('after a long pause one night reads the rest of the round', () => {
  expect(rounds([0, 90, 91])).toMatchObject([
    { from: 0 },
    { from: expect.closeTo(1 / 28), to: 1 },
    { from: 0, to: expect.closeTo(1 / 28) },
  ]);
});

it('a second run in the same night, and a clock that goes back, read nothing', () => {
  const { roundBeganAt, to } = shareOf(undefined, night(5));
  const last = { roundBeganAt, position: to ?? null };
  for (const now of [night(5, 60), night(3)])
    expect(fractionOf(shareOf(last, now).to)).toBeLessThanOrEqual(fractionOf(last.position));
});
