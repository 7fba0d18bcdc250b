import { expect, it } from 'vitest';
import { sumsOf } from './sums-of.ts';

it('amounts are added exactly, by currency, the most frequent first', () => {
  const rows = [
    { totalPrice: '7', currency: 'EUR' },
    { totalPrice: '0.1', currency: 'SEK' },
    { totalPrice: '0.20', currency: 'SEK' },
    { totalPrice: '-100000000000000.005', currency: 'SEK' },
    { totalPrice: null, currency: null },
  ];
  expect(sumsOf(rows)).toEqual([
    { currency: 'SEK', count: 3, total: '-99999999999999.705' },
    { currency: 'EUR', count: 1, total: '7' },
    { currency: null, count: 1, total: '0' },
  ]);
  expect(sumsOf([])).toEqual([]);
});
