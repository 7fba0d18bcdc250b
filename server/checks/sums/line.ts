import { absolute, tenTo, unitsAt, type Exact } from '../exact.ts';
import type { CheckedLine } from '../invoice.ts';
import type { Reading } from './sums.ts';

/** How a line was read. The price is for either where there is one unit. */
export interface LineReading {
  price: Reading['price'];
  discount: Reading['discount'];
  /** Its total includes VAT, and its price does not. */
  includesVat: boolean;
}

/** What a line comes to by one reading, without VAT on top, and how often it may have been rounded. */
export interface Candidate extends LineReading {
  amount: bigint;
  roundings: bigint;
  /** Before the discount. */
  base: bigint;
}

const one: Exact = { units: 1n, scale: 0 };
const isThere = (amount: Exact | undefined): amount is Exact => amount !== undefined && amount.units !== 0n;
const isOne = (quantity: Exact) => quantity.units === tenTo(quantity.scale);

/** A line as most are: price times quantity, to the last digit. */
const asMost: LineReading = { price: 'unit', discount: 'none', includesVat: false };
const asOne: LineReading = { price: 'either', discount: 'none', includesVat: false };

/** A scale at which whatever a line may come to is whole. */
export function scaleOf(line: CheckedLine, least: number): number {
  const { price = one, quantity = one, discountValue, discountPercentage, vat } = line;
  return (
    Math.max(least, price.scale + quantity.scale, isThere(discountValue) ? discountValue.scale + quantity.scale : 0) +
    (isThere(discountPercentage) ? discountPercentage.scale + 2 : 0) +
    (isThere(vat) ? vat.scale + 2 : 0)
  );
}

/** Every amount that a line with a price may come to, in the order in which they are tried. */
export function candidatesOf(line: CheckedLine, scale: number, half: bigint): Candidate[] {
  const { price = one, quantity = one } = line;
  const candidates: Candidate[] = [];
  const unit = price.units * quantity.units * tenTo(scale - price.scale - quantity.scale);
  const isSingle = isOne(quantity);
  addCandidates(candidates, line, unit, isSingle ? 'either' : 'unit', scale, half);
  if (!isSingle) addCandidates(candidates, line, unitsAt(scale, price), 'line', scale, half);
  return candidates;
}

/** With the sign of the base: a discount makes a line smaller, also on a credit invoice where both may be negative. */
const signed = (base: bigint, amount: bigint) => (base < 0n ? -absolute(amount) : absolute(amount));

const share = (base: bigint, percentage: Exact) =>
  signed(base, (base * percentage.units) / tenTo(percentage.scale + 2));

const candidateOf = (
  base: bigint,
  off: bigint,
  price: Reading['price'],
  discount: Reading['discount'],
  roundings: bigint,
): Candidate => ({ amount: base - off, base, roundings, price, discount, includesVat: false });

function addCandidates(
  candidates: Candidate[],
  line: CheckedLine,
  base: bigint,
  price: Reading['price'],
  scale: number,
  half: bigint,
): void {
  const { discountPercentage: percentage, discountValue, quantity = one } = line;
  if (!isThere(discountValue)) {
    candidates.push(
      isThere(percentage)
        ? candidateOf(base, share(base, percentage), price, 'percentage', 2n)
        : candidateOf(base, 0n, price, 'none', 1n),
    );
    return;
  }
  const value = signed(base, unitsAt(scale, discountValue));
  const units = discountValue.units * quantity.units * tenTo(scale - discountValue.scale - quantity.scale);
  const perUnit = signed(base, units);
  if (!isThere(percentage)) {
    candidates.push(candidateOf(base, value, price, 'value', 1n));
    if (perUnit !== value) candidates.push(candidateOf(base, perUnit, price, 'valuePerUnit', 1n));
    return;
  }
  const off = share(base, percentage);
  for (const discount of bothOff(base, off, value, perUnit, percentage, quantity, half))
    candidates.push(candidateOf(base, discount, price, 'percentageAndValue', 2n));
}

/** What is taken off where a line has a percentage and a value: they say the same discount, or each one of its own. */
function bothOff(
  base: bigint,
  off: bigint,
  value: bigint,
  perUnit: bigint,
  percentage: Exact,
  quantity: Exact,
  half: bigint,
): bigint[] {
  const isSame = absolute(value - off) <= 2n * half;
  const perUnitRounding = (half * absolute(quantity.units)) / tenTo(quantity.scale);
  const isSamePerUnit = absolute(perUnit - off) <= 2n * half + perUnitRounding;
  return [
    ...(isSame || isSamePerUnit ? [off] : []),
    ...(isSame ? [value] : []),
    off + value,
    value + share(base - value, percentage),
    ...(perUnit === value ? [] : [off + perUnit]),
  ];
}

/** What a line of that amount comes to with its VAT on top, and by how much that may be off: `vat` as a rate, and as an amount. */
function withVat(vat: Exact | undefined, { amount, roundings }: Candidate, scale: number, half: bigint) {
  if (!isThere(vat)) return [];
  const off = half * roundings;
  const asAmount = { total: amount + unitsAt(scale, vat), off };
  const hundred = tenTo(vat.scale + 2);
  if (vat.units < 0n || vat.units > hundred) return [asAmount];
  return [{ total: amount + (amount * vat.units) / hundred, off: off + (off * vat.units) / hundred + half }, asAmount];
}

/** How a line with a price and a total is read, or undefined where no reading fits. */
export function readLine(line: CheckedLine, price: Exact, total: Exact, minor: number): LineReading | undefined {
  const { quantity = one } = line;
  if (!isThere(line.discountPercentage) && !isThere(line.discountValue)) {
    const scale = price.scale + quantity.scale;
    const product = price.units * quantity.units;
    if (scale >= total.scale ? product === unitsAt(scale, total) : product * tenTo(total.scale - scale) === total.units)
      return isOne(quantity) ? asOne : asMost;
  }
  const scale = scaleOf(line, Math.max(total.scale, minor + 1));
  const half = tenTo(scale - minor) / 2n;
  const sent = unitsAt(scale, total);
  const candidates = candidatesOf(line, scale, half);
  for (const candidate of candidates)
    if (absolute(sent - candidate.amount) <= half * candidate.roundings) return candidate;
  for (const candidate of candidates)
    for (const { total, off } of withVat(line.vat, candidate, scale, half))
      if (absolute(sent - total) <= off) return { ...candidate, includesVat: true };
  return undefined;
}

/** What a line that fits no reading comes to by the nearest, of those with VAT on top where the invoice is read so. */
export function nearestTo(line: CheckedLine, total: Exact, minor: number, includesVat: boolean): Exact {
  const scale = scaleOf(line, Math.max(total.scale, minor + 1));
  const half = tenTo(scale - minor) / 2n;
  const sent = unitsAt(scale, total);
  const amounts = candidatesOf(line, scale, half).flatMap((candidate) => [
    candidate.amount,
    ...(includesVat ? withVat(line.vat, candidate, scale, half).map(({ total }) => total) : []),
  ]);
  return { units: amounts.reduce((a, b) => (absolute(sent - b) < absolute(sent - a) ? b : a)), scale };
}
