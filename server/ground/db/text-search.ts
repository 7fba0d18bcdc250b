import { raw, sql, type Sql } from './sql.ts';

const wordCharacter = '[\\p{L}\\p{N}]';
const other = '[^\\p{L}\\p{N}]';
/** What pg_trgm can look up: three letters in a row, or fewer next to something that ends or begins a word. */
const hasGroup = new RegExp(`${wordCharacter}{3}|${other}${wordCharacter}|${wordCharacter}{2}${other}`, 'u');

/** At least one letter or digit: without one an index does not help, and nobody looks for it. */
export const searchable = `^.*${wordCharacter}.*$`;
const hasWord = new RegExp(wordCharacter, 'u');

/** What a word begins after. A longer list, such as “no letter and no digit”, is beyond what pg_trgm works out. */
const boundary = '[\n !-/:-@[-`{-~]';

/**
 * That a column contains what a person looks for, in a form that an index of pg_trgm answers. The column's text is in
 * lower case and begins with a line feed. The index keeps groups of three characters, so a shorter text is looked for at
 * the beginnings of words only, and one without any letter or digit is not found.
 */
export function containsText(column: string, q: string): Sql {
  if (hasGroup.test(q)) return sql`${raw(column)} LIKE lower(${`%${q.replace(/[\\%_]/g, '\\$&')}%`})`;
  if (!hasWord.test(q)) return sql`false`;
  return sql`${raw(column)} ~ lower(${boundary + q.replace(new RegExp(other, 'gu'), '\\$&')})`;
}

/** `%` and `_` mean themselves in what a person looks for. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
