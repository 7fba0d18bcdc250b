import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../testing/linear.ts';
import type { CheckedInvoice } from '../invoice.ts';
import { rules } from '../rules.ts';
import { sumsRule } from '../rules/plausibility.ts';
import { explainInSteps, explainSums } from './explain.ts';
import { boards, codes, explained, type Fields, invoice, lineFound } from './explain.testing.ts';

it('many lines are explained with pauses, with the same result', () => {
  const decimals = (nth: number) => ({ value: `${nth}.${String(nth).padStart(28, '1234567890')}` });
  const line = (nth: number) => ({ price: decimals(nth), quantity: decimals(3), vat: decimals(nth % 25) });
  for (const totals of [{}, { totalPrice: decimals(5) }]) {
    const articles = Array.from({ length: 2_000 }, (_, nth) => ({ ...line(nth), ...totals }));
    const [atOnce, inSteps] = [0, 1].map(() => invoice({ totalPrice: 1, totalVat: decimals(1), articles }));
    expect([...explainInSteps(inSteps as CheckedInvoice)].length).toBeGreaterThanOrEqual(8);
    expect([...explainInSteps(inSteps as CheckedInvoice)]).toEqual([]);
    expect(explainSums(inSteps as CheckedInvoice)).toEqual(explainSums(atOnce as CheckedInvoice));
  }
});

describe('an invoice that adds up', () => {
  it('is explained by its parts', () => {
    expect(
      explained({
        articles: [boards],
        invoiceFee: 45,
        freight: '250,00',
        totalVat: 387.5,
        centRoundoff: 0.5,
        totalPrice: 1938,
      }),
    ).toEqual({
      findings: [],
      sums: {
        matches: true,
        reading: {
          price: 'unit',
          discount: 'none',
          vat: 'either',
          lineVat: 'percentage',
          linesIncludeVat: false,
          totalIncludesVat: true,
          isRounded: false,
        },
        parts: [
          { what: 'lines', amount: '1255.00' },
          { what: 'fee', amount: '45.00' },
          { what: 'freight', amount: '250.00' },
          { what: 'vat', amount: '387.50' },
          { what: 'roundoff', amount: '0.50' },
        ],
        expected: '1938.00',
        sent: '1938.00',
        difference: '0.00',
        net: '1550.50',
        vat: '387.50',
        gross: '1938.00',
      },
    });
  });

  it('is explained only once', () => {
    const asked = invoice({ articles: [boards], totalPrice: 1 });
    expect(explainSums(asked)).toBe(explainSums(asked));
    expect(sumsRule.find(asked, { at: new Date(0) }, {})).toBe(explainSums(asked).findings);
    expect(rules[0]).toBe(sumsRule);
  });
});

