/** As much of a name or a value as a message shows. */
const longestShown = 80;

/**
 * A text that somebody sent, as it may stand in a message, a problem or a log line: cut where it is long, so that what is said
 * of a body is never larger than the body, and never in the middle of a character.
 */
export function short(text: string, most = longestShown): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The same in quotes, so that a blank at its end shows, and with whatever cannot be seen written out. */
export const quoted = (text: string) => JSON.stringify(short(text)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);

const escaped = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
