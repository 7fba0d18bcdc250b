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
}

/** An invoice with the number of the invoice that it says it credits. */
export interface NumberedInvoice extends RelatedInvoice {
  reference: string | null;
}

export const unknownReasons = ['several', 'many', 'total', 'currency'] as const;

export interface Remaining {
  creditNotes: number;
  credited: string | null;
  amount: string | null;
  currency: string | null;
  unknown?: (typeof unknownReasons)[number];
}

const isInForce = ({ state }: RelatedInvoice) => state !== 'rejected' && state !== 'withdrawn';
const isCredit = ({ reference, totalPrice }: NumberedInvoice) =>
  Boolean(reference?.trim()) || totalPrice?.startsWith('-') === true;

/** The invoices that credit notes with a number can mean. Rejected and withdrawn ones are left out. */
export const creditable = (numbered: readonly NumberedInvoice[]): NumberedInvoice[] =>
  numbered.filter((one) => isInForce(one) && !isCredit(one));

/**
 * What the credit notes in force leave of the invoice that they mean; null without such an invoice or credit note.
 * `all`: whether these are all credit notes that name it.
 */
export function remainingOf(
  invoices: readonly RelatedInvoice[],
  creditNotes: readonly RelatedInvoice[],
  all: boolean,
): Remaining | null {
  const [invoice, another] = invoices;
  const counted = creditNotes.filter(isInForce);
  if (invoice === undefined || counted.length === 0) return null;
  const { currency, totalPrice } = invoice;
  const unknown = (reason: Remaining['unknown']): Remaining => ({
    creditNotes: counted.length,
    credited: null,
    amount: null,
    currency,
    ...(reason && { unknown: reason }),
  });
  if (another !== undefined) return unknown('several');
  if (!all) return unknown('many');
  if (counted.some((note) => note.currency !== currency)) return unknown('currency');
  const totals = counted.flatMap((note) => (note.totalPrice?.startsWith('-') ? [note.totalPrice] : []));
  if (totalPrice === null || totals.length < counted.length) return unknown('total');
  const credited = sumOf(totals);
  return {
    creditNotes: counted.length,
    credited: credited.replace('-', ''),
    amount: sumOf([totalPrice, credited]),
    currency,
  };
}

function sumOf(texts: readonly string[]): string {
  const decimals = texts.map(decimalOf);
  const scale = Math.max(...decimals.map((one) => one.scale));
  return written(
    decimals.reduce((sum, one) => sum + unitsAt(scale, one), 0n),
    scale,
    0,
  );
}
