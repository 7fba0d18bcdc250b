import { foldAlike } from './looks.ts';
import { skeletonWords } from '../../common/text/skeleton.ts';

const conjunctions = ['och', 'and', 'et', 'und'];

/** The legal forms that all comparisons of names ignore, as skeletons. */
export const legalForms = [
  ...'ab,aktiebolag,aktiebolaget,hb,handelsbolag,handelsbolaget,kb,kommanditbolag,kommanditbolaget,publ'.split(','),
  ...'ef,enskild firma,ekfor,ek for,ek forening,ekonomisk forening,ideell forening,upa,europabolag'.split(','),
  ...'i likvidation,under likvidation,i konkurs,under konkurs'.split(','),
  ...'under rekonstruktion,under foretagsrekonstruktion'.split(','),
  ...'ltd,limited,private limited,plc,llc,llp,inc,incorporated,corp,corporation,pty,gmbh,ag,kg,kgaa,ohg'.split(','),
  ...'as,asa,aps,oy,oyj,bv,nv,bvba,sa,sas,sarl,srl,spa,lda,ou,uab,sia,kft,sro,doo,sp zoo'.split(','),
];

interface IgnoredWords {
  words: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
}

function ignoredWords(fold: (word: string) => string): IgnoredWords {
  const all = [...conjunctions, ...legalForms].map(fold);
  return {
    words: new Set(all.filter((form) => !form.includes(' '))),
    pairs: new Set(all.filter((form) => form.includes(' '))),
  };
}

const asWritten = ignoredWords((word) => word);
const asSeen = ignoredWords(foldAlike);

/** Ignores case, accents, punctuation and the legal form. */
const wordsOf = (name: string): string[] => distinctive(skeletonWords(name), asWritten);

function distinctive(words: readonly string[], forms: IgnoredWords): string[] {
  const kept = withoutForms(joinLetters(words, forms.words), forms);
  if (kept.length > 0) return kept;
  // A name of legal forms only, such as SAS AB, keeps its longest word.
  const longest = withoutForms(words, { ...forms, words: none }).toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined ? words.slice(0, 1) : [longest];
}

const none: ReadonlySet<string> = new Set();

/** Joins single letters to one word, so that A/S and S.A. become AS and SA. */
function joinLetters(words: readonly string[], forms: ReadonlySet<string>): string[] {
  const joined: string[] = [];
  let isSpelling = false;
  for (const word of words) {
    if (forms.has(word)) continue;
    const isLetter = word.length === 1;
    if (isLetter && isSpelling) joined[joined.length - 1] += word;
    else joined.push(word);
    isSpelling = isLetter;
  }
  return joined;
}

function withoutForms(words: readonly string[], { words: single, pairs }: IgnoredWords): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (pairs.has(`${word} ${words[at + 1]}`)) at += 1;
    else if (!single.has(word)) kept.push(word);
  }
  return kept;
}

/**
 * For changes of a name: another spelling of it is no change. Letters that only look alike are one, so that nobody
 * disguises a name unnoticed.
 */
export const nameKey = (name: string): string =>
  distinctive(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
    asWritten,
  ).join('');

/** Longer forms first, because some end in a shorter one. */
const endings = legalForms
  .map((form) => foldAlike(form).replace(' ', ''))
  .toSorted((one, other) => other.length - one.length);

const and = foldAlike('och');

/**
 * Two suppliers whose names have the same look are easily mistaken for each other. A legal form also counts without a
 * space before it, and a conjunction without spaces around it.
 */
export function nameLook(name: string): string {
  let look = distinctive(skeletonWords(name).map(foldAlike), asSeen).join('');
  const withoutAnd = look.replaceAll(and, '');
  if (withoutAnd.length >= minLength) look = withoutAnd;
  for (;;) {
    const ending = endings.find((form) => look.endsWith(form) && look.length - form.length >= minLength);
    if (ending === undefined) return look;
    look = look.slice(0, -ending.length);
  }
}

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
