import { isPrintableAscii } from '../../common/numbers/digits.ts';

/** Legal forms and conjunctions, without accents. */
const ignoredWords = new Set(
  (
    'och and et und & + ' +
    'ab aktiebolag aktiebolaget hb handelsbolag handelsbolaget kb kommanditbolag kommanditbolaget ef ekfor publ ' +
    'ltd limited plc llc llp inc incorporated corp corporation gmbh ag kg kgaa as asa aps oy oyj bv nv sa sas sarl srl spa ou uab sia'
  ).split(' '),
);
const ignoredPairs = new Set([
  'ek for',
  'ekonomisk forening',
  'enskild firma',
  'i likvidation',
  'i konkurs',
  'sp zoo',
  'private limited',
]);

/** Letters that NFKD does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

const withoutAccents = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øæœßłđðþ]/g, (letter) => letters[letter] as string);

/** Ignores case, accents, punctuation and the legal form. */
export function wordsOf(name: string): string[] {
  const words = isPrintableAscii.test(name)
    ? name.toLowerCase().match(/[a-z0-9]+/g)
    : withoutAccents(name).match(/[\p{L}\p{N}]+/gu);
  if (words === null) return [];
  const distinctive = withoutForms(joinLetters(words));
  // A name of legal forms only keeps its first word.
  return distinctive.length > 0 ? distinctive : words.slice(0, 1);
}

/** Joins single letters to one word, so that A/S and S.A. become AS and SA. */
function joinLetters(words: readonly string[]): string[] {
  const joined: string[] = [];
  let isSpelling = false;
  for (const word of words) {
    if (ignoredWords.has(word)) continue;
    const isLetter = word.length === 1;
    if (isLetter && isSpelling) joined[joined.length - 1] += word;
    else joined.push(word);
    isSpelling = isLetter;
  }
  return joined;
}

function withoutForms(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (ignoredPairs.has(`${word} ${words[at + 1]}`)) at += 1;
    else if (!ignoredWords.has(word)) kept.push(word);
  }
  return kept;
}

export const nameKey = (name: string): string => wordsOf(name).join('');

/** Shorter names are alike only if their words are the same. */
const minLength = 4;

export function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const words = { a: wordsOf(a), b: wordsOf(b) };
  const joined = { a: words.a.join(''), b: words.b.join('') };
  // A name without letters and digits cannot be compared.
  if (joined.a === joined.b || joined.a === '' || joined.b === '') return true;
  const length = Math.min(joined.a.length, joined.b.length);
  if (length < minLength) return words.a.length > 1 && isSameInOrder(words.a, words.b);
  return (
    isBeginningOf(words.a, words.b) ||
    isBeginningOf(words.b, words.a) ||
    isSameInOrder(words.a, words.b) ||
    isTypo(joined.a, joined.b, length)
  );
}

const isBeginningOf = (some: readonly string[], all: readonly string[]) =>
  some.length < all.length && some.every((word, at) => word === all[at]);

const isSameInOrder = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.toSorted().join(' ') === b.toSorted().join(' ');

/** Names that differ in a number belong to different companies. */
function isTypo(a: string, b: string, length: number): boolean {
  const max = length <= 7 ? 1 : length <= 15 ? 2 : 3;
  return numbersIn(a) === numbersIn(b) && isWithin(a, b, max);
}

const numbersIn = (text: string) => text.replace(/\P{N}+/gu, ' ').trim();

/** Whether the Levenshtein distance is at most `max`. Computes only a band of that width around the diagonal. */
function isWithin(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false;
  // The costs of the previous row in the columns from -max to +max around the diagonal.
  const width = 2 * max + 1;
  const far = max + 1;
  let before = Array.from({ length: width }, (_, at) => (at < max ? far : at - max));
  let costs = before.slice();
  for (let row = 1; row <= a.length; row++) {
    costs.fill(far);
    let least = far;
    for (let at = 0; at < width; at++) {
      const column = row + at - max;
      if (column < 0 || column > b.length) continue;
      const cost =
        column === 0
          ? row
          : Math.min(
              (before[at] as number) + (a[row - 1] === b[column - 1] ? 0 : 1),
              (before[at + 1] ?? far) + 1,
              (costs[at - 1] ?? far) + 1,
            );
      costs[at] = cost;
      if (cost < least) least = cost;
    }
    if (least > max) return false;
    [before, costs] = [costs, before];
  }
  return (before[b.length - a.length + max] as number) <= max;
}
