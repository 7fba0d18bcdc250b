import { absolute, divided, tenTo, written, type Decimal } from '../../../common/decimal.ts';
import type { CheckedInvoice } from '../invoice.ts';
import type { Miss } from './misses.ts';

/** ISO 4217: currencies that do not have two decimals. */
const decimals = new Map<string, number>([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);

/** An unknown or missing currency has two decimals. */
export const minorUnits = (currency: string | undefined): number =>
  currency === undefined ? 2 : (decimals.get(currency) ?? 2);

/** Every sent amount is a whole number at `scale`. */
export interface Precision {
  /** The decimals of the currency. */
  minor: number;
  scale: number;
  /** One minor unit of the currency, at the scale. */
  unit: bigint;
  /** Half a minor unit, the largest change that a rounding makes. */
  half: bigint;
}

/** Enough to make the remainder of a division by 112 insignificant. */
const extraDecimals = 3;

export function precisionOf(invoice: CheckedInvoice, freight: Decimal | undefined): Precision {
  const minor = minorUnits(invoice.currency);
  let scale = minor + extraDecimals;
  for (const { totalPrice, vat } of invoice.lines) scale = Math.max(scale, totalPrice?.scale ?? 0, vat?.scale ?? 0);
  const { totalPrice, totalVat, centRoundoff, invoiceFee } = invoice;
  for (const amount of [totalPrice, totalVat, centRoundoff, invoiceFee, freight])
    if (amount !== undefined && amount.scale > scale) scale = amount.scale;
  return precisionAt(minor, scale);
}

export const precisionAt = (minor: number, scale: number): Precision => {
  const unit = tenTo(scale - minor);
  return { minor, scale, unit, half: unit / 2n };
};

export const write = (amount: bigint, { scale, minor }: Precision): string => written(amount, scale, minor);

export const round = (amount: bigint, { unit }: Precision): bigint => divided(amount, unit) * unit;

export function missOf(sent: bigint, exact: bigint, precision: Precision): Miss {
  const expected = round(exact, precision);
  return {
    figures: {
      expected: write(expected, precision),
      sent: write(sent, precision),
      difference: write(sent - expected, precision),
    },
    offMinorUnits: (absolute(sent - expected) + precision.unit - 1n) / precision.unit,
  };
}
