export const forbidden = /[^\t\n\r\x20-\uFFFD]/;

const start =
  ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const name = new RegExp(`[${start}][-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040${start}]*`, 'uy');
const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
const plainStart = ascii.map((character) => /[:A-Z_a-z]/.test(character));
const plain = ascii.map((character) => /[-.:\w]/.test(character));
const number = /&#(?:([0-9]{1,20})|x([0-9a-fA-F]{1,20}));/y;
const entities = ['amp;', 'lt;', 'gt;', 'quot;', 'apos;'];

/**
 * The end of the name that begins here; the same index if there is none. Nearly all names are ASCII; others are checked
 * again, because not every letter is allowed.
 */
export function endOfName(text: string, at: number): number {
  if (plainStart[text.charCodeAt(at)] === false) return at;
  let end = at;
  while (plain[text.charCodeAt(end)] === true) end += 1;
  if (!(text.charCodeAt(end) > 0x7f)) return end;
  name.lastIndex = at;
  return name.test(text) ? name.lastIndex : at;
}

export function isKnownReference(text: string, at: number): boolean {
  if (entities.some((entity) => text.startsWith(entity, at + 1))) return true;
  number.lastIndex = at;
  const [, decimal, hex] = number.exec(text) ?? [];
  return isCharacter(hex === undefined ? Number(decimal) : parseInt(hex, 16));
}

const isCharacter = (code: number) =>
  code === 0x9 ||
  code === 0xa ||
  code === 0xd ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
