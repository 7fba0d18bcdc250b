import { unitsAt } from '../../../common/decimal.ts';
import type { CheckedLine } from '../invoice.ts';
import type { LineMiss } from './misses.ts';
import { missOf, precisionAt } from './precision.ts';
import { nearestTo, readLine, type LineReading, isPauseAt } from './line.ts';
import type { Reading } from './sums.ts';

export interface Style {
  prices: Set<Reading['price']>;
  discounts: Set<Reading['discount']>;
  includesVat: boolean;
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
  for (const [place, at] of faulty.entries()) {
    if (isPauseAt(place)) yield;
    const line = lines[at] as CheckedLine;
    const total = line.totalPrice ?? { units: 0n, scale: 0 };
    const { units, scale } = nearestTo(line, total, minor, includesVat);
    misses.push({ at, ...missOf(unitsAt(scale, total), units, precisionAt(minor, scale)) });
  }
  return misses;
}
