import { expect, it } from 'vitest';
import { ratesOn } from './amounts.ts';

const rateOf = (what: string, day: string) => ratesOn(day).find(({ for: all }) => all.includes(what))?.percent;

it.each([
  ['2020-01-01', 12],
  ['2026-03-31', 12],
  ['2026-04-01', 6],
  ['2027-12-31', 6],
  ['2028-01-01', 12],
])('on %s food has %s per cent VAT', (day, percent) => {
  expect(rateOf('food', day)).toBe(percent);
});

it('the other rates stay, and the highest comes first', () => {
  for (const day of ['2025-06-01', '2026-11-15', '2030-01-01']) {
    expect(ratesOn(day).map(({ percent }) => percent)).toEqual([25, 12, 6]);
    expect(rateOf('restaurants', day)).toBe(12);
    expect(rateOf('books', day)).toBe(6);
  }
});
