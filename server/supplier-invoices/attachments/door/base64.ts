import { StringDecoder } from 'node:string_decoder';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import { ApiError, invalidBody } from '../../../errors/errors.ts';

const windowBytes = 64 * 1024;

const notBase64Letter = /[^A-Za-z0-9+/_-]/;

export const notBase64 = () => invalidBody([problemAt('content', 'text.base64')]);
const notJson = () => new ApiError('body.json', { why: 'somewhere' });

/** Accepts line breaks and missing padding; undefined if the text is not base64. */
export function decodeBase64(content: string): Buffer | undefined {
  const packed = (/\s/.test(content) ? content.replace(/\s+/g, '') : content).replace(/={1,2}$/, '');
  // Node would skip such a character, or decode half of one that is not ASCII.
  if (packed.length % 4 === 1 || notBase64Letter.test(packed)) return undefined;
  return Buffer.from(packed, 'base64');
}

/**
 * Decodes the base64 of a JSON string without its quotes, chunk by chunk, so that a long file is never in memory twice.
 */
export async function* decodeLong(content: Buffer, atOnce = windowBytes): AsyncGenerator<Buffer> {
  let left = '';
  let padding = '';
  for (const { text, isPlain } of unescaped(content, atOnce)) {
    const packed = isPlain ? text : text.replace(/\s+/g, '');
    const begin = padding === '' ? packed.indexOf('=') : 0;
    const letters = left + (begin === -1 ? packed : packed.slice(0, begin));
    if (begin !== -1) padding += packed.slice(begin);
    if ((!isPlain && notBase64Letter.test(letters)) || !/^={0,2}$/.test(padding)) throw notBase64();
    const whole = letters.length - (letters.length % 4);
    if (whole > 0) yield Buffer.from(letters.slice(0, whole), 'base64');
    left = letters.slice(whole);
  }
  if (left.length === 1) throw notBase64();
  if (left.length > 0) yield Buffer.from(left, 'base64');
}

interface Piece {
  text: string;
  /** Only base64 letters, as in most of a file. */
  isPlain: boolean;
}

export function* unescaped(content: Buffer, atOnce = windowBytes): Generator<Piece> {
  const decoder = new StringDecoder('utf8');
  let left = '';
  for (let at = 0; at < content.length; at += atOnce) {
    const text = left + decoder.write(content.subarray(at, at + atOnce));
    const end = beforeHalfEscape(text);
    yield pieceOf(text.slice(0, end));
    left = text.slice(end);
  }
  if (left !== '') throw notJson();
}

function pieceOf(text: string): Piece {
  if (!notBase64Letter.test(text)) return { text, isPlain: true };
  try {
    return { text: JSON.parse(`"${text}"`) as string, isPlain: false };
  } catch {
    throw notJson();
  }
}

/** The start of an escape that continues in the next chunk; the text's length if there is none. */
function beforeHalfEscape(text: string): number {
  const last = text.lastIndexOf('\\');
  if (last === -1 || text.length - last >= 6) return text.length;
  let backslashes = 1;
  while (text[last - backslashes] === '\\') backslashes += 1;
  const begins = backslashes % 2 === 1;
  return begins && (last === text.length - 1 || text[last + 1] === 'u') ? last : text.length;
}
