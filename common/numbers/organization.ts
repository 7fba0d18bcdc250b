import { bareDigits, digitsIn, fitsModulus10, isNothing, plainText, type NumberFault } from './digits.ts';

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Whether a number begins with the letters of a country: SE stands before a Swedish VAT number. */
function countryOf(text: string): string {
  return isLetter(text.charCodeAt(0)) && isLetter(text.charCodeAt(1)) ? text.slice(0, 2).toUpperCase() : '';
}

/** What may stand before the ten digits: 16 for an organisation, a century for a person. */
const isPrefix = (two: string) => two === '16' || isCentury(two);
const isCentury = (two: string) => two === '18' || two === '19' || two === '20';

/** A plus instead of the dash tells that a person is older than a hundred years. */
const withoutPlus = (text: string) => (text.includes('+') ? text.replace('+', '') : text);

/** NumberFault a text is not a Swedish organisational number, personal number or VAT number. A number of another country is not looked at. */
export function wrongOrganization(given: string): NumberFault | undefined {
  const text = plainText(given).trim();
  const country = countryOf(text);
  // A number of another country has digits at least.
  if (country !== '' && country !== 'SE') return /\d/.test(text) ? undefined : 'characters';
  const digits = bareDigits(withoutPlus(country === 'SE' ? text.slice(2) : text));
  if (digits === undefined) return 'characters';
  if (isNothing(digits)) return 'digit';
  if (country === 'SE') {
    if (digits.length !== 12) return 'length';
    return digits.endsWith('01') && fitsModulus10(digits, 0, 10) ? undefined : 'digit';
  }
  if (digits.length === 10) return fitsModulus10(digits) ? undefined : 'digit';
  if (digits.length !== 12 || !isPrefix(digits.slice(0, 2))) return 'length';
  return fitsModulus10(digits, 2) ? undefined : 'digit';
}

/** As it is compared: ten digits where they are there, otherwise letters and digits. Empty where the text says nothing. */
export function organizationKey(given: string): string {
  const text = plainText(given).trim();
  const country = countryOf(text);
  if (country === '' || country === 'SE') {
    const digits = bareDigits(withoutPlus(country === 'SE' ? text.slice(2) : text));
    if (digits?.length === 10) return digits;
    if (digits?.length === 12) {
      if (country === 'SE' && digits.endsWith('01')) return digits.slice(0, 10);
      if (country === '' && isPrefix(digits.slice(0, 2))) return digits.slice(2);
    }
  }
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

const shortest = 10;
const longest = 13;

/**
 * An organisational number as it may be shown: where it is a person's, the last four digits are hidden. The third digit tells:
 * it is the month's first in a personal number, and 2 or more in any other. A digit too many or a check digit that does not
 * fit does not make it less somebody's.
 */
export function maskPersonal(text: string): string {
  const trimmed = plainText(text).trim();
  const country = countryOf(trimmed);
  if (country !== '' && country !== 'SE') return text;
  const digits = digitsIn(trimmed);
  if (digits.length < shortest || digits.length > longest) return text;
  const from = country === '' && digits.length > shortest && isPrefix(digits.slice(0, 2)) ? 2 : 0;
  const third = digits[from + 2];
  return third === '0' || third === '1' ? `${digits.slice(from, from + 6)}-****` : text;
}
