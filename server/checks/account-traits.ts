import { foldedText } from '../../common/text/folded.ts';
import { isCountryOfIban } from './account-ibans.ts';

/** The result of one pass over a text. */
export interface TextTraits {
  digits: number;
  mayHaveIban: boolean;
  mayMentionPayment: boolean;
}

/** Letters from 0, digits from 26. */
const separator = 36;
/** A character that may be a digit of another script, or hide one. */
const odd = 37;

const classOf = (code: number): number =>
  code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? code - 22 : separator;

/** ASCII and the letters of Latin alphabets, which hide no digits. */
const classes = Uint8Array.from({ length: 0x250 }, (_, unit) =>
  (unit >= 32 && unit < 127) || unit >= 0xc0 ? classOf(foldedText(String.fromCharCode(unit)).charCodeAt(0)) : odd,
);

const maxClassified = classes.length;

/** Three neighbours with which each alternative of `mentionsPayment` begins. A hyphen stands for every separator. */
const starts = (
  'gir glr g1r iba lba 1ba bba kon kto acc cle sor bet pay rem ove tra dep ins til rek b-g p-g ' +
  [...'0123456789-'].flatMap((before) => [`${before}bg`, `${before}pg`]).join(' ')
).split(' ');
const placeOf = (first: number, second: number, third: number) => (first * 37 + second) * 37 + third;
const isStart = new Uint8Array(37 ** 3);
for (const start of starts) {
  const [first = 0, second = 0, third = 0] = [...start].map((character) => classOf(character.charCodeAt(0)));
  isStart[placeOf(first, second, third)] = 1;
}

/** A word may be written in single letters: three of them with separators around. */
const minSingleLetters = 3;

/**
 * Most texts are dismissed by this, because the whole search takes ten times as long. Undefined if a character needs to
 * be read more closely.
 */
export function traitsOf(text: string): TextTraits | undefined {
  let digits = 0;
  let starts = 0;
  let singleLetters = 0;
  let mayHaveIban = false;
  let first = separator;
  let second = separator;
  // The last two letters, and the digits after them, whatever separates them.
  let letter = 0;
  let letterBefore = 0;
  let digitsAfter = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const third = unit < maxClassified ? (classes[unit] as number) : odd;
    if (third < 26) {
      letterBefore = letter;
      letter = third;
      digitsAfter = 0;
    } else if (third < separator) {
      digits += 1;
      if (++digitsAfter === 2) mayHaveIban ||= isCountryOfIban(letterBefore * 26 + letter);
    } else if (third === odd) return undefined;
    else if (second < 26 && first === separator) singleLetters += 1;
    starts |= isStart[placeOf(first, second, third)] as number;
    first = second;
    second = third;
  }
  return { digits, mayHaveIban, mayMentionPayment: starts !== 0 || singleLetters >= minSingleLetters };
}
