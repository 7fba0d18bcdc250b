import { absolute, divided, tenTo, unitsAt, type Decimal } from '../../../common/decimal.ts';
import type { CheckedLine } from '../invoice.ts';
import {
  isPauseAt,
  missOf,
  precisionAt,
  type Entry,
  type LineMiss,
  type Precision,
  type Reading,
  type Style,
} from './amounts.ts';

/** `price` is `either` for a quantity of one, because a price per unit and a price per line are then the same. */
export interface LineReading {
  price: Reading['price'];
  discount: Reading['discount'];
  /** The total includes VAT, although the price does not. */
  includesVat: boolean;
}

/** Without added VAT. */
export interface Candidate extends LineReading {
  amount: bigint;
  /** The number of times that the amount may have been rounded. */
  roundings: bigint;
  /** Before the discount. */
  base: bigint;
}

const one: Decimal = { units: 1n, scale: 0 };
const isNonZero = (amount: Decimal | undefined): amount is Decimal => amount !== undefined && amount.units !== 0n;
const isOne = (quantity: Decimal) => quantity.units === tenTo(quantity.scale);

const asUnits: LineReading = { price: 'unit', discount: 'none', includesVat: false };
const asOne: LineReading = { price: 'either', discount: 'none', includesVat: false };

/** A scale at which every possible amount of a line is a whole number. */
export function scaleOf(line: CheckedLine, minScale: number): number {
  const { price = one, quantity = one, discountValue, discountPercentage, vat } = line;
  return (
    Math.max(
      minScale,
      price.scale + quantity.scale,
      isNonZero(discountValue) ? discountValue.scale + quantity.scale : 0,
    ) +
    (isNonZero(discountPercentage) ? discountPercentage.scale + 2 : 0) +
    (isNonZero(vat) ? vat.scale + 2 : 0)
  );
}

/**
 * Collects the possible amounts of a line in the order of trial. With `sent`, the search ends at the first one that
 * fits.
 */
interface Search {
  scale: number;
  half: bigint;
  sent?: bigint;
  candidates: Candidate[];
}

export function candidatesOf(line: CheckedLine, scale: number, half: bigint): readonly Candidate[] {
  const search: Search = { scale, half, candidates: [] };
  tryAll(search, line);
  return search.candidates;
}

/** If one fits, it is the last candidate. */
function tryAll(search: Search, line: CheckedLine): boolean {
  const { price = one, quantity = one } = line;
  const unit = price.units * quantity.units * tenTo(search.scale - price.scale - quantity.scale);
  if (isOne(quantity)) return tryDiscounts(search, line, unit, 'either');
  return tryDiscounts(search, line, unit, 'unit') || tryDiscounts(search, line, unitsAt(search.scale, price), 'line');
}

function tryOne(
  { candidates, sent, half }: Search,
  base: bigint,
  off: bigint,
  price: Reading['price'],
  discount: Reading['discount'],
  roundings: bigint,
): boolean {
  const amount = base - off;
  candidates.push({ amount, base, roundings, price, discount, includesVat: false });
  return sent !== undefined && (sent === amount || absolute(sent - amount) <= half * roundings);
}

/** A discount takes the sign of the base: it makes a line smaller, also on a credit note with negative amounts. */
const signed = (base: bigint, amount: bigint) => (base < 0n ? -absolute(amount) : absolute(amount));

const share = (base: bigint, percentage: Decimal) =>
  signed(base, (base * percentage.units) / tenTo(percentage.scale + 2));

function tryDiscounts(search: Search, line: CheckedLine, base: bigint, price: Reading['price']): boolean {
  const { discountPercentage: percentage, discountValue, quantity = one } = line;
  if (!isNonZero(discountValue))
    return isNonZero(percentage)
      ? tryOne(search, base, share(base, percentage), price, 'percentage', 2n)
      : tryOne(search, base, 0n, price, 'none', 1n);
  const value = signed(base, unitsAt(search.scale, discountValue));
  const units = discountValue.units * quantity.units * tenTo(search.scale - discountValue.scale - quantity.scale);
  const perUnit = signed(base, units);
  if (isNonZero(percentage)) return tryBoth(search, base, value, perUnit, percentage, quantity, price);
  return (
    tryOne(search, base, value, price, 'value', 1n) ||
    (perUnit !== value && tryOne(search, base, perUnit, price, 'valuePerUnit', 1n))
  );
}

