/** Escapes characters that would move a terminal's cursor, colour text or reverse its direction. */
export const printable = (text: string) =>
  text.replace(
    /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${(character.codePointAt(0) as number).toString(16).padStart(4, '0')}`,
  );
