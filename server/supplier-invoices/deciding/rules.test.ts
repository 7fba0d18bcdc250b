import { expect, it } from 'vitest';
import { takesTwo } from './rules.ts';

const limit = { max: '10000', currency: 'SEK' };

it.each<[string, Parameters<typeof takesTwo>[0], string | null, string | null, boolean]>([
  ['no limit', undefined, '99999999', 'SEK', false],
  ['no limit and no total', undefined, null, null, false],
  ['below', limit, '9999.99', 'SEK', false],
  ['exactly the limit', limit, '10000', 'SEK', false],
  ['the limit with decimals', limit, '10000.00', 'SEK', false],
  ['above by the smallest fraction', limit, '10000.000000000000000001', 'SEK', true],
  ['more digits than a float has', { ...limit, max: '900719925474099.3' }, '900719925474099.31', 'SEK', true],
  ['a credit note above the limit', limit, '-10000.01', 'SEK', true],
  ['a credit note below the limit', limit, '-9999', 'SEK', false],
  ['a limit of 0 and an amount of 0', { ...limit, max: '0' }, '0.00', 'SEK', false],
  ['a limit of 0', { ...limit, max: '0' }, '0.01', 'SEK', true],
  ['no total', limit, null, 'SEK', true],
  ['another currency', limit, '1', 'EUR', true],
  ['no currency', limit, '1', null, true],
  ['the currency in small letters', limit, '1', ' sek ', false],
])('whether an approval takes two: %s', (_what, limit, amount, currency, expected) => {
  expect(takesTwo(limit, { amount, currency })).toBe(expected);
});
