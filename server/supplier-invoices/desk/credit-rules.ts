import { decimalOf, unitsAt, written } from '../../../common/decimal.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';

export interface RelatedInvoice {
  id: string;
  supplierInvoiceNumber: string | null;
  invoiceDay: string | null;
  /** With every digit. */
  totalPrice: string | null;
  currency: string | null;
  state: InvoiceState;
  /** The number that it says it credits. */
  reference: string | null;
}

export const unknownReasons = ['several', 'many', 'total', 'currency'] as const;

type Remaining = { credited: string; amount: string } | { unknown: (typeof unknownReasons)[number] };

export const isInForce = ({ state }: Pick<RelatedInvoice, 'state'>) => state !== 'rejected' && state !== 'withdrawn';
const isNegative = ({ totalPrice }: RelatedInvoice) => totalPrice?.startsWith('-') === true;

/**
 * What credit notes leave of the only invoice in force that has the number in them; null without such an invoice or
 * without a credit note in force. `all`: whether these are all credit notes with the number.
 */
export function remainingOf(
  numbered: readonly RelatedInvoice[],
  creditNotes: readonly RelatedInvoice[],
  all: boolean,
): Remaining | null {
  const [invoice, another] = numbered.filter((one) => isInForce(one) && !isNegative(one) && !one.reference?.trim());
  const counted = creditNotes.filter(isInForce);
  if (invoice === undefined || counted.length === 0) return null;
  if (another !== undefined) return { unknown: 'several' };
  if (!all) return { unknown: 'many' };
  if (counted.some(({ currency }) => currency !== invoice.currency)) return { unknown: 'currency' };
  if (invoice.totalPrice === null || !counted.every(isNegative)) return { unknown: 'total' };
  const credited = sumOf(counted.map(({ totalPrice }) => totalPrice ?? '0'));
  return { credited: credited.slice(1), amount: sumOf([invoice.totalPrice, credited]) };
}

function sumOf(texts: readonly string[]): string {
  const decimals = texts.map(decimalOf);
  const scale = Math.max(...decimals.map((one) => one.scale));
  const units = decimals.reduce((sum, one) => sum + unitsAt(scale, one), 0n);
  return written(units, scale, 0);
}
