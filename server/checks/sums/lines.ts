import { unitsAt } from '../../../common/decimal.ts';
import type { CheckedLine } from '../invoice.ts';
import { found, type Found } from '../rule.ts';
import { figures } from './figures.ts';
import { nearestTo, readLine, type LineReading } from './line.ts';
import { isPauseAt } from './pauses.ts';
import { precisionAt } from './precision.ts';
import type { Reading } from './sums.ts';

/** So many faulty lines are told one by one; the last of them says how many more there are. */
const mostTold = 20;

/** How lines were read, all of them together. */
export interface Style {
  prices: Set<Reading['price']>;
  discounts: Set<Reading['discount']>;
  /** Whether the total of a line was seen to include VAT. */
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

interface LinesRead {
  style: Style;
  /** The places of the lines that fit no reading. */
  faulty: readonly number[];
}

/** How the lines with a price and a total are read. Pauses now and then. */
export function* readLines(lines: readonly CheckedLine[], minor: number): Generator<void, LinesRead> {
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

/** What is told of the lines that fit no reading, by what they come to without VAT or, where the lines include it, with VAT. */
export const toldOf = (
  lines: readonly CheckedLine[],
  faulty: readonly number[],
  minor: number,
  includesVat: boolean,
): Found[] =>
  faulty.slice(0, mostTold).map((at, place) => {
    const isLast = place === mostTold - 1 && faulty.length > mostTold;
    return found(
      'sum.line',
      {
        line: at + 1,
        ...figuresOf(lines[at] as CheckedLine, minor, includesVat),
        ...(isLast && { more: faulty.length - mostTold }),
      },
      `articles[${at}].totalPrice`,
    );
  });

function figuresOf(line: CheckedLine, minor: number, includesVat: boolean) {
  const total = line.totalPrice ?? { units: 0n, scale: 0 };
  const { units, scale } = nearestTo(line, total, minor, includesVat);
  return figures(unitsAt(scale, total), units, precisionAt(minor, scale));
}
