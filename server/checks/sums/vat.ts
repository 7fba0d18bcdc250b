import { absolute, tenTo, divided, unitsAt } from '../../../common/decimal.ts';
import { isPauseAt, round, type Question, type Reading } from './amounts.ts';

export interface TotalFit {
  fits: boolean;
  vat: bigint;
  roundoff: bigint;
  isRounded: boolean;
  expected: bigint;
}

/**
 * Fits the total with a VAT from `low` to `high`, or finds the nearest fit. `figure` is the VAT to show if the total
 * does not determine it. A missing total always fits.
 */
export function fitTotal(question: Question, low: bigint, high: bigint, figure: bigint, mayRound: boolean): TotalFit {
  const { rest, slack, roundoffs, precision, total } = question;
  let nearest: TotalFit | undefined;
  for (const roundoff of roundoffs) {
    const left = total === undefined ? figure : total - rest - roundoff;
    const fits = left >= low - slack && left <= high + slack;
    const vat = fits && left >= low && left <= high ? left : figure;
    const fit = { fits, vat, roundoff, isRounded: false, expected: rest + roundoff + vat };
    if (fits) return fit;
    if (nearest === undefined || isNearer(total, fit.expected, nearest.expected)) nearest = fit;
  }
  if (mayRound && total !== undefined && total % tenTo(precision.scale) === 0n) {
    const left = total - rest;
    const off = slack + tenTo(precision.scale) / 2n;
    if (left >= low - off && left <= high + off)
      return { fits: true, vat: figure, roundoff: left - figure, isRounded: true, expected: total };
  }
  return nearest as TotalFit;
}

export const isNearer = (sent: bigint | undefined, first: bigint, second: bigint): boolean =>
  absolute((sent ?? 0n) - first) < absolute((sent ?? 0n) - second);

export interface VatKind {
  lineVat: 'percentage' | 'amount';
  included: boolean;
}

/** `figure` is the VAT to show. */
interface VatRange {
  low: bigint;
  high: bigint;
  figure: bigint;
  by: 'line' | 'sum';
}

/** Without the VAT of fee and freight. */
interface Basis {
  /** Each line's VAT is rounded. `low` and `high` differ if a half may be rounded either way. */
  low: bigint;
  high: bigint;
  /** The unrounded VAT on the sum of each rate. */
  exact: bigint;
  /** The tolerance of `exact`, without the rounding of each rate. */
  slack: bigint;
  rates: ReadonlyMap<bigint, unknown>;
  /** 100 per cent, at the scale of the rates. */
  hundred: bigint;
  highest: bigint;
}

/** Rounds to a minor unit. A half may be rounded either way. */
function rounded(numerator: bigint, denominator: bigint): { low: bigint; high: bigint } {
  const whole = numerator / denominator;
  const left = numerator - whole * denominator;
  if (left === 0n) return { low: whole, high: whole };
  const twice = 2n * left;
  return {
    low: whole + (twice > denominator ? 1n : twice <= -denominator ? -1n : 0n),
    high: whole + (twice >= denominator ? 1n : twice < -denominator ? -1n : 0n),
  };
}

/** Undefined if a line's `vat` cannot be a percentage. */
function* byPercentage(
  { entries, precision: { unit } }: Question,
  included: boolean,
): Generator<void, Basis | undefined> {
  let rateScale = 0;
  for (const { vat } of entries) if (vat !== undefined && vat.scale > rateScale) rateScale = vat.scale;
  const hundred = tenTo(rateScale + 2);
  let low = 0n;
  let high = 0n;
  let highest = 0n;
  const rates = new Map<bigint, { amount: bigint; slack: bigint }>();
  for (const [at, { amount, slack, vat }] of entries.entries()) {
    if (isPauseAt(at)) yield;
    if (vat === undefined || vat.units === 0n) continue;
    const rate = unitsAt(rateScale, vat);
    if (rate < 0n || rate > hundred) return undefined;
    if (rate > highest) highest = rate;
    const denominator = (included ? hundred + rate : hundred) * unit;
    const vatOf = rounded(amount * rate, denominator);
    low += slack === 0n ? vatOf.low : rounded((amount - slack) * rate, denominator).low;
    high += slack === 0n ? vatOf.high : rounded((amount + slack) * rate, denominator).high;
    const added = rates.get(rate);
    if (added === undefined) rates.set(rate, { amount, slack });
    else {
      added.amount += amount;
      added.slack += slack;
    }
  }
  let exact = 0n;
  let slack = 0n;
  for (const [rate, added] of rates) {
    const denominator = included ? hundred + rate : hundred;
    exact += divided(added.amount * rate, denominator);
    slack += (added.slack * rate) / denominator + 1n;
  }
  return { low: low * unit, high: high * unit, exact, slack, rates, hundred, highest };
}

