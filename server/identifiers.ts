import { faultOf, type Fault } from '../common/errors/catalogue.ts';

/**
 * What partners and the company tell records apart by: supplier and project numbers, an invoice's externalReferenceId, a work
 * order's id, proposal ids, Idempotency-Keys. Two that look alike are one: they are compared and stored in Unicode NFC, without
 * white space at their ends. Upper and lower case differ, and so does white space inside.
 */
const longest = 255;

/** Nearly every identifier is ASCII that can be seen, and is what it is already. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/;

export function identifierOf(text: string): string {
  return plain.test(text) ? text : text.trim().normalize('NFC');
}

/** The same identifier without compatibility forms: "１０４２" is "1042". A supplier may not be registered beside one whose number looks the same. */
export const compatibleForm = (identifier: string): string =>
  plain.test(identifier) ? identifier : identifierOf(identifier.normalize('NFKC'));

/**
 * Controls, line ends, and whatever has no width or only turns the direction of writing: nobody sees it, so nobody can type the
 * identifier again. U+0000 is not among them, since no text at all may have it. The migration 0011 has the same.
 */
const hiddenRanges = [
  [0x01, 0x1f],
  [0x7f, 0x9f],
  [0xad],
  [0x34f],
  [0x61c],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe0fff],
];
const classOf = (escape: (code: number) => string) =>
  `[${hiddenRanges.map((ends) => ends.map(escape).join('-')).join('')}]`;
const hidden = new RegExp(
  classOf((code) => `\\u{${code.toString(16)}}`),
  'u',
);

/** What is wrong with an identifier; undefined where nothing is. White space at its ends is not. */
export function faultOfIdentifier(text: string): Fault | undefined {
  if (plain.test(text)) return undefined;
  const identifier = identifierOf(text);
  const [found] = hidden.exec(identifier) ?? [];
  if (found !== undefined) return faultOf('text.hidden', { character: nameOf(found) });
  // Of some characters NFC makes three.
  return identifier.length > longest && Array.from(identifier).length > longest
    ? faultOf('text.long', { most: longest })
    : undefined;
}

const nameOf = (character: string) =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;

/** A document with some of its fields as identifiers, to be compared with another one. */
export function withIdentifiers(document: unknown, fields: readonly string[]): Record<string, unknown> {
  const copy = { ...(document as Record<string, unknown>) };
  for (const field of fields) if (typeof copy[field] === 'string') copy[field] = identifierOf(copy[field]);
  return copy;
}

/** What String.trim removes, for PostgreSQL's btrim. */
const blanks = String.raw`U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'`;

/** For SQL: that a column holds what no identifier is. Most are ruled out by the first test. */
export const isNoIdentifier = (column: string) =>
  `(${column} !~ '^[!-~]([ -~]*[!-~])?$' AND (${column} <> normalize(btrim(${column}, ${blanks}), NFC) OR ${column} ~ '${classOf((code) => `\\U${code.toString(16).padStart(8, '0')}`)}'))`;
