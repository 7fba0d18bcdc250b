import { asciiDigits } from '../text/numerals.ts';
import { withPlainSpaces } from '../text/visible.ts';

export type NumberFault = 'characters' | 'length' | 'digit';

const zero = 48;
const nine = 57;

/** The usual forms of spaces and dashes, which have no meaning in a number. */
const isSeparator = (code: number) =>
  code === 32 ||
  code === 45 ||
  code === 9 ||
  code === 0xa0 ||
  (code >= 0x2009 && code <= 0x2015) ||
  code === 0x202f ||
  code === 0x2212;

export const isPrintableAscii = /^[ -~]*$/;

/**
 * Applies NFKC, removes invisible characters and marks on digits, and writes the digits of every script and decoration as
 * ASCII: "５０５０", "٥٠٥٠" and "❺⓪❺⓪" become "5050".
 */
export const plainText = (text: string): string =>
  isPrintableAscii.test(text)
    ? text
    : asciiDigits(withPlainSpaces(text).normalize('NFKC')).replace(/(?<=[0-9])\p{M}+/gu, '');

/** Removes spaces and dashes. Returns undefined if anything but digits is left. */
export function bareDigits(given: string): string | undefined {
  const text = plainText(given);
  let digits = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) continue;
    if (!isSeparator(code)) return undefined;
    digits += text.slice(from, at);
    from = at + 1;
  }
  return from === 0 ? text : digits + text.slice(from);
}

export function digitsIn(given: string): string {
  const text = plainText(given);
  let digits = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) digits += text[at];
  }
  return digits;
}

/** The Luhn algorithm: every second digit from the right is doubled and its digits are added; the sum ends in 0. */
export function fitsModulus10(digits: string, from = 0, to = digits.length): boolean {
  let sum = 0;
  let isDoubled = false;
  for (let at = to - 1; at >= from; at--) {
    const digit = digits.charCodeAt(at) - zero;
    sum += isDoubled ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
    isDoubled = !isDoubled;
  }
  return sum % 10 === 0;
}

/** Returns why a text is not a number of `least` to `most` digits with a check digit at its end. */
export function wrongNumber(text: string, least: number, most: number): NumberFault | undefined {
  const digits = bareDigits(text);
  if (digits === undefined) return 'characters';
  if (digits.length < least || digits.length > most) return 'length';
  return fitsModulus10(digits) && !isNothing(digits) ? undefined : 'digit';
}

/** Zeros alone pass every check digit, but are not a number that anybody has. */
export const isNothing = (digits: string): boolean => /^0+$/.test(digits);
