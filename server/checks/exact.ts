/** An exact decimal: `units` of ten to the power of minus `scale`. 12.50 is 1250 units at scale 2. No amount passes through a float. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

/** Of a JSON number as it was written, or of a float that holds every digit of one. */
export function exactOf(written: string | number): Exact {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(written)) ?? [];
  const scale = fraction.length - Number(exponent);
  const units = BigInt(`${sign}${whole}${fraction}`);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

/** Written out without zeros at its end: 1568.75, -5.5, 100. */
export function plain({ units, scale }: Exact): string {
  const negative = units < 0n;
  const digits = String(negative ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
