const maxShown = 80;

/** Cuts a caller's text, never inside a character, so that a message about a body is not larger than the body. */
export function short(text: string, maxLength = maxShown): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Also escapes invisible characters. */
export const visible = (text: string) => short(text).replace(invisible, escaped);

export const quoted = (text: string) => JSON.stringify(short(text)).replace(invisible, escaped);

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
