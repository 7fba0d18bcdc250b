import { confusables } from './confusables.ts';
import { asciiDigits } from './numerals.ts';
import { withoutInvisible } from './visible.ts';

const isAscii = /^[\0-\x7f]*$/;
/** Nothing in such a text is invisible. */
const isWesternEuropean = /^[ -~À-ÿ]*$/;

/** White space, and characters that are drawn as a blank. Nobody sees spaces of a sixth of an em or less. */
const blanks = /(?:(?![\u2006\u2008-\u200a\u202f\u205f])[\p{White_Space}\u2800\u3164\u115f\u1160\uffa0])+/gu;

const asciiWord = /[a-z0-9]+/g;
/** Modifier letters that have no compatible letter look like accents and dashes. */
const word = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]+/gu;

let decoded: ReadonlyMap<string, string> | undefined;

function lookOf(character: string): string {
  decoded ??= decode();
  return decoded.get(character) ?? character;
}

function decode(): Map<string, string> {
  const looks = new Map<string, string>();
  for (const group of confusables.split(' ')) {
    const [look = '', codes = ''] = group.split(':');
    let code = 0;
    for (const step of codes.split('.')) looks.set(String.fromCodePoint((code += parseInt(step, 36))), look);
  }
  return looks;
}

/** Some signs that Unicode calls marks stand alone and look like letters. */
const withoutMarks = (text: string): string =>
  text.replace(/\p{M}/gu, (mark) => (lookOf(mark) === mark ? '' : lookOf(mark)));

/** A digit of another script has its value, unless it looks like an ASCII digit. */
const digitOf = (character: string): string =>
  /\d/.test(lookOf(character)) ? lookOf(character) : asciiDigits(character);

const readDigits = (text: string): string => text.replace(/[^\0-\x7f]/gu, digitOf);
const readLooks = (text: string): string => text.replace(/[^\0-\x7f]/gu, lookOf);

/** Digits beside a letter may be letters in disguise. */
const readDigitsInWords = (text: string): string =>
  text.replace(/[\p{N}一]+/gu, (digits, at: number) =>
    /\p{L}$/u.test(text.slice(Math.max(0, at - 2), at)) ||
    /^\p{L}/u.test(text.slice(at + digits.length, at + digits.length + 2))
      ? readLooks(digits)
      : digits,
  );

/** In lower case, with punctuation and single spaces. */
function plain(text: string, isNumber: boolean): string {
  const visible = isWesternEuropean.test(text) ? text : withoutInvisibleInWords(text);
  const plainLetters = visible.normalize('NFD').replace(/[\u0300-\u036f]+/g, '');
  if (isAscii.test(plainLetters)) return plainLetters.toLowerCase();
  const bare = withoutMarks(plainLetters);
  const letters = readLooks(readDigits(isNumber ? bare : readDigitsInWords(bare)));
  // Some characters look like a Latin letter in one case only, so both cases are read.
  return readLooks(readLooks(withoutMarks(letters.normalize('NFKD'))).toLowerCase());
}

const withoutInvisibleInWords = (text: string): string => text.split(blanks).map(withoutInvisible).join(' ');

const wordsIn = (text: string, isNumber: boolean): string[] =>
  (isAscii.test(text) ? text.toLowerCase().match(asciiWord) : plain(text, isNumber).match(word)) ?? [];

/** The words of `skeletonOf`. */
export const skeletonWords = (text: string): string[] => wordsIn(text, false);

/**
 * How a text looks to a person, for comparing texts that somebody may mistake for each other: in lower case, without
 * invisible characters, accents, spaces and punctuation, with Latin letters and ASCII digits for characters that look
 * like them (UTS 39). ASCII letters and digits stay as they are.
 */
export const skeletonOf = (text: string): string => skeletonWords(text).join('');

/** The same for an identifier, in which a digit of another script has its value also beside letters. */
export const skeletonOfNumber = (number: string): string => wordsIn(number, true).join('');
