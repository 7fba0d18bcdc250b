import { absolute, tenTo, unitsAt, type Decimal } from '../../../common/decimal.ts';
import type { CheckedInvoice } from '../invoice.ts';
import {
  missesBeyond,
  freightOf,
  missOf,
  precisionOf,
  ratesOn,
  round,
  write,
  type LineMiss,
  type Misses,
  type Precision,
  type Question,
  type Style,
  type Sums,
} from './amounts.ts';
import { addTo, entriesOf, lineMisses, readingOf, readLines, type Entries } from './lines.ts';
import { type Answer, solve } from './solve.ts';
import { rawFinding, type RawFinding } from '../rule.ts';
import { usualSums } from './usual.ts';

function sumsOf(
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

function sumsOfTotal({ totalPrice, totalVat }: CheckedInvoice, precision: Precision): Sums | undefined {
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

function findingsOf({ lines, total, vat }: Misses): RawFinding[] {
  const findings = lineFindings(lines);
  if (total !== undefined) findings.push(rawFinding('sum.total', total.figures, 'totalPrice'));
  if (vat !== undefined) findings.push(rawFinding('sum.vat', vat.figures, 'totalVat'));
  return findings;
}

/** The last finding says how many more faulty lines there are. */
const maxLineFindings = 20;

const lineFindings = (misses: readonly LineMiss[]): RawFinding[] =>
  misses.slice(0, maxLineFindings).map(({ at, figures }, index) => {
    const isLast = index === maxLineFindings - 1 && misses.length > maxLineFindings;
    return rawFinding(
      'sum.line',
      { line: at + 1, ...figures, ...(isLast && { more: misses.length - maxLineFindings }) },
      `articles[${at}].totalPrice`,
    );
  });

interface SumsExplanation {
  sums: Sums | undefined;
  /** Undefined if everything fits. */
  misses?: Misses;
  /** Every miss, however small. */
  findings: RawFinding[];
}

/** A difference of exactly the tolerance is no finding. */
export const findingsBeyond = ({ misses, findings }: SumsExplanation, toleranceMinorUnits: number): RawFinding[] =>
  misses === undefined || toleranceMinorUnits === 0 ? findings : findingsOf(missesBeyond(misses, toleranceMinorUnits));

function explanation(sums: Sums | undefined, misses: Misses): SumsExplanation {
  const findings = findingsOf(misses);
  return findings.length === 0 ? { sums, findings } : { sums, misses, findings };
}

/**
 * Cached on the invoice, because both the rule and the page need it. A WeakMap would cost half as much as the
 * explanation.
 */
const cached = Symbol('explanation');
interface WithExplanation {
  [cached]?: SumsExplanation;
}

export function explainSums(invoice: CheckedInvoice & WithExplanation): SumsExplanation {
  if (invoice[cached] === undefined) {
    const sums = usualSums(invoice);
    if (sums !== undefined) return (invoice[cached] = { sums, findings: [] });
    for (const steps = explainInSteps(invoice); invoice[cached] === undefined;) steps.next();
  }
  return invoice[cached];
}

/** Yields for pauses, because 5,000 lines with thirty decimals take 250 ms. */
export function* explainInSteps(invoice: CheckedInvoice & WithExplanation): Generator<void> {
  invoice[cached] ??= yield* explain(invoice);
}

function* explain(invoice: CheckedInvoice): Generator<void, SumsExplanation> {
  if (invoice.lines.length === 0 && invoice.totalPrice === undefined) return { sums: undefined, findings: [] };
  const freight = freightOf(invoice.freight, invoice.currency);
  const precision = precisionOf(invoice, freight);
  const { style, faulty } = yield* readLines(invoice.lines, precision.minor);
  const { question, answer, entries } = yield* bestOf(invoice, freight, precision, style);
  const lines = yield* lineMisses(invoice.lines, faulty, precision.minor, answer.linesIncludeVat);
  // A line without an amount may explain the difference: show the sum only if it fits, and report nothing if it does
  // not.
  const isInDoubt = entries.isOpen && !isRight(answer);
  if (entries.entries.length === 0 || isInDoubt) return explanation(sumsOfTotal(invoice, precision), { lines });
  for (const reading of entries.computed) addTo(style, reading);
  const { total, vat } = question;
  return explanation(sumsOf(question, answer, entries, style, precision), {
    lines,
    total: answer.total.fits || total === undefined ? undefined : missOf(total, answer.total.expected, precision),
    vat: answer.expectedVat === undefined || vat === undefined ? undefined : missOf(vat, answer.expectedVat, precision),
  });
}

const none: Decimal = { units: 0n, scale: 0 };

function questionOf(
  invoice: CheckedInvoice,
  freightSent: Decimal | undefined,
  precision: Precision,
  { entries, sum, slack, isCompared }: Entries,
  style: Style,
): Question {
  const { scale, half } = precision;
  const { invoiceFee = none, centRoundoff = none, totalVat, totalPrice, currency, invoiceDay } = invoice;
  const fee = unitsAt(scale, invoiceFee);
  const freight = unitsAt(scale, freightSent ?? none);
  const roundoff = unitsAt(scale, centRoundoff);
  // A roundoff is at most half a unit of the currency.
  const isUsed = roundoff !== 0n && 2n * absolute(roundoff) <= tenTo(scale);
  const isRateNeeded = fee !== 0n || freight !== 0n || !isCompared;
  return {
    precision,
    entries,
    fee,
    freight,
    rest: sum + fee + freight,
    slack: slack + half,
    roundoffs: isUsed ? [roundoff, -roundoff] : [0n],
    mayRound: roundoff === 0n,
    vat: totalVat && unitsAt(scale, totalVat),
    total: totalPrice && unitsAt(scale, totalPrice),
    standard: isRateNeeded ? BigInt(ratesOn(invoiceDay ?? '')[0].percent) : 0n,
    isHighest: currency === undefined || currency === 'SEK',
    isCompared,
    isIncluded: style.includesVat,
  };
}

interface Solution {
  question: Question;
  answer: Answer;
  entries: Entries;
}

/**
 * Returns the first reading of lines without a total in which everything fits, or else the one nearest to the total.
 */
function* bestOf(
  invoice: CheckedInvoice,
  freight: Decimal | undefined,
  precision: Precision,
  style: Style,
): Generator<void, Solution> {
  let best: Solution | undefined;
  for (const entries of entriesOf(invoice.lines, precision)) {
    yield;
    if (entries === undefined) continue;
    const question = questionOf(invoice, freight, precision, entries, style);
    const solved = { question, answer: yield* solve(question), entries };
    if (isRight(solved.answer)) return solved;
    if (best === undefined || distanceOf(solved) < distanceOf(best)) best = solved;
  }
  return best as Solution;
}

const isRight = ({ total, expectedVat }: Answer) => total.fits && expectedVat === undefined;

const distanceOf = ({ question: { total = 0n, vat = 0n }, answer }: Solution) =>
  absolute(total - answer.total.expected) + absolute(vat - (answer.expectedVat ?? vat));
