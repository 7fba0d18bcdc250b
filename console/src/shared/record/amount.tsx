import type { ReactNode } from 'react';
import { shortDigits } from '../../../../common/amounts.ts';
import { digitsOf, type Num } from '../../exact.ts';
import { useFormat } from '../../format.ts';

/** A number that a program computed as a float may have many decimals: it is rounded, and its title has every digit. */
export function shortened(value: string | Num, words: (digits: string | Num) => string): ReactNode {
  const short = shortDigits(typeof value === 'string' ? value : digitsOf(value));
  return short === undefined ? words(value) : <span title={words(value)}>≈ {words(short)}</span>;
}

interface Props {
  value: string | Num | null | undefined;
  currency?: string | null | undefined;
}

export function Amount({ value, currency }: Props) {
  const format = useFormat();
  return value !== null && value !== undefined && shortened(value, (digits) => format.amount(digits, currency));
}
