import { expect, it } from 'vitest';
import { sumsRule } from '../rules/plausibility.ts';
import { invoice, type Fields } from './explain.testing.ts';

const found = (fields: Fields, sumToleranceMinorUnits?: number) =>
  sumsRule.find(invoice(fields), { at: new Date(0) }, { sumToleranceMinorUnits });
const codes = (fields: Fields, tolerance?: number) => found(fields, tolerance).map(({ code }) => code);
const line = (totalPrice: number) => ({ quantity: 10, price: 125.5, totalPrice, vat: 25 });

it.each([
  ['sum.line', { articles: [line(1255.04)], totalVat: 313.76, totalPrice: 1568.8 }],
  ['sum.total', { articles: [line(1255)], totalVat: 313.75, totalPrice: 1568.71 }],
  ['sum.vat', { articles: [line(1255)], totalVat: 313.71, totalPrice: 1568.71 }],
])('%s that is off by exactly the tolerance is no finding, and by one öre more is one', (code, fields) => {
  expect(codes(fields)).toEqual([code]);
  expect(codes(fields, 3)).toEqual([code]);
  expect(codes(fields, 4)).toEqual([]);
});

it('a fraction of an öre beyond the tolerance is beyond it', () => {
  const fields = { articles: [line(1255)], totalVat: 313.75, totalPrice: 1568.7899 };
  expect(codes(fields, 4)).toEqual([]);
  expect(codes({ ...fields, totalPrice: 1568.7901 }, 4)).toEqual(['sum.total']);
});

it('counts in minor units of the currency', () => {
  const yen = { currency: 'JPY', articles: [{ quantity: 1, price: 1000, totalPrice: 1000, vat: 0 }] };
  expect(codes({ ...yen, totalPrice: 1004 }, 3)).toEqual(['sum.total']);
  expect(codes({ ...yen, totalPrice: 1004 }, 4)).toEqual([]);
});

it('many lines within the tolerance do not hide one beyond it', () => {
  const articles = [...Array.from({ length: 300 }, () => line(1255.02)), line(1300)];
  expect(found({ articles }, 5)).toMatchObject([
    { code: 'sum.line', path: 'articles[300].totalPrice', parameters: { line: 301, difference: '45.00' } },
  ]);
  expect(found({ articles }).at(19)).toMatchObject({ parameters: { line: 20, more: 281 } });
});
