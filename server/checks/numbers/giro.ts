import { digitsIn, wrongNumber, type NumberFault } from '../../../common/numbers/digits.ts';

export const wrongBankGiro = (text: string): NumberFault | undefined => wrongNumber(text, 7, 8);

export const wrongPostGiro = (text: string): NumberFault | undefined => wrongNumber(text, 2, 8);

/** Digits without leading zeros, for comparison. Empty if the text has no digits. */
export function giroKey(text: string): string {
  const digits = digitsIn(text);
  let from = 0;
  while (digits[from] === '0') from += 1;
  return digits.slice(from);
}

/**
 * Tests only the check digit of an OCR number: whether the digit before it states the length depends on the payee's
 * agreement with the bank. A text with letters is another kind of reference.
 */
export function wrongOcr(text: string): NumberFault | undefined {
  const why = wrongNumber(text, 2, 25);
  return why === 'characters' && /\p{L}/u.test(text) ? undefined : why;
}
