import { bareDigits, digitsIn, fitsModulus10, isNothing, plainText, type NumberFault } from './digits.ts';

const isLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** Returns the two letters before a VAT number, such as SE. */
const countryOf = (text: string): string =>
  isLetter(text.charCodeAt(0)) && isLetter(text.charCodeAt(1)) ? text.slice(0, 2).toUpperCase() : '';

/** Before the ten digits, 16 marks an organisation and a century a person. */
const isPrefix = (two: string) => two === '16' || isCentury(two);
const isCentury = (two: string) => two === '18' || two === '19' || two === '20';

/** A plus instead of the dash marks a person older than 100 years. */
const withoutPlus = (text: string) => (text.includes('+') ? text.replace('+', '') : text);

/**
 * Returns why a text is not a Swedish organisational number, personal number or VAT number. Numbers of other countries
 * are not checked further.
 */
export function wrongOrganization(given: string): NumberFault | undefined {
  const text = plainText(given).trim();
  const country = countryOf(text);
  // A number of another country must have a digit.
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

/** For comparisons: the ten digits if there are any, otherwise letters and digits. Empty if the text has neither. */
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
 * Hides the last four digits of a personal number. The third digit decides: it begins the month in a personal number
 * and is 2 or more in any other. A number with an extra digit or a wrong check digit is hidden too.
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
