export interface AmountRange {
  least: string;
  most: string;
  isMostIncluded: boolean;
}

const space = '[ \\u00A0\\u2009\\u202F]';
const grouped = new RegExp(`^\\d{1,3}(?:(?:${space}\\d{3})+|(?:\\.\\d{3})+|(?:,\\d{3})+)$`);

/** No stored amount is longer. */
const maxDigits = 15;

/**
 * Accepts both notations: 1 250,50, 1.250,50, 1,250.50 and 1250.5 are the same. An amount without decimals matches any
 * decimals. The sign is ignored, because people look for a credit note by the amount printed on it. Returns undefined
 * for anything else.
 */
export function typedAmount(typed: string): AmountRange | undefined {
  const text = typed.trim().replace(/^[-+\u2212]\s*/, '');
  if (text.length > 40) return undefined;
  const { whole, decimals } = partsOf(text);
  if (whole === undefined || whole.length > maxDigits) return undefined;
  const amount = whole.replace(/^0+(?=\d)/, '');
  return decimals === ''
    ? { least: amount, most: String(BigInt(amount) + 1n), isMostIncluded: false }
    : { least: `${amount}.${decimals}`, most: `${amount}.${decimals}`, isMostIncluded: true };
}

/** Three digits after the only separator are thousands: 1.250 is 1250. */
function partsOf(text: string): { whole: string | undefined; decimals: string } {
  const digitsIn = (some: string) => (/^\d+$/.test(some) || grouped.test(some) ? some.replace(/\D/g, '') : undefined);
  const whole = digitsIn(text);
  if (whole !== undefined) return { whole, decimals: '' };
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const [before, sign, decimals] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  // The sign that separates thousands cannot also separate the decimals.
  const isClear = at > 0 && /^\d{1,20}$/.test(decimals) && !before.includes(sign);
  return { whole: isClear ? digitsIn(before) : undefined, decimals };
}
