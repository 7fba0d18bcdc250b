/** An exact fraction, so that tests share no arithmetic with the tested code. */
export type Rational = readonly [numerator: bigint, denominator: bigint];

const factor = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : factor(b, a % b));

const reduced = (numerator: bigint, denominator: bigint): Rational => {
  const common = factor(numerator, denominator) || 1n;
  return [numerator / common, denominator / common];
};

export const zero: Rational = [0n, 1n];

export function rational(number: number | string): Rational {
  const [whole = '', fraction = ''] = String(number).split('.');
  return reduced(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

export const plus = ([a, b]: Rational, [c, d]: Rational): Rational => reduced(a * d + c * b, b * d);
export const negative = ([a, b]: Rational): Rational => [-a, b];
export const minus = (a: Rational, b: Rational): Rational => plus(a, negative(b));
export const times = ([a, b]: Rational, [c, d]: Rational): Rational => reduced(a * c, b * d);
export const over = (a: Rational, [c, d]: Rational): Rational => times(a, c < 0n ? [-d, -c] : [d, c]);
export const percent = (rate: Rational): Rational => over(rate, [100n, 1n]);
export const size = (a: Rational): Rational => (a[0] < 0n ? negative(a) : a);
export const sum = (amounts: readonly Rational[]): Rational => amounts.reduce(plus, zero);
export const isZero = ([a]: Rational): boolean => a === 0n;
export const isLess = (a: Rational, b: Rational): boolean => minus(a, b)[0] < 0n;
export const isAtMost = (a: Rational, b: Rational): boolean => !isLess(b, a);
export const isSame = (a: Rational, b: Rational): boolean => isZero(minus(a, b));

/** The results differ only for an exact half. */
export const roundings = ['halfUp', 'halfDown', 'halfEven'] as const;
export type Rounding = (typeof roundings)[number];

/** Up is away from zero. */
export function rounded(amount: Rational, decimals: number, rounding: Rounding = 'halfUp'): Rational {
  const scale = 10n ** BigInt(decimals);
  const [numerator, denominator] = times(size(amount), [scale, 1n]);
  const whole = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const isUp =
    twice === denominator
      ? rounding === 'halfUp' || (rounding === 'halfEven' && whole % 2n === 1n)
      : twice > denominator;
  const result = reduced(isUp ? whole + 1n : whole, scale);
  return amount[0] < 0n ? negative(result) : result;
}

/** As a JSON number with at most twelve decimals. */
export const numberOf = ([numerator, denominator]: Rational): number => {
  const units = (numerator * 10n ** 12n) / denominator;
  const digits = String(units < 0n ? -units : units).padStart(13, '0');
  return Number(`${units < 0n ? '-' : ''}${digits.slice(0, -12)}.${digits.slice(-12)}`);
};
