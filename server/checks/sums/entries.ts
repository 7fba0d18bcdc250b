import { divided, tenTo, unitsAt, type Decimal } from '../../../common/decimal.ts';
import type { CheckedLine } from '../invoice.ts';
import { candidatesOf, scaleOf, type Candidate, type LineReading } from './line.ts';
import { isPauseAt } from './pauses.ts';
import type { Precision } from './precision.ts';

/** What a line adds to the invoice, at the scale of the invoice's precision. */
export interface Entry {
  amount: bigint;
  /** By how much it may be off, where the line's own total was not sent to the last minor unit. */
  slack: bigint;
  /** What was sent as the line's VAT, be it a rate or an amount. */
  vat: Decimal | undefined;
}

/** How lines without a total are read: one way for all of them. */
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

/** What the lines of an invoice come to. */
export interface Entries {
  entries: readonly Entry[];
  sum: bigint;
  slack: bigint;
  /** Whether a line says nothing of its amount, so that the sum may lack something. */
  isOpen: boolean;
  /** Whether every line that comes to something says its VAT. */
  isCompared: boolean;
  /** How the lines without a total were read. */
  computed: readonly LineReading[];
}

/** What a line without a total comes to by one reading. */
interface Computed {
  entry: Entry;
  reading: Candidate;
}

/**
 * What each line adds: its total where it was sent, else what its price comes to. There is one answer for every way to read lines without
 * a total, and it is made when it is asked for. Undefined is a pause.
 */
export function* entriesOf(lines: readonly CheckedLine[], precision: Precision): Generator<Entries | undefined> {
  const computed: (readonly Computed[] | undefined)[] = [];
  for (const [at, line] of lines.entries()) {
    if (isPauseAt(at)) yield undefined;
    const isComputed = line.totalPrice === undefined && line.price !== undefined;
    computed.push(isComputed ? computedOf(line, precision) : undefined);
  }
  for (const guess of guesses) if (matters(guess, computed)) yield added(lines, precision, computed, guess);
}

/** Whether there is a line that this guess reads in another way than the first one does. */
const matters = ({ price, discount }: Guess, computed: readonly (readonly Computed[] | undefined)[]): boolean =>
  (price === 'unit' || computed.some((ways) => ways?.some(({ reading }) => reading.price === price))) &&
  (discount === 'value' || computed.some((ways) => ways?.some(({ reading }) => reading.discount === discount)));

function added(
  lines: readonly CheckedLine[],
  precision: Precision,
  computed: readonly (readonly Computed[] | undefined)[],
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

/** A total with more decimals than the currency may have been rounded before it was added up. */
function sentEntry(total: Decimal, vat: Decimal | undefined, { scale, minor, unit, half }: Precision): Entry {
  const amount = unitsAt(scale, total);
  return { amount, slack: total.scale <= minor || amount % unit === 0n ? 0n : half, vat };
}

function computedOf(line: CheckedLine, precision: Precision): readonly Computed[] {
  const scale = scaleOf(line, precision.scale);
  const finer = tenTo(scale - precision.scale);
  const unit = precision.unit * finer;
  return candidatesOf(line, scale, precision.half * finer).map((reading) => {
    const isWhole = reading.amount % unit === 0n && reading.base % unit === 0n;
    const slack = isWhole ? 0n : precision.half * reading.roundings + 1n;
    return { entry: { amount: divided(reading.amount, finer), slack, vat: line.vat }, reading };
  });
}

function guessed(ways: readonly Computed[] | undefined, guess: Guess): Computed | undefined {
  if (ways === undefined) return undefined;
  let first: Computed | undefined;
  for (const way of ways) {
    if (way.reading.price !== 'either' && way.reading.price !== guess.price) continue;
    if (way.reading.discount === guess.discount) return way;
    first ??= way;
  }
  return first;
}
