import { raw, sql, type Sql } from './sql.ts';

const wordCharacter = '[\\p{L}\\p{N}]';
const other = '[^\\p{L}\\p{N}]';
/** pg_trgm can look up three letters in a row, or fewer next to a word boundary. */
const hasGroup = new RegExp(`${wordCharacter}{3}|${other}${wordCharacter}|${wordCharacter}{2}${other}`, 'u');

/** The index helps only if the text has a letter or digit. */
export const searchable = `^.*${wordCharacter}.*$`;
const hasWord = new RegExp(wordCharacter, 'u');

/**
 * Characters before the start of a word. pg_trgm cannot optimise longer classes, such as "neither letter nor digit".
 */
const boundary = '[\n !-/:-@[-`{-~]';

/**
 * A condition that a column contains the text, in a form that a pg_trgm index supports. The column is in lower case and
 * begins with a line feed. The index stores groups of three characters, so a shorter text matches only at the start of
 * words, and one without letters or digits matches nothing.
 */
export function containsText(column: string, q: string): Sql {
  if (hasGroup.test(q)) return sql`${raw(column)} LIKE lower(${`%${q.replace(/[\\%_]/g, '\\$&')}%`})`;
  if (!hasWord.test(q)) return sql`false`;
  return sql`${raw(column)} ~ lower(${boundary + q.replace(new RegExp(other, 'gu'), '\\$&')})`;
}

/** `%` and `_` in the text are literal. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