describe('a line', () => {
  it.each<[string, Fields]>([
    ['price times quantity', { price: 12.5, quantity: 4, totalPrice: 50 }],
    ['a price without a quantity', { price: 12.5, totalPrice: 12.5 }],
    ['a price of the whole line', { price: 50, quantity: 4, totalPrice: 50 }],
    ['a percentage off', { price: 100, quantity: 3, discountPercentage: 12.5, totalPrice: 262.5 }],
    ['a percentage off a price of the line', { price: 100, quantity: 3, discountPercentage: 10, totalPrice: 90 }],
    ['a value off', { price: 100, quantity: 3, discountValue: 20, totalPrice: 280 }],
    ['a value off each unit', { price: 100, quantity: 3, discountValue: 20, totalPrice: 240 }],
    ['a value off with a minus', { price: 100, quantity: 3, discountValue: -20, totalPrice: 280 }],
    [
      'the same discount twice',
      { price: 100, quantity: 3, discountPercentage: 10, discountValue: 30, totalPrice: 270 },
    ],
    [
      'the same discount, its value per unit',
      { price: 100, quantity: 3, discountPercentage: 10, discountValue: 10, totalPrice: 270 },
    ],
    ['two discounts', { price: 100, quantity: 3, discountPercentage: 10, discountValue: 5, totalPrice: 265 }],
    [
      'two discounts, the value first',
      { price: 100, quantity: 3, discountPercentage: 10, discountValue: 50, totalPrice: 225 },
    ],
    ['a credit', { price: 100, quantity: -3, discountPercentage: 10, totalPrice: -270 }],
    ['a credit with a value off', { price: -100, quantity: 3, discountValue: 20, totalPrice: -280 }],
    ['a credit with a value off that is negative', { price: 100, quantity: -3, discountValue: -20, totalPrice: -280 }],
    ['VAT on top, as a rate', { price: 100, quantity: 3, vat: 25, totalPrice: 375 }],
    ['VAT on top, as an amount', { price: 100, quantity: 3, vat: 36, totalPrice: 336 }],
    ['an amount that was not rounded', { price: 0.3333, quantity: 7, totalPrice: 2.3331 }],
    ['a half rounded up', { price: 0.5, quantity: 0.25, totalPrice: 0.13 }],
    ['a half rounded down', { price: 0.5, quantity: 0.25, totalPrice: 0.12 }],
    ['both the base and the discount rounded', { price: 3.335, quantity: 1, discountPercentage: 50, totalPrice: 1.67 }],
    ['nothing for free', { price: 100, quantity: 0, totalPrice: 0 }],
    ['no price', { quantity: 3, totalPrice: 17 }],
    ['no total', { quantity: 3, price: 17 }],
    ['no amounts at all', { articleDescription: 'Order 7731' }],
  ])('of %s fits', (_, line) => {
    expect(lineFound(line)).toEqual([]);
  });

  it.each<[string, Fields, string]>([
    ['a wrong product', { price: 12.5, quantity: 4, totalPrice: 55 }, '50.00'],
    ['a cent too much', { price: 12.5, quantity: 4, totalPrice: 50.01 }, '50.00'],
    ['a percentage that was left out', { price: 100, quantity: 3, discountPercentage: 10, totalPrice: 300 }, '270.00'],
    ['a value that was left out', { price: 100, quantity: 3, discountValue: 20, totalPrice: 300 }, '280.00'],
    ['a discount that was added', { price: 100, quantity: 3, discountValue: -20, totalPrice: 320 }, '280.00'],
    [
      'two cents off with a percentage',
      { price: 100, quantity: 3, discountPercentage: 10, totalPrice: 270.02 },
      '270.00',
    ],
    ['the wrong sign', { price: 100, quantity: 3, totalPrice: -300 }, '100.00'],
  ])('with %s is a finding', (_, line, expected) => {
    expect(lineFound(line)).toEqual([expected]);
  });

  it('has a finding with its number, its path and its figures', () => {
    const { findings } = explained({ articles: [boards, { ...boards, totalPrice: 1300 }] });
    expect(findings).toEqual([
      {
        code: 'sum.line',
        path: 'articles[1].totalPrice',
        parameters: { line: 2, expected: '1255.00', sent: '1300.00', difference: '45.00' },
        message: 'Line 2 comes to 1255.00 by the nearest reading, but its total is 1300.00: a difference of 45.00.',
      },
    ]);
  });

  it('has one of at most 20 findings, the last of which says how many more lines are wrong', () => {
    const wrong = (count: number) =>
      explained({ articles: Array.from({ length: count }, () => ({ price: 2, totalPrice: 3 })) }).findings;
    expect(wrong(20)).toHaveLength(20);
    expect(wrong(20).at(-1)?.parameters).not.toHaveProperty('more');
    expect(wrong(5_000)).toHaveLength(20);
    expect(wrong(5_000).at(-1)?.parameters).toMatchObject({ line: 20, more: 4_980 });
  });
});

