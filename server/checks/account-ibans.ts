import { countrySpecs } from 'ibantools';
import { mayBeIban } from './numbers/iban.ts';

export interface FoundIban {
  iban: string;
  start: number;
  end: number;
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isLetter = (code: number) => code >= 97 && code <= 122;
const isCharacter = (code: number) => isDigit(code) || isLetter(code);

const placeOf = (first: number, second: number) => (first - 97) * 26 + second - 97;

/** By country: the length of an IBAN, negative if everything after its first letters is digits. */
const lengths = new Int8Array(26 * 26);
for (const [country, { chars, bban_regexp: form }] of Object.entries(countrySpecs))
  if (chars) {
    const letters = country.toLowerCase();
    lengths[placeOf(letters.charCodeAt(0), letters.charCodeAt(1))] = form?.includes('A-Z') ? chars : -chars;
  }

/** Two letters as one number, from 0 for aa. */
export const isCountryOfIban = (letters: number): boolean => lengths[letters] !== 0;

const none: readonly FoundIban[] = [];

/** Finds valid IBANs in a folded text. The separators between their characters do not matter. */
export function ibansIn(text: string): readonly FoundIban[] {
  let found: FoundIban[] | undefined;
  let first = 0;
  let second = 0;
  let letters = 0;
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isLetter(code)) {
      letters = digits > 0 ? 1 : letters + 1;
      digits = 0;
      first = second;
      second = at;
    } else if (isDigit(code)) {
      digits += 1;
      if (digits !== 2 || letters < 2) continue;
      const iban = ibanAt(text, first, lengths[placeOf(text.charCodeAt(first), text.charCodeAt(second))] as number);
      if (iban === undefined) continue;
      (found ??= []).push(iban);
      at = iban.end - 1;
    }
  }
  return found ?? none;
}

function ibanAt(text: string, start: number, length: number): FoundIban | undefined {
  const isNumeric = length < 0;
  const size = Math.abs(length);
  let iban = '';
  let end = start;
  for (; end < text.length && iban.length < size; end++) {
    const code = text.charCodeAt(end);
    if (isDigit(code)) iban += text[end];
    else if (!isLetter(code)) continue;
    else if (!isNumeric || iban.length < 2) iban += text[end];
    else {
      const digit = digitLike(text[end] as string);
      if (digit === undefined) return undefined;
      iban += digit;
    }
  }
  // A longer number is no IBAN. Letters and digits that stand together may be a key or an encoded file.
  if (iban.length < size || size === 0 || isDigit(text.charCodeAt(end))) return undefined;
  const isApart =
    !isCharacter(text.charCodeAt(end)) && (!isCharacter(text.charCodeAt(start - 1)) || text.endsWith('iban', start));
  if (!isNumeric && !isApart) return undefined;
  const value = iban.toUpperCase();
  return mayBeIban(value) ? { iban: value, start, end } : undefined;
}

/** A letter that looks like a digit. */
export const digitLike = (letter: string): string | undefined =>
  letter === 'o' ? '0' : letter === 'i' || letter === 'l' ? '1' : undefined;
