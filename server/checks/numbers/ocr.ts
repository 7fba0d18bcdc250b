import { wrongNumber, type Why } from '../../../common/numbers/digits.ts';

/**
 * Why a text is not an OCR number. Its last digit is the check digit; that the digit before it tells the length is an agreement
 * of the payee, which nobody else knows, so it is not asked for. A text with letters is a reference of another kind.
 */
export function wrongOcr(text: string): Why | undefined {
  const why = wrongNumber(text, 2, 25);
  return why === 'characters' && /\p{L}/u.test(text) ? undefined : why;
}
