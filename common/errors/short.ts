const maxShown = 80;

/** Cuts a caller's text, never inside a character, so that a message about a body is not larger than the body. */
export function short(text: string, maxLength = maxShown): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Also escapes invisible characters. */
export const quoted = (text: string) => JSON.stringify(short(text)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);

const escaped = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
