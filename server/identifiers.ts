import { faultOf, type Fault } from '../common/errors/catalogue.ts';

/**
 * Identifiers that partners and the company choose: supplier and project numbers, an invoice's externalReferenceId, a
 * work order's id, proposal ids, Idempotency-Keys. Those that look alike are equal: they are compared and stored in
 * Unicode NFC, trimmed. Case and inner white space are significant.
 */
const maxLength = 255;

/** Nearly every identifier is printable ASCII and needs no normalisation. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/;

export function identifierOf(text: string): string {
  return plain.test(text) ? text : text.trim().normalize('NFC');
}

/** Unicode NFKC: "１０４２" becomes "1042". A supplier cannot be registered if its number looks like an existing one. */
export const compatibleForm = (identifier: string): string =>
  plain.test(identifier) ? identifier : identifierOf(identifier.normalize('NFKC'));

/**
 * Controls, line ends, zero-width and bidirectional characters: invisible, so nobody could type the identifier again.
 * U+0000 is not among them, because no text may contain it. Migration 0011 has the same list.
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

/** White space at the ends is allowed. */
export function faultOfIdentifier(text: string): Fault | undefined {
  if (plain.test(text)) return undefined;
  const identifier = identifierOf(text);
  const [found] = hidden.exec(identifier) ?? [];
  if (found !== undefined) return faultOf('text.hidden', { character: nameOf(found) });
  // NFC can turn one character into three.
  return identifier.length > maxLength && Array.from(identifier).length > maxLength
    ? faultOf('text.long', { most: maxLength })
    : undefined;
}

const nameOf = (character: string) =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;

export function withIdentifiers(document: unknown, fields: readonly string[]): Record<string, unknown> {
  const copy = { ...(document as Record<string, unknown>) };
  for (const field of fields) if (typeof copy[field] === 'string') copy[field] = identifierOf(copy[field]);
  return copy;
}

/** PostgreSQL's btrim must remove the same characters as String.trim. */
const blanks = String.raw`U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'`;

/** The first test excludes most rows. */
export const isInvalidIdentifier = (column: string) =>
  `(${column} !~ '^[!-~]([ -~]*[!-~])?$' AND (${column} <> normalize(btrim(${column}, ${blanks}), NFC) OR ${column} ~ '${classOf((code) => `\\U${code.toString(16).padStart(8, '0')}`)}'))`;
