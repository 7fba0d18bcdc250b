import { describe, expect, it } from 'vitest';
import { boards, codes, explained } from './explain.testing.ts';

describe('the VAT', () => {
  const screws = Array.from({ length: 3 }, () => ({ price: 99.99, quantity: 1, totalPrice: 99.99, vat: 25 }));

  it.each([
    [75, 374.97, 'line'],
    [74.99, 374.96, 'sum'],
  ])('of 3 × 99.99 at 25 %% may be %s', (totalVat, totalPrice, vat) => {
    const { findings, sums } = explained({ articles: screws, totalVat, totalPrice });
    expect(findings).toEqual([]);
    expect(sums?.reading.vat).toBe(vat);
  });

  it.each([74.98, 75.01, 62.5])('of 3 × 99.99 at 25 %% is not %s', (totalVat) => {
    expect(codes({ articles: screws, totalVat })).toEqual(['sum.vat']);
  });

  it('that is wrong has a finding with the nearest figure', () => {
    expect(explained({ articles: screws, totalVat: 80, totalPrice: 379.97 }).findings).toEqual([
      expect.objectContaining({
        code: 'sum.vat',
        path: 'totalVat',
        parameters: { expected: '75.00', sent: '80.00', difference: '5.00' },
      }),
    ]);
  });

  it('of a half may be rounded up or down', () => {
    const half = { articles: [{ totalPrice: 0.1, vat: 25 }] };
    expect(codes({ ...half, totalVat: 0.03, totalPrice: 0.13 })).toEqual([]);
    expect(codes({ ...half, totalVat: 0.02, totalPrice: 0.12 })).toEqual([]);
    expect(codes({ ...half, totalVat: 0.025, totalPrice: 0.13 })).toEqual([]);
  });

  it('may have several rates', () => {
    const articles = [
      { totalPrice: 1000, vat: 25 },
      { totalPrice: 500, vat: 12 },
      { totalPrice: 200, vat: 6 },
      { totalPrice: 100, vat: 0 },
    ];
    expect(codes({ articles, totalVat: 322, totalPrice: 2122 })).toEqual([]);
    expect(codes({ articles, totalVat: 350, totalPrice: 2150 })).toEqual(['sum.vat']);
  });

  it('may be an amount on each line', () => {
    const articles = [
      { totalPrice: 1000, vat: 250 },
      { totalPrice: 500, vat: 60 },
    ];
    expect(explained({ articles, totalVat: 310, totalPrice: 1810 })).toMatchObject({
      findings: [],
      sums: { reading: { lineVat: 'amount' }, net: '1500.00', gross: '1810.00' },
    });
    expect(codes({ articles, totalVat: 311, totalPrice: 1811 })).toEqual(['sum.vat']);
  });

  it('may be included in the lines, and is then not added again', () => {
    const articles = [{ totalPrice: 1250, vat: 25 }];
    expect(explained({ articles, totalVat: 250, totalPrice: 1250 })).toMatchObject({
      findings: [],
      sums: { reading: { linesIncludeVat: true }, net: '1000.00', vat: '250.00', gross: '1250.00' },
    });
    expect(explained({ articles, totalVat: 250, totalPrice: 1500 }).findings).toMatchObject([
      { code: 'sum.total', parameters: { expected: '1250.00', sent: '1500.00', difference: '250.00' } },
    ]);
  });

  it('that the totals of the lines include is not added again', () => {
    const articles = [{ price: 100, quantity: 10, totalPrice: 1250, vat: 25 }];
    expect(codes({ articles, totalVat: 250, totalPrice: 1250 })).toEqual([]);
    expect(codes({ articles, totalVat: 312.5, totalPrice: 1562.5 })).toEqual(['sum.total', 'sum.vat']);
  });

  it('of 0 is always right: reverse charge', () => {
    expect(explained({ articles: [boards], totalVat: 0, totalPrice: 1255 })).toMatchObject({
      findings: [],
      sums: { net: '1255.00', vat: '0.00', gross: '1255.00', reading: { vat: 'none', linesIncludeVat: false } },
    });
    expect(codes({ articles: [boards], totalVat: 0, totalPrice: 1568.75 })).toEqual(['sum.total']);
  });

  it.each([
    ['untaxed', 313.75],
    ['at 25 %', 325],
  ])('has the fee %s', (_, totalVat) => {
    expect(codes({ articles: [boards], invoiceFee: 45, totalVat, totalPrice: 1300 + totalVat })).toEqual([]);
  });

  it('includes the freight at the highest rate of the lines, also if the lines have amounts of VAT', () => {
    const totals = { freight: '100', totalVat: 72, totalPrice: 672 };
    expect(codes({ ...totals, articles: [{ totalPrice: 500, vat: 12 }] })).toEqual([]);
    expect(codes({ ...totals, articles: [{ totalPrice: 500, vat: 60 }] })).toEqual([]);
    expect(codes({ ...totals, articles: [{ totalPrice: 500, vat: 12 }], totalVat: 66, totalPrice: 666 })).toEqual([
      'sum.vat',
    ]);
  });

  it('in SEK is at most 25 % if a line does not state its VAT', () => {
    const articles = [{ totalPrice: 1000, vat: 25 }, { totalPrice: 1000 }];
    expect(codes({ articles, totalVat: 500, totalPrice: 2500 })).toEqual([]);
    expect(codes({ articles, totalVat: 120, totalPrice: 2120 })).toEqual([]);
    expect(explained({ articles, totalVat: 600, totalPrice: 2600 }).findings).toMatchObject([
      { code: 'sum.vat', parameters: { expected: '500.00', sent: '600.00', difference: '100.00' } },
    ]);
    expect(codes({ articles, totalVat: 540, totalPrice: 2540, currency: 'HUF' })).toEqual([]);
  });

  it('is not required on a line of 0', () => {
    const articles = [boards, { articleDescription: 'Free of charge', totalPrice: 0 }];
    expect(codes({ articles, totalVat: 300, totalPrice: 1555 })).toEqual(['sum.vat']);
  });

  it('is added to the total if it was not sent', () => {
    expect(explained({ articles: [boards], totalPrice: 1568.75 })).toMatchObject({
      findings: [],
      sums: { net: '1255.00', vat: '313.75', gross: '1568.75' },
    });
    expect(codes({ articles: [boards], totalPrice: 1255 })).toEqual([]);
    expect(codes({ articles: [boards], totalPrice: 1500 })).toEqual(['sum.total']);
  });
});
