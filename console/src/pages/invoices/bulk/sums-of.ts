import { decimalOf, unitsAt, written } from '../../../../../common/decimal.ts';

export interface CurrencySum {
  currency: string | null;
  count: number;
  total: string;
}

export function sumsOf(rows: Iterable<{ totalPrice: string | null; currency: string | null }>): CurrencySum[] {
  const byCurrency = new Map<string | null, { count: number; units: bigint; scale: number }>();
  for (const { totalPrice, currency } of rows) {
    const { count, units, scale } = byCurrency.get(currency) ?? { count: 0, units: 0n, scale: 0 };
    const added = decimalOf(totalPrice ?? '0');
    const wider = Math.max(scale, added.scale);
    const sum = unitsAt(wider, { units, scale }) + unitsAt(wider, added);
    byCurrency.set(currency, { count: count + 1, units: sum, scale: wider });
  }
  return [...byCurrency]
    .map(([currency, { count, units, scale }]) => ({ currency, count, total: written(units, scale, 0) }))
    .toSorted((one, other) => other.count - one.count);
}
