import { isPrintableAscii } from '../../common/numbers/digits.ts';

/** What a name says besides who it is: legal forms, and words that only join others. Without accents. */
const left = new Set(
  (
    'och and et und & + ' +
    'ab aktiebolag aktiebolaget hb handelsbolag handelsbolaget kb kommanditbolag kommanditbolaget ef ekfor publ ' +
    'ltd limited plc llc llp inc incorporated corp corporation gmbh ag kg kgaa as asa aps oy oyj bv nv sa sas sarl srl spa ou uab sia'
  ).split(' '),
);
/** The same in two words. */
const leftPairs = new Set([
  'ek for',
  'ekonomisk forening',
  'enskild firma',
  'i likvidation',
  'i konkurs',
  'sp zoo',
  'private limited',
]);

/** Letters that no accent can be taken from. */
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

/** Without case and accents. */
const spelledOut = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øæœßłđðþ]/g, (letter) => letters[letter] as string);

/** The words of a company's name that tell it from others, without case, accents, punctuation and legal form. */
export function wordsOf(name: string): string[] {
  const words = isPrintableAscii.test(name)
    ? name.toLowerCase().match(/[a-z0-9]+/g)
    : spelledOut(name).match(/[\p{L}\p{N}]+/gu);
  if (words === null) return [];
  const told = withoutForms(spelledTogether(words));
  // A name that is nothing else is a name all the same.
  return told.length > 0 ? told : words.slice(0, 1);
}

/** Single letters make one word, so that A/S and S.A. are AS and SA. */
function spelledTogether(words: readonly string[]): string[] {
  const together: string[] = [];
  let isSpelling = false;
  for (const word of words) {
    if (left.has(word)) continue;
    const isLetter = word.length === 1;
    if (isLetter && isSpelling) together[together.length - 1] += word;
    else together.push(word);
    isSpelling = isLetter;
  }
  return together;
}

function withoutForms(words: readonly string[]): string[] {
  const told: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (leftPairs.has(`${word} ${words[at + 1]}`)) at += 1;
    else if (!left.has(word)) told.push(word);
  }
  return told;
}

/** A name as it is compared exactly. */
export const nameKey = (name: string): string => wordsOf(name).join('');

const shortest = 4;

/** Whether two names may well be those of one company: they differ in no more than how the same name gets written. */
export function areAlike(a: string, b: string): boolean {
  if (a === b) return true;
  const words = { a: wordsOf(a), b: wordsOf(b) };
  const joined = { a: words.a.join(''), b: words.b.join('') };
  // A name without a letter says nothing.
  if (joined.a === joined.b || joined.a === '' || joined.b === '') return true;
  const length = Math.min(joined.a.length, joined.b.length);
  if (length < shortest) return words.a.length > 1 && isSameInOrder(words.a, words.b);
  return (
    isBeginningOf(words.a, words.b) ||
    isBeginningOf(words.b, words.a) ||
    isSameInOrder(words.a, words.b) ||
    isSlip(joined.a, joined.b, length)
  );
}

const isBeginningOf = (some: readonly string[], all: readonly string[]) =>
  some.length < all.length && some.every((word, at) => word === all[at]);

const isSameInOrder = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.toSorted().join(' ') === b.toSorted().join(' ');

/** Companies that are told apart by a number are no slip of each other. */
function isSlip(a: string, b: string, length: number): boolean {
  const most = length <= 7 ? 1 : length <= 15 ? 2 : 3;
  return numbersIn(a) === numbersIn(b) && isWithin(a, b, most);
}

const numbersIn = (text: string) => text.replace(/\P{N}+/gu, ' ').trim();

/** Whether one text becomes the other by so many letters left out, added or replaced. Only places that near to each other are compared. */
function isWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  // The costs of the row before, of places from -most to +most beside the same one.
  const width = 2 * most + 1;
  const far = most + 1;
  let before = Array.from({ length: width }, (_, at) => (at < most ? far : at - most));
  let costs = before.slice();
  for (let row = 1; row <= a.length; row++) {
    costs.fill(far);
    let least = far;
    for (let at = 0; at < width; at++) {
      const column = row + at - most;
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
    if (least > most) return false;
    [before, costs] = [costs, before];
  }
  return (before[b.length - a.length + most] as number) <= most;
}
