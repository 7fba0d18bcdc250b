import { isAscii } from 'node:buffer';
import { maskedFile } from '../../../ground/text/masked.ts';
import { unescaped } from './base64.ts';

/** The body without the file, and the file's JSON string as a view into the body. */
export interface CutBody {
  rest: Buffer;
  content: Buffer | undefined;
}

const longContent = 64 * 1024;
/** More than any accepted body has. */
const maxStrings = 500_000;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Takes the file out of an attachment's JSON before it is parsed and puts the file's length in its place. Otherwise the
 * file would be in memory four times: as bytes, text, field and file. A repeated field stays repeated, and is refused.
 */
export function cutContent(body: Buffer): CutBody {
  const pieces: Buffer[] = [];
  let content: Buffer | undefined;
  let copied = 0;
  let depth = 0;
  let strings = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    if (byte !== quote) continue;
    const end = endOfString(body, at);
    const value = depth === 1 && isContent(body.subarray(at + 1, end)) ? valueAfter(body, end + 1) : -1;
    strings += 1;
    at = end;
    // A malformed or excessive body is left to the parser, which refuses it.
    if (end === body.length || strings > maxStrings) return { rest: body, content: undefined };
    if (value === -1) continue;
    content = undefined;
    at = value - 1;
    if (body[value] !== quote) continue;
    at = endOfString(body, value);
    if (at - value <= longContent) continue;
    content = body.subarray(value + 1, at);
    pieces.push(body.subarray(copied, value), Buffer.from(JSON.stringify(maskedFile(lengthOf(content)))));
    copied = at + 1;
  }
  return pieces.length === 0
    ? { rest: body, content: undefined }
    : { rest: Buffer.concat([...pieces, body.subarray(copied)]), content };
}

function endOfString(body: Buffer, begin: number): number {
  const end = body.indexOf(quote, begin + 1);
  let backslashes = 0;
  while (body[end - 1 - backslashes] === backslash) backslashes += 1;
  if (end === -1 || backslashes % 2 === 0) return end === -1 ? body.length : end;
  // Few strings contain a quote, but one may contain millions: repeated indexOf calls would take too long.
  for (let at = end + 1; at < body.length; at++) {
    if (body[at] === quote) return at;
    if (body[at] === backslash) at += 1;
  }
  return body.length;
}

/** A name may be escaped, with at most six bytes per character. */
function isContent(name: Buffer): boolean {
  const written = 'content'.length;
  if (name.length < written || name.length > 6 * written) return false;
  const text = name.toString('latin1');
  if (text === 'content') return true;
  try {
    return text.includes('\\') && JSON.parse(`"${text}"`) === 'content';
  } catch {
    return false;
  }
}

function valueAfter(body: Buffer, from: number): number {
  const colon = skipSpace(body, from);
  return body[colon] === 0x3a ? skipSpace(body, colon + 1) : -1;
}

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at += 1;
  return at;
}

/** In characters, as in the JSON's text. */
function lengthOf(content: Buffer): number {
  if (isAscii(content) && !content.includes(backslash)) return content.length;
  let length = 0;
  try {
    for (const { text } of unescaped(content)) length += text.length;
  } catch {
    return content.length;
  }
  return length;
}
