import { divided, written } from '../../../common/decimal.ts';
import type { Precision } from './precision.ts';

/** An amount at the scale of the precision, written with the decimals of the currency at least. */
export const write = (amount: bigint, { scale, minor }: Precision): string => written(amount, scale, minor);

/** To the minor unit. */
export const round = (amount: bigint, { unit }: Precision): bigint => divided(amount, unit) * unit;

/** What a finding tells of figures that do not fit. */
export function figures(sent: bigint, exact: bigint, precision: Precision) {
  const expected = round(exact, precision);
  return {
    expected: write(expected, precision),
    sent: write(sent, precision),
    difference: write(sent - expected, precision),
  };
}
