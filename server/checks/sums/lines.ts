import { unitsAt } from '../../../common/decimal.ts';
import type { CheckedLine } from '../invoice.ts';
import { rawFinding, type RawFinding } from '../rule.ts';
import { figures, precisionAt } from './precision.ts';
import { nearestTo, readLine, type LineReading, isPauseAt } from './line.ts';
import type { Reading } from './sums.ts';

/** The last finding says how many more faulty lines there are. */
const maxLineFindings = 20;

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

/** The expected amounts include VAT if the lines do. */
export const lineFindings = (
  lines: readonly CheckedLine[],
  faulty: readonly number[],
  minor: number,
  includesVat: boolean,
): RawFinding[] =>
  faulty.slice(0, maxLineFindings).map((at, place) => {
    const isLast = place === maxLineFindings - 1 && faulty.length > maxLineFindings;
    return rawFinding(
      'sum.line',
      {
        line: at + 1,
        ...figuresOf(lines[at] as CheckedLine, minor, includesVat),
        ...(isLast && { more: faulty.length - maxLineFindings }),
      },
      `articles[${at}].totalPrice`,
    );
  });

function figuresOf(line: CheckedLine, minor: number, includesVat: boolean) {
  const total = line.totalPrice ?? { units: 0n, scale: 0 };
  const { units, scale } = nearestTo(line, total, minor, includesVat);
  return figures(unitsAt(scale, total), units, precisionAt(minor, scale));
}
