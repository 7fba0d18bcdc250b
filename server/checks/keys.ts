import { dayOf } from './dates.ts';
import { plain } from './exact.ts';
import type { CheckedInvoice } from './invoice.ts';
import type { InvoiceKeys } from './known.ts';

/**
 * An invoice number or a payment reference as it is compared: letters and digits only, in capitals, O as 0, without zeros before
 * its first digit. The migration of the checks has the same expression.
 */
export function numberKey(number: string | undefined): string | undefined {
  const key = number
    ?.replace(/[a-zåäö]/g, (letter) => letter.toUpperCase())
    .replaceAll('O', '0')
    .replace(/[^0-9A-ZÅÄÖ]/g, '')
    .replace(/^([A-ZÅÄÖ]*)0+(?=[0-9])/, '$1');
  return key === '' ? undefined : key;
}

export const keysOf = (invoice: CheckedInvoice): InvoiceKeys => ({
  number: numberKey(invoice.supplierInvoiceNumber),
  amount: amountKey(invoice),
  ocr: numberKey(invoice.paymentReferenceOCR),
});

/** Nothing is like nothing: a total of 0 says nothing. */
const amountKey = ({ totalPrice, invoiceDate }: CheckedInvoice): string | undefined =>
  totalPrice === undefined || totalPrice.units === 0n || invoiceDate === undefined
    ? undefined
    : `${plain(totalPrice)} ${dayOf(invoiceDate)}`;
