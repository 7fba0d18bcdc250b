/**
 * How much of a text a double click selects: an amount without its currency, or all of a number or an account. 0 for
 * words, of which it selects one, as everywhere.
 */
export function wholeLength(text: string): number {
  const [number = ''] = /^[-\u{2212}]?\d[\d\s.,-]*(?<=\d)(?= \p{Lu}{3}$|$)/u.exec(text) ?? [];
  if (number !== '') return number.length;
  return /^[\p{L}\d]+(?:[\s-][\p{L}\d]*\d[\p{L}\d]*)*$/u.test(text) && /\d/.test(text) ? text.length : 0;
}

/** In groups of four, as on an invoice; other accounts stay as they are. */
export const groupIban = (text: string): string =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text) ? text.replaceAll(/(.{4})(?=.)/g, '$1 ') : text;

/** An account or a reference as a bank's form takes it. Empty for one whose end is hidden. */
export const bareNumber = (text: string): string => (text.includes('*') ? '' : text.replaceAll(/[\s\p{Pd}]/gu, ''));
