import { short } from '../../../../common/errors/short.ts';

/** What the body of an error has at the most, whatever was sent. */
const mostBytes = 16 * 1024;

/** A message that fits into the body of an error: all of ours do, and this is what makes sure of it. */
export function fitting(message: string): string {
  // Six bytes of JSON are the most that a character takes.
  if (message.length * 6 < mostBytes - 256) return message;
  let text = message;
  while (Buffer.byteLength(JSON.stringify(text)) > mostBytes - 256) text = short(text, Math.floor(text.length * 0.8));
  return text;
}