/** A percentage and a value may be the same discount, or two discounts. */
function tryBoth(
  search: Search,
  base: bigint,
  value: bigint,
  perUnit: bigint,
  percentage: Decimal,
  quantity: Decimal,
  price: Reading['price'],
): boolean {
  const off = share(base, percentage);
  const twice = 2n * search.half;
  const isSame = absolute(value - off) <= twice;
  const each = (search.half * absolute(quantity.units)) / tenTo(quantity.scale);
  const isSameDiscount = isSame || absolute(perUnit - off) <= twice + each;
  return (
    (isSameDiscount && tryOne(search, base, off, price, 'percentageAndValue', 2n)) ||
    (isSame && tryOne(search, base, value, price, 'percentageAndValue', 2n)) ||
    tryOne(search, base, off + value, price, 'percentageAndValue', 2n) ||
    tryOne(search, base, value + share(base - value, percentage), price, 'percentageAndValue', 2n) ||
    (perUnit !== value && tryOne(search, base, off + perUnit, price, 'percentageAndValue', 2n))
  );
}

function withVat(vat: Decimal | undefined, { amount, roundings }: Candidate, scale: number, half: bigint) {
  if (!isNonZero(vat)) return [];
  const off = half * roundings;
  const asAmount = { total: amount + unitsAt(scale, vat), off };
  const hundred = tenTo(vat.scale + 2);
  if (vat.units < 0n || vat.units > hundred) return [asAmount];
  return [{ total: amount + (amount * vat.units) / hundred, off: off + (off * vat.units) / hundred + half }, asAmount];
}

function readLine(line: CheckedLine, price: Decimal, total: Decimal, minor: number): LineReading | undefined {
  const { quantity = one } = line;
  if (!isNonZero(line.discountPercentage) && !isNonZero(line.discountValue)) {
    const scale = price.scale + quantity.scale;
    const product = price.units * quantity.units;
    if (scale >= total.scale ? product === unitsAt(scale, total) : product * tenTo(total.scale - scale) === total.units)
      return isOne(quantity) ? asOne : asUnits;
  }
  const scale = scaleOf(line, Math.max(total.scale, minor + 1));
  const half = tenTo(scale - minor) / 2n;
  const sent = unitsAt(scale, total);
  const candidates: Candidate[] = [];
  if (tryAll({ scale, half, sent, candidates }, line)) return candidates.at(-1);
  for (const candidate of candidates)
    for (const { total, off } of withVat(line.vat, candidate, scale, half))
      if (absolute(sent - total) <= off) return { ...candidate, includesVat: true };
  return undefined;
}

/** Amounts with added VAT are candidates if the invoice's totals include VAT. */
function nearestTo(line: CheckedLine, total: Decimal, minor: number, includesVat: boolean): Decimal {
  const scale = scaleOf(line, Math.max(total.scale, minor + 1));
  const half = tenTo(scale - minor) / 2n;
  const sent = unitsAt(scale, total);
  const amounts = candidatesOf(line, scale, half).flatMap((candidate) => [
    candidate.amount,
    ...(includesVat ? withVat(line.vat, candidate, scale, half).map(({ total }) => total) : []),
  ]);
  return { units: amounts.reduce((a, b) => (absolute(sent - b) < absolute(sent - a) ? b : a)), scale };
}

export function addTo(style: Style, { price, discount, includesVat }: LineReading): void {
  if (price !== 'either') style.prices.add(price);
  if (discount !== 'none') style.discounts.add(discount);
  style.includesVat ||= includesVat;
}

export const readingOf = ({ prices, discounts }: Style): Pick<Reading, 'price' | 'discount'> => ({
  price: only(prices) ?? 'either',
  discount: discounts.size === 0 ? 'none' : (only(discounts) ?? 'mixed'),
});

const only = <T>(set: ReadonlySet<T>): T | undefined => (set.size === 1 ? [...set][0] : undefined);

interface LineReadings {
  style: Style;
  faulty: readonly number[];
}

/** Reads only lines with both a price and a total. Yields for pauses. */
export function* readLines(lines: readonly CheckedLine[], minor: number): Generator<void, LineReadings> {
  const style: Style = { prices: new Set(), discounts: new Set(), includesVat: false };
  const faulty: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (isPauseAt(at)) yield;
    if (line.price === undefined || line.totalPrice === undefined) continue;
    const reading = readLine(line, line.price, line.totalPrice, minor);
    if (reading === undefined) faulty.push(at);
    else addTo(style, reading);
  }
  return { style, faulty };
}

/** The expected amounts include VAT if the lines do. Yields for pauses. */
export function* lineMisses(
  lines: readonly CheckedLine[],
  faulty: readonly number[],
  minor: number,
  includesVat: boolean,
): Generator<void, LineMiss[]> {
  const misses: LineMiss[] = [];
  for (const [index, at] of faulty.entries()) {
    if (isPauseAt(index)) yield;
    const line = lines[at] as CheckedLine;
    const total = line.totalPrice ?? { units: 0n, scale: 0 };
    const { units, scale } = nearestTo(line, total, minor, includesVat);
    misses.push({ at, ...missOf(unitsAt(scale, total), units, precisionAt(minor, scale)) });
  }
  return misses;
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
