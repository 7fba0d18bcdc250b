import { withoutAccents } from '../db/text-search.ts';

/** A word as the index of files has it: letters and digits in lower case, without accents. */
export const plainWord = (word: string): string =>
  withoutAccents(word.normalize('NFKC').toLowerCase()).replace(/[^\p{L}\p{N}]/gu, '');

/** Shorter words are in nearly every file. */
export const minWordLength = 3;
