import type { Decimal } from '../../../common/decimal.ts';

/** An amount, with spaces between thousands or without, and the currency on either side of it. */
const amount =
  /^(?:(?<before>[a-z]{2,3})\s*)?(?<sign>[-+−]?)\s*(?<whole>\d{1,3}(?:\s\d{3}){1,4}|\d{1,15})(?:[.,](?<fraction>\d{1,6}))?(?:(?:[:,]-)|\s*(?<after>[a-z]{2,3})\.?)?$/i;

/** Freight is a text. One that is an amount of money is read as that; any other says nothing that can be added up. */
export function freightOf(text: string | undefined, currency: string | undefined): Decimal | undefined {
  if (text === undefined) return undefined;
  const { before, sign, whole = '', fraction = '', after } = amount.exec(text.trim())?.groups ?? {};
  if (whole === '' || !isMoney(before, currency) || !isMoney(after, currency)) return undefined;
  const units = BigInt(whole.replace(/\s/g, '') + fraction);
  return { units: sign === '-' || sign === '−' ? -units : units, scale: fraction.length };
}

const isMoney = (word: string | undefined, currency: string | undefined): boolean =>
  word === undefined || ['KR', 'SEK', currency].includes(word.toUpperCase());
