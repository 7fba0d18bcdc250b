import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../testing/properties.ts';
import { checkedOnArrival } from '../checked.testing.ts';
import { addsUp } from './adds-up.testing.ts';
import { amounts, changed, decimalsOf, freightOf } from './changed.testing.ts';
import { correctInvoice, correctInvoices, type Body } from './correct.testing.ts';
import { explainSums } from './explain.ts';
import { randomOf } from './random.testing.ts';

const seed = fc.integer({ min: 0, max: 10_000_000 });
const explained = (body: Body) => explainSums(checkedOnArrival({ ...body }));

it('an invoice that adds up in any reading has no finding', () => {
  fc.assert(
    fc.property(seed, (seed) => {
      const { findings, sums } = explained(correctInvoice(seed));
      expect(findings).toEqual([]);
      expect(sums?.matches).toBe(true);
    }),
    runs(800),
  );
});

it('the generated invoices cover every reading', () => {
  const readings = [...correctInvoices(500, 1)].map((body) => explained(body).sums?.reading);
  const seen = (key: keyof NonNullable<(typeof readings)[number]>) =>
    [...new Set(readings.map((reading) => String(reading?.[key])))].sort();
  expect(seen('price')).toEqual(['either', 'line', 'unit']);
  expect(seen('discount')).toEqual(['mixed', 'none', 'percentage', 'percentageAndValue', 'value', 'valuePerUnit']);
  expect(seen('vat')).toEqual(['either', 'line', 'none', 'sum']);
  expect(seen('lineVat')).toEqual(['amount', 'none', 'percentage']);
  for (const key of ['linesIncludeVat', 'totalIncludesVat', 'isRounded'] as const)
    expect(seen(key)).toEqual(['false', 'true']);
});

it('an amount changed by more than a rounding is a finding, unless the invoice still adds up in another reading', () => {
  const outcomes = { found: 0, stillAddsUp: 0 };
  const tried = runs(320);
  fc.assert(
    fc.property(seed, fc.constantFrom(...amounts), (seed, amount) => {
      const body = correctInvoice(seed);
      const wrong = changed(body, amount, decimalsOf(body), randomOf(seed + amount.length));
      fc.pre(wrong !== undefined);
      const isRight = addsUp(wrong, freightOf(wrong), decimalsOf(wrong));
      expect(explained(wrong).findings.length > 0).toBe(!isRight);
      outcomes[isRight ? 'stillAddsUp' : 'found']++;
    }),
    tried,
  );
  expect(outcomes.found).toBeGreaterThan(0.75 * tried.numRuns);
  expect(outcomes.stillAddsUp).toBeLessThan(0.125 * tried.numRuns);
});
