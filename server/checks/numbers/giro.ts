import { digitsIn, wrongNumber, type Why } from '../../../common/numbers/digits.ts';

export const wrongBankGiro = (text: string): Why | undefined => wrongNumber(text, 7, 8);

export const wrongPostGiro = (text: string): Why | undefined => wrongNumber(text, 2, 8);

/** A bank giro or post giro as it is compared: its digits without zeros before them. Empty where the text names no account. */
export function giroKey(text: string): string {
  const digits = digitsIn(text);
  let from = 0;
  while (digits[from] === '0') from += 1;
  return digits.slice(from);
}
