import { tenTo, type Decimal } from '../../../common/decimal.ts';
import type { CheckedInvoice } from '../invoice.ts';
import { minorUnits } from './minor-units.ts';

/** How finely the amounts of an invoice are reckoned. Every amount that was sent is a whole number at `scale`. */
export interface Precision {
  /** The decimals of the currency. */
  minor: number;
  scale: number;
  /** A minor unit, at the scale. */
  unit: bigint;
  /** Half of one: as much as a rounding may change. */
  half: bigint;
}

/** So much finer than the currency, that what a division by 112 leaves does not count. */
const finer = 3;

export function precisionOf(invoice: CheckedInvoice, freight: Decimal | undefined): Precision {
  const minor = minorUnits(invoice.currency);
  let scale = minor + finer;
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
