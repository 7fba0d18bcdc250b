import { isUtf8 } from 'node:buffer';
import type { Encoding } from '../../../common/imports/imports.ts';
import { ImportError } from './mistakes.ts';
import { lineAndColumn } from '../json/scan.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { atOnce, type Steps } from '../../../common/steps.ts';

export interface DecodedText {
  text: string;
  encoding: Encoding;
}

/**
 * Detects the encoding: UTF-16 by a byte order mark or zeros in every other byte, then UTF-8 if valid, otherwise
 * Windows-1252. Bytes that are not a character in the encoding are reported as a mistake. The result has no byte order
 * mark and has LF line ends.
 */
export const decode = (bytes: Buffer): DecodedText => atOnce(decoding(bytes));

export function* decoding(bytes: Buffer): Steps<DecodedText> {
  const encoding = encodingOf(bytes);
  const text = (yield* readers[encoding](bytes)).replace(/^\uFEFF/, '');
  yield;
  const at = text.indexOf('\uFFFD');
  if (at !== -1) throw mistake('file.replaced', text, at);
  return { text, encoding };
}

function encodingOf(bytes: Buffer): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return zerosOf(bytes) ?? (isMeantAsUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

const sampleBytes = 4_096;

/** UTF-16 without a mark: in a header line nearly every other byte is zero, and none of the others. */
function zerosOf(bytes: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  const end = Math.min(bytes.length, sampleBytes) & ~1;
  for (let at = 0; at < end; at++) if (bytes[at] === 0) (zeros[at & 1] as number)++;
  const [even, odd] = zeros as [number, number];
  if (odd > 0 && even === 0 && odd * 4 >= end / 2) return 'utf-16le';
  return even > 0 && odd === 0 && even * 4 >= end / 2 ? 'utf-16be' : undefined;
}

/**
 * Whether bytes are UTF-8 or damaged UTF-8: they have a byte order mark, or more multi-byte characters than invalid
 * bytes. A damaged file is refused rather than read as Windows-1252.
 */
function isMeantAsUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return true;
  let [whole, stray] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const long = lengthAt(bytes, at);
    if (long > 1) whole++;
    else if (long === 0) stray++;
    at += Math.max(long, 1);
  }
  return whole > stray;
}

/** Returns the length in bytes of the UTF-8 character at an offset, or 0 if none begins there. */
function lengthAt(bytes: Buffer, at: number): number {
  const byte = bytes[at] as number;
  const long =
    byte < 0x80
      ? 1
      : byte >= 0xc2 && byte < 0xe0
        ? 2
        : byte >= 0xe0 && byte < 0xf0
          ? 3
          : byte >= 0xf0 && byte < 0xf5
            ? 4
            : 0;
  for (let next = 1; next < long; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  return long;
}

/** Windows-1252 from 0x80 to 0x9F; a space stands for a byte without a character. */
const windows = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** A byte without a character becomes U+0000. */
const windowsCodes = Uint16Array.from({ length: 256 }, (_, byte) => {
  const character = windows[byte - 0x80];
  return character === ' ' ? 0 : (character?.charCodeAt(0) ?? byte);
});

/** Line ends are replaced in the bytes: replacing them in a string of millions of lines takes a second. */
const readers: Record<Encoding, (bytes: Buffer) => Steps<string>> = {
  'utf-8': function* (bytes) {
    const { buffer, byteLength } = yield* withUnixEnds(new Uint8Array(bytes));
    const text = Buffer.from(buffer, 0, byteLength).toString('utf8');
    if (!isUtf8(bytes)) throw mistake('file.encoding', text, text.indexOf('\uFFFD'));
    return text;
  },
  'utf-16le': (bytes) => utf16(unitsOf(bytes), bytes.length),
  'utf-16be': (bytes) => utf16(unitsOf(bytes, true), bytes.length),
  'windows-1252': function* (bytes) {
    const units = new Uint16Array(bytes.length);
    for (let at = 0; at < bytes.length; at++) {
      if (at % stepUnits === 0) yield;
      units[at] = windowsCodes[bytes[at] as number] as number;
    }
    const text = yield* textOf(units);
    const fault = text.indexOf('\0');
    if (fault !== -1) throw mistake('file.encoding', text, fault);
    return text;
  },
};

function unitsOf(bytes: Buffer, swapped = false): Uint16Array {
  const pairs = Buffer.from(new Uint8Array(bytes.subarray(0, bytes.length & ~1)).buffer);
  if (swapped) pairs.swap16();
  return new Uint16Array(pairs.buffer);
}

function* textOf(units: Uint16Array): Steps<string> {
  const { buffer, byteOffset, byteLength } = yield* withUnixEnds(units);
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf16le');
}

function* utf16(units: Uint16Array, bytes: number): Steps<string> {
  const text = yield* textOf(units);
  const fault = bytes % 2 === 1 ? text.length : text.search(/\p{Surrogate}/u);
  if (fault !== -1) throw mistake('file.encoding', text, fault);
  return text;
}

const stepUnits = 256 * 1024;

function* withUnixEnds<Units extends Uint8Array | Uint16Array>(units: Units): Steps<Units> {
  let to = 0;
  for (let at = 0; at < units.length; at++) {
    if (at % stepUnits === 0) yield;
    const unit = units[at] as number;
    if (unit !== 0x0d) units[to++] = unit;
    else if (units[at + 1] !== 0x0a) units[to++] = 0x0a;
  }
  return units.subarray(0, to) as Units;
}

const mistake = (code: 'file.encoding' | 'file.replaced', text: string, at: number) =>
  new ImportError([{ line: lineAndColumn(text, at).line, ...problemAt('', code) }]);
