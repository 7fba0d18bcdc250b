/** An exact decimal: `units` of ten to the power of minus `scale`. 12.50 is 1250 units at scale 2. No amount passes through a float. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

/** A decimal of so few digits is written by only one float, and is the shortest that this float can be written as. */
const mostHundredths = 1e15;

/** Of a JSON number as it was written, or of a float that holds every digit of one. */
export function exactOf(written: string | number): Exact {
  if (typeof written === 'string') return parsed(written);
  if (Number.isSafeInteger(written)) return { units: BigInt(written), scale: 0 };
  const hundredths = Math.round(written * 100);
  return hundredths / 100 === written && Math.abs(hundredths) < mostHundredths
    ? { units: BigInt(hundredths), scale: 2 }
    : parsed(String(written));
}

function parsed(written: string): Exact {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const scale = fraction.length - Number(exponent);
  const units = BigInt(`${sign}${whole}${fraction}`);
  return scale >= 0 ? { units, scale } : { units: units * tenTo(-scale), scale: 0 };
}

/** As many as a line can need: price, quantity, discount and VAT may have thirty decimals each. Others are computed, which takes far longer. */
const powers = Array.from({ length: 140 }, (_, exponent) => 10n ** BigInt(exponent));

export const tenTo = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent);

/** The units of a decimal at another scale, which must not be smaller than its own. */
export const unitsAt = (scale: number, exact: Exact): bigint =>
  exact.scale === scale ? exact.units : exact.units * tenTo(scale - exact.scale);

export const absolute = (units: bigint): bigint => (units < 0n ? -units : units);

/** The whole number next to a fraction whose denominator is positive. Where two are equally near, the one further from zero. */
export function divided(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const twice = 2n * (numerator - whole * denominator);
  if (twice >= denominator) return whole + 1n;
  return twice <= -denominator ? whole - 1n : whole;
}

/** Written out with at least so many decimals, and none of the zeros after those: 1250.00, 99.995. */
export function written(units: bigint, scale: number, leastDecimals: number): string {
  const negative = units < 0n;
  const digits = String(negative ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  let end = digits.length;
  while (end > point + leastDecimals && digits.charCodeAt(end - 1) === zero) end--;
  const fraction = digits.slice(point, end).padEnd(leastDecimals, '0');
  return `${negative ? '-' : ''}${digits.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

const zero = 48;

/** Written out without zeros at its end: 1568.75, -5.5, 100. */
export const plain = ({ units, scale }: Exact): string => written(units, scale, 0);
