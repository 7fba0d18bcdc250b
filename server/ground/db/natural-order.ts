import { inDefaultCollation } from './collation.ts';

const width = 20;

/**
 * SQL for a key that sorts numbers within a text by their value: P2 before P10. Runs of digits are padded to 20; case is
 * ignored, and å, ä and ö come after z. It equals the generated columns `…_sort`, which lists are sorted by.
 */
export const naturalOrder = (expression: string): string => `translate(lower(
  regexp_replace(regexp_replace(${inDefaultCollation(expression)}, '[0-9]+', '${'0'.repeat(width)}\\&', 'g'), '0+([0-9]{${width}})(?![0-9])', '\\1', 'g')),
  'åäö', '{|}') COLLATE "C"`;