describe('the total', () => {
  const lines = { articles: [boards], totalVat: 313.75 };

  it('may exclude VAT, which is then added to it', () => {
    expect(explained({ ...lines, totalPrice: 1255 })).toMatchObject({
      findings: [],
      sums: { reading: { totalIncludesVat: false }, net: '1255.00', vat: '313.75', gross: '1568.75' },
    });
  });

  it('has a finding with expected, sent and difference if it fits no reading', () => {
    const { findings, sums } = explained({ ...lines, totalPrice: 1600 });
    expect(findings).toEqual([
      {
        code: 'sum.total',
        path: 'totalPrice',
        parameters: { expected: '1568.75', sent: '1600.00', difference: '31.25' },
        message:
          'The invoice comes to 1568.75 by the nearest reading, but its total is 1600.00: a difference of 31.25.',
      },
    ]);
    expect(sums).toMatchObject({ matches: false, expected: '1568.75', sent: '1600.00', difference: '31.25' });
  });

  it.each([
    ['up', 0.25, 1569],
    ['with the other sign', -0.25, 1569],
    ['down', -0.5, 1568.25],
  ])('may be rounded %s by a roundoff', (_, centRoundoff, totalPrice) => {
    const { findings, sums } = explained({ ...lines, centRoundoff, totalPrice });
    expect(findings).toEqual([]);
    expect(sums?.parts.at(-1)?.what).toBe('roundoff');
    expect(sums?.reading.isRounded).toBe(false);
  });

  it('may be rounded to a whole number without a roundoff', () => {
    expect(explained({ ...lines, totalPrice: 1569 })).toMatchObject({
      findings: [],
      sums: {
        reading: { isRounded: true },
        parts: [{ what: 'lines' }, { what: 'vat' }, { what: 'roundoff', amount: '0.25' }],
        expected: '1569.00',
      },
    });
    expect(codes({ ...lines, centRoundoff: 0, totalPrice: 1569 })).toEqual([]);
    expect(codes({ ...lines, totalPrice: 1568 })).toEqual(['sum.total']);
    expect(codes({ ...lines, totalPrice: 1568.5 })).toEqual(['sum.total']);
  });

  it('is not rounded by more than 0.50', () => {
    expect(codes({ ...lines, centRoundoff: 0.75, totalPrice: 1569.5 })).toEqual(['sum.total']);
    expect(codes({ ...lines, centRoundoff: 0.75, totalPrice: 1569 })).toEqual(['sum.total']);
  });

  it('is not rounded further if a roundoff was sent', () => {
    expect(codes({ ...lines, centRoundoff: 0.1, totalPrice: 1569 })).toEqual(['sum.total']);
  });

  it('includes fee and freight', () => {
    expect(codes({ ...lines, invoiceFee: 45, totalPrice: 1613.75 })).toEqual([]);
    expect(codes({ ...lines, invoiceFee: 45, totalPrice: 1568.75 })).toEqual(['sum.total']);
    expect(codes({ ...lines, freight: '45 kr', totalPrice: 1568.75 })).toEqual(['sum.total']);
    expect(codes({ ...lines, freight: 'Fritt', totalPrice: 1568.75 })).toEqual([]);
  });

  it('of a credit note is negative, like its lines', () => {
    const credit = { articles: [{ ...boards, quantity: -10, totalPrice: -1255 }], totalVat: -313.75 };
    expect(explained({ ...credit, totalPrice: -1568.75 })).toMatchObject({
      findings: [],
      sums: { net: '-1255.00', vat: '-313.75', gross: '-1568.75' },
    });
    expect(codes({ ...credit, totalPrice: -1569 })).toEqual([]);
    expect(codes({ ...credit, totalPrice: 1568.75 })).toEqual(['sum.total']);
    expect(codes({ ...credit, totalVat: 313.75, totalPrice: -1568.75 })).toEqual(['sum.total', 'sum.vat']);
  });

  it('may add up lines of both signs', () => {
    const articles = [boards, { totalPrice: -200, vat: 25 }];
    expect(codes({ articles, totalVat: 263.75, totalPrice: 1318.75 })).toEqual([]);
  });
});

describe('lines without totals', () => {
  it.each([
    ['per unit', { price: 12.5, quantity: 8 }, 100],
    ['per line', { price: 12.5, quantity: 8 }, 12.5],
    ['less a percentage', { price: 12.5, quantity: 8, discountPercentage: 10 }, 90],
    ['less a value', { price: 12.5, quantity: 8, discountValue: 4 }, 96],
    ['less a value per unit', { price: 12.5, quantity: 8, discountValue: 4 }, 68],
  ])('are computed by their prices %s', (_, line, totalPrice) => {
    expect(explained({ articles: [line, line], totalPrice: 2 * totalPrice })).toMatchObject({
      findings: [],
      sums: { parts: [{ what: 'lines', amount: (2 * totalPrice).toFixed(2) }] },
    });
  });

  it('may be rounded one by one', () => {
    const articles = Array.from({ length: 4 }, () => ({ price: 0.333, quantity: 1 }));
    for (const totalPrice of [1.32, 1.33]) expect(codes({ articles, totalPrice })).toEqual([]);
    expect(codes({ articles, totalPrice: 1.36 })).toEqual(['sum.total']);
  });

  it('and prices leave nothing to compare, but a total that fits is explained', () => {
    const articles = [boards, { articleDescription: 'As agreed' }];
    expect(explained({ articles, totalVat: 600, totalPrice: 3000 })).toMatchObject({
      findings: [],
      sums: { parts: [], expected: '3000.00', net: '2400.00', vat: '600.00', gross: '3000.00' },
    });
    expect(explained({ articles, totalVat: 313.75, totalPrice: 1568.75 }).sums?.parts).toHaveLength(2);
  });
});

