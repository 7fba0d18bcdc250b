import { absolute } from '../../../common/decimal.ts';
import { round } from './precision.ts';
import type { Question } from './question.ts';
import type { Reading } from './sums.ts';
import { isNearer } from './total.ts';
import type { VatKind, VatRange } from './vat.ts';

interface VatFit {
  fits: boolean;
  by: Reading['vat'];
  expected: bigint;
}

/** Cached by kind. Undefined if the lines' VAT cannot be of that kind. */
export type VatFits = Map<VatKind | undefined, VatFit | undefined>;

const anyVat: VatFit = { fits: true, by: 'none', expected: 0n };

/** By kind. */
export type KnownRanges = Map<VatKind, VatRange[]>;

/** A VAT of 0 always fits, because of reverse charge. */
export function fitVat(
  question: Question,
  kind: VatKind | undefined,
  vatFits: VatFits,
  ranges: KnownRanges,
): VatFit | undefined {
  if (question.vat === undefined || question.vat === 0n) return anyVat;
  if (!vatFits.has(kind))
    vatFits.set(
      kind,
      kind === undefined ? fitLaw(question, question.vat) : fitLines(ranges.get(kind) ?? [], question.vat),
    );
  return vatFits.get(kind);
}

function fitLines(ranges: readonly VatRange[], vat: bigint): VatFit | undefined {
  let best: VatFit | undefined;
  for (const [at, range] of ranges.entries()) {
    const { low, high, figure, by } = range;
    if (isIn(vat, range))
      return { fits: true, by: by === 'line' && isIn(vat, ranges[at + 1]) ? 'either' : by, expected: vat };
    const bound = vat < low ? low : high;
    const expected = by === 'line' ? bound : figure;
    if (best === undefined || isNearer(vat, expected, best.expected)) best = { fits: false, by, expected };
  }
  return best;
}

const isIn = (vat: bigint, range: VatRange | undefined) => range !== undefined && vat >= range.low && vat <= range.high;

/** If lines do not state their VAT, the highest lawful rate is the limit. */
function fitLaw(question: Question, vat: bigint): VatFit {
  if (!question.isHighest) return anyVat;
  const max = (taxedBy(question, vat) * question.standard) / 100n;
  return {
    fits: absolute(vat) <= absolute(max) + slackOf(question),
    by: 'none',
    expected: round(max, question.precision),
  };
}

/** Whether lines without a rate may include the VAT. A VAT above a fifth of the lines would mean a rate above 25 %. */
export function mayInclude(question: Question): boolean {
  const { vat, isHighest } = question;
  if (vat === undefined || !isHighest) return true;
  return 5n * absolute(vat) <= absolute(taxedBy(question, vat)) + 5n * slackOf(question);
}

/** Only lines with the sign of the VAT count, because rates may differ between lines. */
function taxedBy({ entries, fee, freight }: Question, vat: bigint): bigint {
  let taxed = 0n;
  for (const { amount } of entries) if (amount < 0n === vat < 0n) taxed += amount;
  if (fee < 0n === vat < 0n) taxed += fee;
  return freight < 0n === vat < 0n ? taxed + freight : taxed;
}

/** The VAT of each line, of the fee and of the freight may have been rounded. */
const slackOf = ({ slack, precision, entries }: Question) => slack + precision.half * BigInt(entries.length + 2);
