/** A JSON number as its sign, its digits without leading zeros, and how many of them stand after the point. */
interface Decimal {
  negative: boolean;
  digits: string;
  scale: number;
}

/** Of an amount. A line of five thousand is read, stored and shown: what a short exponent stands for must stay short too. */
export const mostDecimals = 30;

/** Of a number that is only kept: a 64-bit id, microseconds and whatever else a system counts in have fewer. */
export const mostDigits = 100;

function parse(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  return { negative: sign === '-', digits, scale: fraction.length - Number(exponent) };
}

/** Whether a JSON number can be seen to keep every limit without being taken apart: most have no exponent, and few digits. */
export function isOrdinary(text: string): boolean {
  if (text.includes('e') || text.includes('E')) return false;
  const point = text.indexOf('.');
  const whole = point === -1 ? text.length : point;
  return whole <= 15 && text.length - whole - 1 <= mostDecimals;
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

/** How many digits a number has when it is written out, with the noughts that an exponent stands for. */
export function digitsWrittenOut(text: string): number {
  const { digits, scale } = parse(text);
  return scale <= 0 ? Math.max(digits.length, 1) - scale : Math.max(digits.length - scale, 1) + scale;
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
