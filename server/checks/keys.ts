import { dayOf } from './dates.ts';
import { plain } from '../../common/decimal.ts';
import type { CheckedInvoice } from './invoice.ts';
import type { InvoiceKeys } from './context.ts';

/**
 * Normalises an invoice number or a payment reference: only capital letters and digits, O as 0, no zeros before the
 * first digit. Migration 0015 has the same expression in SQL.
 */
export function numberKey(number: string | undefined): string | undefined {
  if (number === undefined) return undefined;
  let key = '';
  let from = 0;
  // Most characters stay, so they are copied in runs.
  for (let at = 0; at < number.length; at++) {
    const replacement = replacementOf(number.charCodeAt(at));
    if (replacement === undefined) continue;
    key += number.slice(from, at) + replacement;
    from = at + 1;
  }
  key = from === 0 ? number : key + number.slice(from);
  key = key.replace(/^([A-ZÅÄÖ]*)0+(?=[0-9])/, '$1');
  return key === '' ? undefined : key;
}

function replacementOf(code: number): string | undefined {
  if (code >= 48 && code <= 57) return undefined;
  if (code === 79 || code === 111) return '0';
  if (code >= 65 && code <= 90) return undefined;
  if (code >= 97 && code <= 122) return String.fromCharCode(code - 32);
  if (code === 0xc5 || code === 0xc4 || code === 0xd6) return undefined;
  if (code === 0xe5 || code === 0xe4 || code === 0xf6) return String.fromCharCode(code - 32);
  return '';
}

export const keysOf = (invoice: CheckedInvoice): InvoiceKeys => ({
  number: numberKey(invoice.supplierInvoiceNumber),
  amount: amountKey(invoice),
  ocr: numberKey(invoice.paymentReferenceOCR),
});

/** A total of 0 does not suggest a duplicate. */
const amountKey = ({ totalPrice, invoiceDate }: CheckedInvoice): string | undefined =>
  totalPrice === undefined || totalPrice.units === 0n || invoiceDate === undefined
    ? undefined
    : `${plain(totalPrice)} ${dayOf(invoiceDate)}`;
