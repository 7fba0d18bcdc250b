import { unitsAt } from '../../../common/decimal.ts';
import type { CheckedInvoice } from '../invoice.ts';
import type { Entries } from './entries.ts';
import { round, write, type Precision } from './precision.ts';
import { readingOf, type Style } from './lines.ts';
import type { Question } from './question.ts';
import type { Answer } from './solve.ts';
import type { Sums } from './sums.ts';

export function sumsOf(
  { total, fee, freight }: Question,
  answer: Answer,
  { sum }: Entries,
  style: Style,
  precision: Precision,
): Sums {
  const { vat, roundoff, isRounded } = answer.total;
  const expected = round(answer.total.expected, precision);
  const paid = total ?? expected;
  const gross = answer.totalIncludesVat ? paid : paid + answer.vat;
  const parts: Sums['parts'] = [{ what: 'lines', amount: write(sum, precision) }];
  if (fee !== 0n) parts.push({ what: 'fee', amount: write(fee, precision) });
  if (freight !== 0n) parts.push({ what: 'freight', amount: write(freight, precision) });
  if (vat !== 0n) parts.push({ what: 'vat', amount: write(vat, precision) });
  if (roundoff !== 0n) parts.push({ what: 'roundoff', amount: write(roundoff, precision) });
  const { price, discount } = readingOf(style);
  const sums: Sums = {
    matches: answer.total.fits,
    reading: {
      price,
      discount,
      vat: answer.by,
      lineVat: answer.kind?.lineVat ?? 'none',
      linesIncludeVat: answer.linesIncludeVat,
      totalIncludesVat: answer.totalIncludesVat,
      isRounded,
    },
    parts,
    expected: write(expected, precision),
    net: write(gross - answer.vat, precision),
    vat: write(answer.vat, precision),
    gross: write(gross, precision),
  };
  if (total !== undefined) {
    sums.sent = write(total, precision);
    sums.difference = write(total - expected, precision);
  }
  return sums;
}

export function sumsOfTotal({ totalPrice, totalVat }: CheckedInvoice, precision: Precision): Sums | undefined {
  if (totalPrice === undefined) return undefined;
  const total = unitsAt(precision.scale, totalPrice);
  const vat = totalVat === undefined ? 0n : unitsAt(precision.scale, totalVat);
  const sent = write(total, precision);
  return {
    matches: true,
    reading: {
      price: 'either',
      discount: 'none',
      vat: 'none',
      lineVat: 'none',
      linesIncludeVat: false,
      totalIncludesVat: true,
      isRounded: false,
    },
    parts: [],
    expected: sent,
    sent,
    difference: write(0n, precision),
    net: write(total - vat, precision),
    vat: write(vat, precision),
    gross: sent,
  };
}