/** An amount with more decimals than the currency may have been rounded before the addition. */
function* byAmount({ entries, precision, fee, freight }: Question, included: boolean): Generator<void, Basis> {
  const { unit, scale, minor } = precision;
  let low = 0n;
  let high = 0n;
  let exact = 0n;
  let highest = 0n;
  // Fee and freight may have the rate of a line. It is computed to the nearest per cent, unless the line's VAT is tiny.
  const isRateUnused = fee === 0n && freight === 0n;
  for (const [at, { amount, vat }] of entries.entries()) {
    if (isPauseAt(at)) yield;
    if (vat === undefined || vat.units === 0n) continue;
    const units = unitsAt(scale, vat);
    exact += units;
    if (vat.scale <= minor) {
      low += units;
      high += units;
    } else {
      const next = rounded(units, unit);
      low += next.low * unit;
      high += next.high * unit;
    }
    if (isRateUnused || absolute(units) < 50n * unit) continue;
    const percent = percentOf(units, included ? amount - units : amount);
    if (percent > highest) highest = percent;
  }
  return { low, high, exact, slack: 0n, rates: oneRate, hundred: 100n, highest };
}

const percentOf = (vat: bigint, taxed: bigint): bigint =>
  taxed === 0n ? 0n : divided(absolute(100n * vat), absolute(taxed));

/** VAT amounts are rounded once, as if they had one rate. */
const oneRate: ReadonlyMap<bigint, unknown> = new Map([[-1n, undefined]]);

interface Extra {
  low: bigint;
  high: bigint;
  exact: bigint;
  rate: bigint;
  /** No line has this rate, so its sum is rounded separately. */
  isAlone: boolean;
}

const untaxed: Extra = { low: 0n, high: 0n, exact: 0n, rate: 0n, isAlone: false };
const onlyUntaxed: readonly Extra[] = [untaxed];

/** Fee and freight may each be untaxed, or taxed at the standard rate or at the highest of the lines. */
function extrasOf(
  amount: bigint,
  basis: Basis,
  { standard, precision }: Question,
  included: boolean,
): readonly Extra[] {
  if (amount === 0n) return onlyUntaxed;
  const { hundred, highest } = basis;
  const rate = (standard * hundred) / 100n;
  const extras = [untaxed, extraOf(amount, rate, basis, precision.unit, included)];
  if (highest !== rate && highest !== 0n) extras.push(extraOf(amount, highest, basis, precision.unit, included));
  return extras;
}

function extraOf(amount: bigint, rate: bigint, { hundred, rates }: Basis, unit: bigint, included: boolean): Extra {
  const denominator = included ? hundred + rate : hundred;
  const { low, high } = rounded(amount * rate, denominator * unit);
  const exact = divided(amount * rate, denominator);
  return { low: low * unit, high: high * unit, exact, rate, isAlone: !rates.has(rate) };
}

/** In the order of trial. Empty if the lines' VAT cannot be of this kind. Yields for pauses. */
export function* vatRanges(question: Question, { lineVat, included }: VatKind): Generator<void, VatRange[]> {
  const basis = yield* (lineVat === 'percentage' ? byPercentage : byAmount)(question, included);
  if (basis === undefined) return [];
  const { unit, half } = question.precision;
  const ranges: VatRange[] = [];
  for (const fee of extrasOf(question.fee, basis, question, included))
    for (const freight of extrasOf(question.freight, basis, question, included)) {
      const low = basis.low + fee.low + freight.low;
      const high = basis.high + fee.high + freight.high;
      ranges.push({ low, high, figure: low < 0n ? low : high, by: 'line' });
      const exact = basis.exact + fee.exact + freight.exact;
      const alone = Number(fee.isAlone) + Number(freight.isAlone && freight.rate !== fee.rate);
      const slack = basis.slack + half * BigInt(basis.rates.size + alone);
      ranges.push({ low: exact - slack, high: exact + slack, figure: divided(exact, unit) * unit, by: 'sum' });
    }
  return ranges;
}

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
