import { divided, tenTo, unitsAt, type Decimal, absolute } from '../../../common/decimal.ts';
import type { CheckedLine, CheckedInvoice } from '../invoice.ts';
import { candidatesOf, scaleOf, type Candidate, type LineReading, isPauseAt, type Style } from './lines.ts';
import { type Precision, ratesOn } from './amounts.ts';

/** Amounts are at the scale of the invoice's precision. */
interface Entry {
  amount: bigint;
  /** The tolerance if the line's total has more decimals than the currency. */
  slack: bigint;
  /** A rate or an amount, as sent. */
  vat: Decimal | undefined;
}

interface Guess {
  price: 'unit' | 'line';
  discount: 'value' | 'valuePerUnit';
}

const guesses: readonly Guess[] = [
  { price: 'unit', discount: 'value' },
  { price: 'unit', discount: 'valuePerUnit' },
  { price: 'line', discount: 'value' },
  { price: 'line', discount: 'valuePerUnit' },
];

export interface Entries {
  entries: readonly Entry[];
  sum: bigint;
  slack: bigint;
  /** A line has no amount, so the sum may be incomplete. */
  isOpen: boolean;
  /** Whether every line with an amount states its VAT. */
  isCompared: boolean;
  computed: readonly LineReading[];
}

interface ComputedEntry {
  entry: Entry;
  reading: Candidate;
}

/**
 * Adds up the lines by their totals, or by their prices if they have no total. Lazily yields one result for every way
 * to read lines without a total, and undefined for a pause.
 */
export function* entriesOf(lines: readonly CheckedLine[], precision: Precision): Generator<Entries | undefined> {
  const computed: (readonly ComputedEntry[] | undefined)[] = [];
  for (const [at, line] of lines.entries()) {
    if (isPauseAt(at)) yield undefined;
    const isComputed = line.totalPrice === undefined && line.price !== undefined;
    computed.push(isComputed ? computedOf(line, precision) : undefined);
  }
  for (const guess of guesses) if (matters(guess, computed)) yield added(lines, precision, computed, guess);
}

/** A guess matters only if some line can be read that way. */
const matters = ({ price, discount }: Guess, computed: readonly (readonly ComputedEntry[] | undefined)[]): boolean =>
  (price === 'unit' || computed.some((readings) => readings?.some(({ reading }) => reading.price === price))) &&
  (discount === 'value' || computed.some((readings) => readings?.some(({ reading }) => reading.discount === discount)));

function added(
  lines: readonly CheckedLine[],
  precision: Precision,
  computed: readonly (readonly ComputedEntry[] | undefined)[],
  guess: Guess,
): Entries {
  const entries: Entry[] = [];
  const readings: LineReading[] = [];
  let sum = 0n;
  let slack = 0n;
  let isOpen = false;
  let isCompared = true;
  for (const [at, { totalPrice, vat }] of lines.entries()) {
    const chosen = guessed(computed[at], guess);
    if (chosen !== undefined) readings.push(chosen.reading);
    const entry = totalPrice === undefined ? chosen?.entry : sentEntry(totalPrice, vat, precision);
    if (entry === undefined) {
      isOpen = true;
      continue;
    }
    entries.push(entry);
    sum += entry.amount;
    slack += entry.slack;
    isCompared &&= entry.vat !== undefined || entry.amount === 0n;
  }
  return { entries, sum, slack, isOpen, isCompared, computed: readings };
}

/** A total with more decimals than the currency may have been rounded before the addition. */
function sentEntry(total: Decimal, vat: Decimal | undefined, { scale, minor, unit, half }: Precision): Entry {
  const amount = unitsAt(scale, total);
  return { amount, slack: total.scale <= minor || amount % unit === 0n ? 0n : half, vat };
}

function computedOf(line: CheckedLine, precision: Precision): readonly ComputedEntry[] {
  const scale = scaleOf(line, precision.scale);
  const finer = tenTo(scale - precision.scale);
  const unit = precision.unit * finer;
  return candidatesOf(line, scale, precision.half * finer).map((reading) => {
    const isWhole = reading.amount % unit === 0n && reading.base % unit === 0n;
    const slack = isWhole ? 0n : precision.half * reading.roundings + 1n;
    return { entry: { amount: divided(reading.amount, finer), slack, vat: line.vat }, reading };
  });
}

function guessed(readings: readonly ComputedEntry[] | undefined, guess: Guess): ComputedEntry | undefined {
  if (readings === undefined) return undefined;
  let first: ComputedEntry | undefined;
  for (const one of readings) {
    if (one.reading.price !== 'either' && one.reading.price !== guess.price) continue;
    if (one.reading.discount === guess.discount) return one;
    first ??= one;
  }
  return first;
}

/** Amounts are at the scale of the precision. */
export interface Question {
  precision: Precision;
  entries: readonly Entry[];
  fee: bigint;
  freight: bigint;
  /** Lines, fee and freight together. */
  rest: bigint;
  /** The tolerance of `rest` and of the rounding of the total. */
  slack: bigint;
  /** In the order of trial: the sent cent roundoff, then with the other sign; 0 if none was sent. */
  roundoffs: readonly bigint[];
  /** The total may have been rounded to whole units without a roundoff. */
  mayRound: boolean;
  vat: bigint | undefined;
  total: bigint | undefined;
  /** In per cent. */
  standard: bigint;
  /** No higher rate is lawful. */
  isHighest: boolean;
  /** Every line with an amount states its VAT. */
  isCompared: boolean;
  /** The total of some line includes VAT. */
  isIncluded: boolean;
}

const none: Decimal = { units: 0n, scale: 0 };

export function questionOf(
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
