import { dayOf } from '../dates.ts';
import { absolute, tenTo, unitsAt, type Exact } from '../exact.ts';
import type { CheckedInvoice } from '../invoice.ts';
import { found, type Found } from '../rule.ts';
import { entriesOf, type Entries } from './entries.ts';
import { figures, round, write } from './figures.ts';
import { freightOf } from './freight.ts';
import { addTo, readingOf, readLines, toldOf, type Style } from './lines.ts';
import { precisionOf, type Precision } from './precision.ts';
import { ratesOn } from './rates.ts';
import type { Question } from './question.ts';
import { solve, type Answer } from './solve.ts';
import type { Sums } from './sums.ts';

export interface Explained {
  /** Undefined where there is nothing to add up. */
  sums: Sums | undefined;
  found: Found[];
}

/** Whoever stores the invoice asks after the rule has asked. */
const explained = new WeakMap<CheckedInvoice, Explained>();

/** How the sums of an invoice are read, and what in them fits no reading. */
export function explainSums(invoice: CheckedInvoice): Explained {
  let answer = explained.get(invoice);
  if (answer === undefined) explained.set(invoice, (answer = explain(invoice)));
  return answer;
}

function explain(invoice: CheckedInvoice): Explained {
  if (invoice.lines.length === 0 && invoice.totalPrice === undefined) return { sums: undefined, found: [] };
  const freight = freightOf(invoice.freight, invoice.currency);
  const precision = precisionOf(invoice, freight);
  const { style, faulty } = readLines(invoice.lines, precision.minor);
  const { question, answer, entries } = bestOf(invoice, freight, precision, style);
  const found = toldOf(invoice.lines, faulty, precision.minor, answer.linesIncludeVat);
  // What a line does not say may be what is missing: then a sum that fits is explained, and no other is a finding.
  const isInDoubt = entries.isOpen && !isRight(answer);
  if (entries.entries.length === 0 || isInDoubt) return { sums: unadded(invoice, precision), found };
  for (const reading of entries.computed) addTo(style, reading);
  found.push(...misses(question, answer, precision));
  return { sums: sumsOf(question, answer, entries, style, precision), found };
}

interface Solved {
  question: Question;
  answer: Answer;
  entries: Entries;
}

/** The first way to read lines without a total by which everything fits, or else the one that comes nearest to the total. */
function bestOf(invoice: CheckedInvoice, freight: Exact | undefined, precision: Precision, style: Style): Solved {
  let best: Solved | undefined;
  for (const entries of entriesOf(invoice.lines, precision)) {
    const question = questionOf(invoice, freight, precision, entries, style);
    const solved = { question, answer: solve(question), entries };
    if (isRight(solved.answer)) return solved;
    if (best === undefined || distanceOf(solved) < distanceOf(best)) best = solved;
  }
  return best as Solved;
}

const isRight = ({ total, expectedVat }: Answer) => total.fits && expectedVat === undefined;

const distanceOf = ({ question: { total = 0n, vat = 0n }, answer }: Solved) =>
  absolute(total - answer.total.expected) + absolute(vat - (answer.expectedVat ?? vat));

function questionOf(
  invoice: CheckedInvoice,
  freightSent: Exact | undefined,
  precision: Precision,
  { entries, sum, slack, isCompared }: Entries,
  style: Style,
): Question {
  const { scale, half } = precision;
  const { invoiceFee = none, centRoundoff = none, totalVat, totalPrice, currency, invoiceDate } = invoice;
  const fee = unitsAt(scale, invoiceFee);
  const freight = unitsAt(scale, freightSent ?? none);
  const roundoff = unitsAt(scale, centRoundoff);
  // More than half a unit of the currency is no roundoff.
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
    standard: isRateNeeded ? BigInt(ratesOn(invoiceDate === undefined ? '' : dayOf(invoiceDate))[0].percent) : 0n,
    isHighest: currency === undefined || currency === 'SEK',
    isCompared,
    isIncluded: style.includesVat,
  };
}

const none: Exact = { units: 0n, scale: 0 };

function misses({ total, vat }: Question, answer: Answer, precision: Precision): Found[] {
  const misses: Found[] = [];
  if (!answer.total.fits && total !== undefined)
    misses.push(found('sum.total', figures(total, answer.total.expected, precision), 'totalPrice'));
  if (answer.expectedVat !== undefined && vat !== undefined)
    misses.push(found('sum.vat', figures(vat, answer.expectedVat, precision), 'totalVat'));
  return misses;
}

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

/** Of an invoice whose lines cannot be added up: its total, taken as it stands. */
function unadded({ totalPrice, totalVat }: CheckedInvoice, precision: Precision): Sums | undefined {
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
