import { dayOf } from './dates.ts';
import { plain } from '../../common/decimal.ts';
import type { CheckedInvoice } from './invoice.ts';
import type { InvoiceKeys } from './known.ts';

/**
 * An invoice number or a payment reference as it is compared: letters and digits only, in capitals, O as 0, without zeros before
 * its first digit. The migration of the checks has the same expression.
 */
export function numberKey(number: string | undefined): string | undefined {
  if (number === undefined) return undefined;
  let key = '';
  let from = 0;
  // Most characters stay: they are taken over in runs.
  for (let at = 0; at < number.length; at++) {
    const kept = keptOf(number.charCodeAt(at));
    if (kept === undefined) continue;
    key += number.slice(from, at) + kept;
    from = at + 1;
  }
  key = from === 0 ? number : key + number.slice(from);
  key = key.replace(/^([A-ZÅÄÖ]*)0+(?=[0-9])/, '$1');
  return key === '' ? undefined : key;
}

/** What stands in a key in place of a character; undefined where the character itself does. */
function keptOf(code: number): string | undefined {
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

/** Nothing is like nothing: a total of 0 says nothing. */
const amountKey = ({ totalPrice, invoiceDate }: CheckedInvoice): string | undefined =>
  totalPrice === undefined || totalPrice.units === 0n || invoiceDate === undefined
    ? undefined
    : `${plain(totalPrice)} ${dayOf(invoiceDate)}`;
