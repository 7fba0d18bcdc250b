/** A JSON number as its sign, its digits without leading zeros, and how many of them stand after the point. */
interface Decimal {
  negative: boolean;
  digits: string;
  scale: number;
}

/** No partner has a use for more, and PostgreSQL keeps no more than 16,383 decimals. */
export const mostDecimals = 1_000;

function parse(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  return { negative: sign === '-', digits, scale: fraction.length - Number(exponent) };
}

/** Whether a JSON number, read exactly, is below 1e15 in absolute value. */
export function isBelowLimit(text: string): boolean {
  const { digits, scale } = parse(text);
  return digits === '' || digits.length - scale <= 15;
}

/** Neither too many decimals nor, on a zero, an exponent that stands for too many noughts. */
export function hasFewDecimals(text: string): boolean {
  return Math.abs(parse(text).scale) <= mostDecimals;
}

export function isWhole(text: string): boolean {
  const { digits, scale } = parse(text);
  return scale <= 0 || /^0*$/.test(digits.slice(-scale));
}

/** One text for every way to write the same number: 1.50, 1.5 and 15e-1 are alike. */
export function canonical(text: string): string {
  const { negative, digits, scale } = parse(text);
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${negative ? '-' : ''}${significant}e${digits.length - significant.length - scale}`;
}
