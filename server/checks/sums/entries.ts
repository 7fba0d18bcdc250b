import { divided, tenTo, unitsAt } from '../exact.ts';
import type { CheckedLine } from '../invoice.ts';
import { candidatesOf, scaleOf, type Candidate, type LineReading } from './line.ts';
import type { Precision } from './precision.ts';
import type { Entry } from './question.ts';

/** How lines without a total are read: one way for all of them. */
export interface Guess {
  price: 'unit' | 'line';
  discount: 'value' | 'valuePerUnit';
}

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

/** What each line adds: its total where it was sent, else what its price comes to. */
export function entriesOf(lines: readonly CheckedLine[], precision: Precision, guess: Guess): Entries {
  const entries: Entry[] = [];
  const computed: LineReading[] = [];
  let sum = 0n;
  let slack = 0n;
  let isOpen = false;
  let isCompared = true;
  for (const line of lines) {
    let entry: Entry;
    if (line.totalPrice !== undefined) entry = sentEntry(line, unitsAt(precision.scale, line.totalPrice), precision);
    else if (line.price === undefined) {
      isOpen = true;
      continue;
    } else {
      const scale = scaleOf(line, precision.scale);
      const candidate = guessed(candidatesOf(line, scale, precision.half * tenTo(scale - precision.scale)), guess);
      computed.push(candidate);
      entry = computedEntry(line, candidate, scale, precision);
    }
    entries.push(entry);
    sum += entry.amount;
    slack += entry.slack;
    isCompared &&= entry.vat !== undefined || entry.amount === 0n;
  }
  return { entries, sum, slack, isOpen, isCompared, computed };
}

/** A total with more decimals than the currency may have been rounded before it was added up. */
const sentEntry = (line: CheckedLine, amount: bigint, { minor, unit, half }: Precision): Entry => ({
  amount,
  slack: (line.totalPrice?.scale ?? 0) <= minor || amount % unit === 0n ? 0n : half,
  vat: line.vat,
});

function computedEntry(line: CheckedLine, candidate: Candidate, scale: number, precision: Precision): Entry {
  const finer = tenTo(scale - precision.scale);
  const unit = precision.unit * finer;
  const isWhole = candidate.amount % unit === 0n && candidate.base % unit === 0n;
  return {
    amount: divided(candidate.amount, finer),
    slack: isWhole ? 0n : precision.half * candidate.roundings + 1n,
    vat: line.vat,
  };
}

const guessed = (candidates: readonly Candidate[], guess: Guess): Candidate => {
  const priced = candidates.filter(({ price }) => price === 'either' || price === guess.price);
  return (priced.find(({ discount }) => discount === guess.discount) ?? priced[0]) as Candidate;
};

/** The ways to read lines without a total that are worth a try. */
export function guessesFor(lines: readonly CheckedLine[]): readonly Guess[] {
  const open = lines.filter(({ totalPrice, price }) => totalPrice === undefined && price !== undefined);
  const isCounted = open.some(({ quantity }) => quantity !== undefined);
  const isReduced = open.some(({ discountValue }) => discountValue !== undefined);
  const prices = isCounted ? (['unit', 'line'] as const) : (['unit'] as const);
  const discounts = isCounted && isReduced ? (['value', 'valuePerUnit'] as const) : (['value'] as const);
  return prices.flatMap((price) => discounts.map((discount) => ({ price, discount })));
}
