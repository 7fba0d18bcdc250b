import { joined, raw, sql, type Sql } from './sql.ts';

const wordCharacter = '[\\p{L}\\p{N}]';
const other = '[^\\p{L}\\p{N}]';
/** pg_trgm can look up three letters in a row, or fewer next to a word boundary. */
const hasGroup = new RegExp(`${wordCharacter}{3}|${other}${wordCharacter}|${wordCharacter}{2}${other}`, 'u');

/**
 * For a text in a query: the index helps only if it has a letter or digit. Python, Go and PHP read no class of these in
 * a pattern, so it refuses ASCII without one; other characters may match nothing.
 */
export const searchable = '^.*[^\\x00-/:-@\\[-`{-\\x7f].*$';
const hasWord = new RegExp(wordCharacter, 'u');

/**
 * Characters before the start of a word. pg_trgm cannot optimise longer classes, such as "neither letter nor digit".
 */
const boundary = '[\n !-/:-@[-`{-~]';

const unaccented = (expression: string) => `replace(replace(replace(replace(translate(
  regexp_replace(lower(normalize(${expression}, NFD)), '[\\u0300-\\u036F]', '', 'g'),
  'øØłŁđĐðÐı', 'oollddddi'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')`;

/**
 * SQL for a text in lower case and without accents. Migration 0024 has the same expression. Most texts are ASCII, for
 * which lower() does the same in a tenth of the time.
 */
export const folded = (expression: string): string =>
  `(SELECT CASE WHEN octet_length(plain) = char_length(plain) THEN lower(plain) ELSE ${unaccented('plain')} END FROM (SELECT ${expression} AS plain) AS given)`;

const foldedValue = (value: string): Sql => sql`${raw(before)}${value}::text${raw(after)}`;
const [before = '', after = ''] = unaccented('|').split('|');

/** In JavaScript, for the order of matches and for the length of a word. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036F]/g, '');

/** More words would make a statement of unbounded size. */
const maxWords = 8;

/**
 * The words of a search, all of which must match. Words without a letter or digit are left out if there are others. From
 * the eighth word on, the rest is searched as one text.
 */
export function wordsIn(q: string): string[] {
  const withWord = q.split(/\s+/).filter((word) => hasWord.test(word));
  const words = withWord.length > 0 ? withWord : [q];
  return words.length <= maxWords ? words : [...words.slice(0, maxWords - 1), words.slice(maxWords - 1).join(' ')];
}

/**
 * A condition that a column contains the text, in a form that a pg_trgm index supports. The column is folded and begins
 * with a line feed. The index stores groups of three characters, so a shorter text matches only at the start of words,
 * and one without letters or digits matches nothing.
 */
export function containsText(column: string, q: string): Sql {
  const text = withoutAccents(q);
  if (hasGroup.test(text)) return sql`${raw(column)} LIKE ${foldedValue(containing(text))}`;
  if (!hasWord.test(text)) return sql`false`;
  return sql`${raw(column)} ~ ${foldedValue(boundary + text.replace(new RegExp(other, 'gu'), '\\$&'))}`;
}

export const containsWords = (column: string, q: string): Sql =>
  joined(
    wordsIn(q).map((word) => containsText(column, word)),
    ' AND ',
  );

/** For tables so small that they need no index: also what was typed as a whole, however short its words. */
export const includesWords = (expression: string, q: string): Sql =>
  sql`(${raw(folded(expression))} LIKE ${foldedValue(containing(q.trim()))} OR ${containsWords(`(chr(10) || ${folded(expression)})`, q)})`;

/** Whether a text begins with what was typed, without regard to case and accents. */
export const beginsWith = (expression: string, typed: string): Sql =>
  sql`starts_with(${raw(folded(expression))}, ${foldedValue(typed)})`;
export const isEqual = (expression: string, typed: string): Sql =>
  sql`${raw(folded(expression))} = ${foldedValue(typed)}`;

/** `%` and `_` in the text are literal. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
