import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLongRun } from '../../testing/long.ts';
import { runs } from '../../testing/properties.ts';
import { boards, invoice, type Fields } from './explain.testing.ts';
import { explainInSteps, explainSums } from './explain.ts';
import { randomOf } from './random.testing.ts';
import { usualSums } from './usual.ts';

/** Explaining in steps always uses the solver, never the fast path. */
function solved(fields: Fields) {
  const checked = invoice(fields);
  for (const _ of explainInSteps(checked));
  return explainSums(checked);
}

/** Adds up, or is off by about a hundredth. Small amounts make roundings matter and readings coincide. */
function nearlyRight(seed: number): Fields {
  const random = randomOf(seed);
  const off = (most: number) => (random.chance(5) ? random.whole(-most, most) : 0);
  const sign = random.chance(10) ? -1 : 1;
  const rates = random.pick([
    [25],
    [25, 12],
    [12],
    [25, 12, 6, 0],
    [7, 19],
    [0],
    [5.5, 25],
    [100, 101],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  ]);
  const isByLine = random.chance(50);
  const taxed = new Map<number, number>();
  let [sum, vat] = [0, 0];
  const add = (amount: number, rate: number) => {
    sum += amount;
    if (isByLine) vat += Math.round((amount * rate) / 100);
    else taxed.set(rate, (taxed.get(rate) ?? 0) + amount);
  };
  const articles = Array.from({ length: random.pick([1, 2, 3, 8]) }, () => {
    const price = sign * random.whole(0, random.pick([50, 2_000, 1_000_000]));
    const quantity = random.pick([undefined, 100, random.whole(2, 9) * 100, random.whole(1, 300), -100]);
    const base = (price * (quantity ?? 100)) / 100;
    const percentage = random.pick([undefined, 0, 4, 12.5, random.whole(1, 99)]);
    const share = (base * (percentage ?? 0)) / 100;
    const value = random.pick([undefined, Math.round(share) + off(2), percentage ? undefined : random.whole(0, 40)]);
    const total = Math.round(base - (percentage ? share : (value ?? 0))) + off(1);
    const rate = random.pick(rates);
    add(total, rate);
    return {
      price: price / 100,
      quantity: quantity === undefined ? undefined : quantity / 100,
      discountPercentage: percentage,
      discountValue: value === undefined ? undefined : value / 100,
      totalPrice: total / 100,
      vat: rate,
    };
  });
  const [fee, freight] = [sign * random.whole(0, 60), sign * random.whole(0, 60)];
  add(fee, random.pick([0, 25, 25, ...rates]));
  add(freight, random.pick([0, 25, 25, ...rates]));
  for (const [rate, amount] of taxed) vat += Math.round((amount * rate) / 100);
  vat += off(2);
  const roundoff = random.pick([0, 25, -50, 51]);
  return {
    articles,
    totalVat: vat / 100,
    totalPrice: (sum + vat + random.pick([roundoff, -roundoff]) + off(1)) / 100,
    centRoundoff: roundoff / 100,
    invoiceFee: fee / 100,
    freight: (freight / 100).toFixed(2),
    invoiceDay: '2026-04-01',
    currency: random.pick(['SEK', 'SEK', 'EUR', 'EUR', 'JPY', 'KWD']),
  };
}

it('the fast path finds the same sums as the solver', () => {
  const count = isLongRun ? 100_000 : 2_000;
  const seen = { usual: 0, readings: new Set<string>() };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const fields = nearlyRight(seed);
      const sums = usualSums(invoice(fields));
      if (sums === undefined) return;
      expect({ sums, findings: [] }).toEqual(solved(fields));
      seen.usual++;
      seen.readings.add(`${sums.reading.discount} ${sums.reading.vat}`);
    }),
    { ...runs(count), numRuns: count },
  );
  expect(seen.usual).toBeGreaterThan(0.1 * count);
  expect(seen.readings.size).toBe(15);
});

it('the VAT of each of many rates may be rounded', () => {
  const articles = Array.from({ length: 10 }, (_, at) => ({ totalPrice: at === 0 ? 1.99 : 1, vat: at + 1 }));
  const fields = { articles, totalVat: 0.61, totalPrice: 11.6 };
  expect(usualSums(invoice(fields))?.reading.vat).toBe('sum');
  expect(solved(fields).sums?.reading.vat).toBe('sum');
});

const whole: Fields = { articles: [boards, boards], totalVat: 627.5, totalPrice: 3137.5 };

it.each<[string, Fields]>([
  ['an amount that is not exact as a float', { ...whole, totalPrice: { value: '3137.500000000000000001' } }],
  ['an amount of a billion', { articles: [{ totalPrice: 1e9, vat: 25 }], totalVat: 2.5e8, totalPrice: 1.25e9 }],
  [
    'more than 250 lines',
    {
      articles: Array.from({ length: 251 }, () => ({ totalPrice: 1, vat: 0 })),
      invoiceFee: 4,
      totalVat: 1,
      totalPrice: 256,
    },
  ],
  ['a total that includes no VAT', { ...whole, totalPrice: 2510 }],
])('%s is left to the solver', (_, fields) => {
  expect(usualSums(invoice(whole))).toEqual(explainSums(invoice(whole)).sums);
  expect(usualSums(invoice(fields))).toBeUndefined();
});