describe('with little to add up', () => {
  it('the sums of an invoice without lines are its total', () => {
    expect(explained({ totalPrice: 1250, totalVat: 250 })).toMatchObject({
      findings: [],
      sums: { matches: true, parts: [], expected: '1250.00', net: '1000.00', vat: '250.00', gross: '1250.00' },
    });
  });

  it('an invoice without lines and total has no sums', () => {
    expect(explained({ totalVat: 250 })).toEqual({ sums: undefined, findings: [] });
    expect(explained({ articles: [] })).toEqual({ sums: undefined, findings: [] });
    expect(explained({ articles: [{ articleDescription: 'As agreed' }] })).toEqual({ sums: undefined, findings: [] });
  });

  it('an invoice without a total has sums, and its VAT is compared', () => {
    const { findings, sums } = explained({ articles: [boards], totalVat: 300 });
    expect(findings).toMatchObject([{ code: 'sum.vat' }]);
    expect(sums).toMatchObject({ expected: '1555.00', gross: '1555.00' });
    expect(sums).not.toHaveProperty('sent');
  });
});

describe('the decimals of the currency', () => {
  it('are none in yen', () => {
    const articles = [{ price: 105, quantity: 3, totalPrice: 315, vat: 10 }];
    expect(explained({ currency: 'JPY', articles, totalVat: 32, totalPrice: 347 })).toMatchObject({
      findings: [],
      sums: { gross: '347', net: '315' },
    });
    expect(codes({ currency: 'JPY', articles, totalVat: 31, totalPrice: 346 })).toEqual([]);
    expect(explained({ currency: 'JPY', articles, totalVat: 33, totalPrice: 348 }).findings).toMatchObject([
      { code: 'sum.vat', parameters: { expected: '32', sent: '33', difference: '1' } },
    ]);
  });

  it('are three in Kuwaiti dinars', () => {
    const articles = [{ price: 1.235, quantity: 3, totalPrice: 3.705 }];
    expect(explained({ currency: 'KWD', articles, totalPrice: 3.705 }).sums?.gross).toBe('3.705');
    expect(codes({ currency: 'KWD', articles: [{ ...articles[0], totalPrice: 3.71 }] })).toEqual(['sum.line']);
  });

  it('are two if the currency is unknown', () => {
    expect(explained({ currency: 'XXQ', totalPrice: 5 }).sums?.gross).toBe('5.00');
  });

  it('may be fewer than those of unrounded amounts, which still fit', () => {
    const articles = [
      { price: 0.12345, quantity: 1000, totalPrice: 123.45 },
      { price: 33.3333, quantity: 3, totalPrice: 99.9999, vat: 25 },
    ];
    expect(codes({ articles, totalPrice: 223.45 })).toEqual([]);
    expect(codes({ articles: [articles[1]], totalVat: 24.999975, totalPrice: 124.999875 })).toEqual([]);
    expect(codes({ articles: [articles[1]], totalVat: 25, totalPrice: 125 })).toEqual([]);
  });

  it('may be exceeded by amounts with the most decimals', () => {
    const most = { value: `0.${'0'.repeat(29)}1` };
    const large = { value: '999999999999999.99' };
    const line = { price: large, quantity: large, totalPrice: most, vat: most, discountPercentage: most };
    const { findings } = explained({ articles: [line], totalVat: large, totalPrice: { value: '-1.5' } });
    expect(findings.map(({ code }) => code)).toEqual(['sum.line', 'sum.total', 'sum.vat']);
    for (const { message } of findings) expect(message.length).toBeLessThan(300);
  });
});

it.each<[string, (at: number) => Fields]>([
  ['right', () => boards],
  ['wrong', (at) => ({ ...boards, price: 1.0001 + at, discountValue: 3, discountPercentage: 1.5 })],
  ['without totals', (at) => ({ price: 1.0001 + at, quantity: 3, discountValue: 3, vat: 25 })],
  ['of as many rates', (at) => ({ totalPrice: 10, vat: at / 200 })],
])('5,000 lines that are %s take time in proportion to their number', async (_, lineOf) => {
  const articles = Array.from({ length: 5_000 }, (_, at) => lineOf(at));
  await expectLinear(() => explained({ articles, invoiceFee: 12.5, freight: '25,50', totalVat: 1, totalPrice: 1 }));
});
