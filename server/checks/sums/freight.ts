import type { Decimal } from '../../../common/decimal.ts';

/** Allows spaces between thousands, and the currency on either side. */
const amount =
  /^(?:(?<before>[a-z]{2,3})\s*)?(?<sign>[-+−]?)\s*(?<whole>\d{1,3}(?:\s\d{3}){1,4}|\d{1,15})(?:[.,](?<fraction>\d{1,6}))?(?:(?:[:,]-)|\s*(?<after>[a-z]{2,3})\.?)?$/i;

/** Freight is a text field. Text that is not an amount of money is ignored. */
export function freightOf(text: string | undefined, currency: string | undefined): Decimal | undefined {
  if (text === undefined) return undefined;
  const { before, sign, whole = '', fraction = '', after } = amount.exec(text.trim())?.groups ?? {};
  if (whole === '' || !isMoney(before, currency) || !isMoney(after, currency)) return undefined;
  const units = BigInt(whole.replace(/\s/g, '') + fraction);
  return { units: sign === '-' || sign === '−' ? -units : units, scale: fraction.length };
}

const isMoney = (word: string | undefined, currency: string | undefined): boolean =>
  word === undefined || ['KR', 'SEK', currency].includes(word.toUpperCase());
