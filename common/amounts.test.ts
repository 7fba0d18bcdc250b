import { expect, it } from 'vitest';
import { shortDigits } from './amounts.ts';

it('only numbers with more than 6 decimals are rounded, exactly', () => {
  expect(['2690.3999999999996', '-0.00005000001', '1.234567', '12', 'x'].map((text) => shortDigits(text))).toEqual([
    '2690.4',
    '-0.0001',
    undefined,
    undefined,
    undefined,
  ]);
});
