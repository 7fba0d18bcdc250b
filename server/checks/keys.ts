import { plain } from '../../common/decimal.ts';
import { skeletonOfNumber } from '../../common/text/skeleton.ts';
import type { CheckedInvoice } from './invoice.ts';
import type { InvoiceKeys } from './context.ts';

/**
 * Normalises an invoice number or a payment reference: only capital letters and digits, O as 0, no zeros before the
 * first digit. Other characters are as `skeletonOfNumber` reads them. Keys of stored invoices with such characters are
 * computed again with a new `looksVersion`.
 */
export function numberKey(number: string | undefined): string | undefined {
  if (number === undefined) return undefined;
  let key = '';
  let from = 0;
  // Most characters stay, so they are copied in runs.
  for (let at = 0; at < number.length; at++) {
    const code = number.charCodeAt(at);
    if (code > maxAscii) return numberKey(latinNumber(number));
    const replacement = replacementOf(code);
    if (replacement === undefined) continue;
    key += number.slice(from, at) + replacement;
    from = at + 1;
  }
  key = from === 0 ? number : key + number.slice(from);
  key = key.replace(/^([A-Z]*)0+(?=[0-9])/, '$1');
  return key === '' ? undefined : key;
}

const maxAscii = 0x7f;

/** In ASCII. A character that looks like I, l and 1 alike is 1 before a digit, and after one at the end. */
function latinNumber(number: string): string {
  const characters = Array.from(number, (character) => ({ character, look: skeletonOfNumber(character) })).filter(
    ({ look }) => look !== '',
  );
  return characters
    .map(({ character, look }, at) => {
      const neighbour = (characters[at + 1] ?? characters[at - 1])?.look ?? '';
      return isStroke(character, look) && /\d/.test(neighbour) ? '1' : look;
    })
    .join('')
    .replace(/[^a-z0-9]/g, '');
}

/** Decomposable characters, such as Í, are letters. */
const isStroke = (character: string, look: string) =>
  (look === 'i' || look === 'l') && character > '\x7f' && character.normalize('NFKD') === character;

function replacementOf(code: number): string | undefined {
  if (code >= 48 && code <= 57) return undefined;
  if (code === 79 || code === 111) return '0';
  if (code >= 65 && code <= 90) return undefined;
  if (code >= 97 && code <= 122) return String.fromCharCode(code - 32);
  return '';
}

export const keysOf = (invoice: CheckedInvoice): InvoiceKeys => ({
  number: numberKey(invoice.supplierInvoiceNumber),
  amount: amountKey(invoice),
  ocr: numberKey(invoice.paymentReferenceOCR),
});

/** A total of 0 does not suggest a duplicate. */
const amountKey = ({ totalPrice, invoiceDay }: CheckedInvoice): string | undefined =>
  totalPrice === undefined || totalPrice.units === 0n || invoiceDay === undefined
    ? undefined
    : `${plain(totalPrice)} ${invoiceDay}`;
