/** An exact decimal: `units` times 10^-`scale`. 12.50 is 1250 units at scale 2. No amount passes through a float. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** For amounts. The limit keeps a short exponent from standing for a long number: invoices have up to 5,000 lines. */
export const maxDecimals = 30;

/** For numbers that are only stored, such as 64-bit ids and times in microseconds. */
export const maxDigits = 100;

/** The digits, without leading zeros, stay text: an exponent may be huge. */
function parse(text: string): { negative: boolean; digits: string; scale: number } {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  return { negative: sign === '-', digits, scale: fraction.length - Number(exponent) };
}

/** Below this many hundredths, each decimal has its own float, which is written with the same digits. */
const maxHundredths = 1e15;

/**
 * Accepts a JSON number as written, or a float that holds every digit of one. Check the size of a caller's number
 * first.
 */
export function decimalOf(written: string | number): Decimal {
  if (typeof written === 'string') return parsed(written);
  if (Number.isSafeInteger(written)) return { units: BigInt(written), scale: 0 };
  const hundredths = Math.round(written * 100);
  return hundredths / 100 === written && Math.abs(hundredths) < maxHundredths
    ? { units: BigInt(hundredths), scale: 2 }
    : parsed(String(written));
}

function parsed(written: string): Decimal {
  const { negative, digits, scale } = parse(written);
  const units = BigInt(negative ? `-${digits || 0}` : digits);
  return scale >= 0 ? { units, scale } : { units: units * tenTo(-scale), scale: 0 };
}

/**
 * Price, quantity, discount and VAT of a line may have 30 decimals each. Larger powers are computed, which is far
 * slower.
 */
const powers = Array.from({ length: 140 }, (_, exponent) => 10n ** BigInt(exponent));

export const tenTo = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** `scale` must not be smaller than the decimal's own. */
export const unitsAt = (scale: number, decimal: Decimal): bigint =>
  decimal.scale === scale ? decimal.units : decimal.units * tenTo(scale - decimal.scale);

export const absolute = (units: bigint): bigint => (units < 0n ? -units : units);

/** Halves are rounded away from zero. The denominator must be positive. */
export function divided(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const twice = 2n * (numerator - whole * denominator);
  if (twice >= denominator) return whole + 1n;
  return twice <= -denominator ? whole - 1n : whole;
}

/** Has at least `minDecimals` decimals and no further trailing zeros: 1250.00, 99.995. */
export function written(units: bigint, scale: number, minDecimals: number): string {
  const negative = units < 0n;
  const digits = String(negative ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point + minDecimals && digits.charCodeAt(end - 1) === zero) end--;
  const fraction = digits.slice(point, end).padEnd(minDecimals, '0');
  return `${negative ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

const zero = 48;

/** Has no trailing zeros: 1568.75, -5.5, 100. */
export const plain = ({ units, scale }: Decimal): string => written(units, scale, 0);

/**
 * True only if a JSON number certainly keeps every limit below. Most have no exponent and few digits, and need no
 * parsing.
 */
export function isOrdinary(text: string): boolean {
  if (text.includes('e') || text.includes('E')) return false;
  const point = text.indexOf('.');
  const whole = point === -1 ? text.length : point;
  return whole <= 15 && text.length - whole - 1 <= maxDecimals;
}

/** The limit is 1e15, in absolute value. */
export function isBelowLimit(text: string): boolean {
  const { digits, scale } = parse(text);
  return digits === '' || digits.length - scale <= 15;
}

/** False also for a zero whose exponent stands for too many zeros. */
export const hasFewDecimals = (text: string): boolean => Math.abs(parse(text).scale) <= maxDecimals;

/** Includes the zeros that an exponent stands for. */
export function digitsWrittenOut(text: string): number {
  const { digits, scale } = parse(text);
  return scale <= 0 ? Math.max(digits.length, 1) - scale : Math.max(digits.length - scale, 1) + scale;
}

export function isWhole(text: string): boolean {
  const { digits, scale } = parse(text);
  return scale <= 0 || /^0*$/.test(digits.slice(-scale));
}

/** Equal for every notation of a number: 1.50, 1.5 and 15e-1. */
export function canonical(text: string): string {
  const { negative, digits, scale } = parse(text);
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${negative ? '-' : ''}${significant}e${digits.length - significant.length - scale}`;
}
