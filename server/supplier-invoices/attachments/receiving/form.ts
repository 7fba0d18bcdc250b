// Not busboy: it and @fastify/busboy decode file names themselves. They drop a part with an invalid filename* or an
// unterminated name, and take the first of two names or a replacement character, without an error; here each of these
// is a 400 that says why.
import { parametersOf } from '../../../ground/http/bodies/coding.ts';

export class InvalidForm extends Error {}

/** Headers of a part, one character per byte. */
export interface FormPart {
  disposition: string;
  contentType: string | undefined;
  /** The part's bytes as they arrive. Unread bytes are skipped when the next part is requested. */
  content: AsyncIterable<Buffer>;
}

/** Enough for a name of 255 characters in both notations, escaped. */
const maxHeaderBytes = 16 * 1024;
/** RFC 2046. */
const maxBoundaryLength = 70;

const lineEnd = '\r\n';
const carriageReturn = 0x0d;
const headersEnd = Buffer.from('\r\n\r\n');

export function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType)?.get('boundary') ?? '';
  if (boundary === '' || boundary.length > maxBoundaryLength) throw new InvalidForm();
  return boundary;
}

/**
 * Reads the parts of a multipart form one after the other. At most one chunk of the source and the headers of a part
 * are in memory.
 */
export async function* readForm(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const pieces = source[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`, 'latin1');
  // The first delimiter may be at the very beginning, without a line before it.
  let buffer: Buffer = Buffer.from(lineEnd);
  let isInside = true;

  async function readMore(): Promise<void> {
    const { value, done } = await pieces.next();
    if (done === true) throw new InvalidForm();
    buffer = buffer.length === 0 ? value : Buffer.concat([buffer, value]);
  }

  async function* content(): AsyncGenerator<Buffer> {
    while (isInside) {
      const end = buffer.indexOf(delimiter);
      isInside = end === -1;
      const sure = isInside ? buffer.length - begunLength(buffer, delimiter) : end;
      const piece = buffer.subarray(0, sure);
      buffer = buffer.subarray(isInside ? sure : end + delimiter.length);
      if (sure > 0) yield piece;
      if (isInside) await readMore();
    }
  }

  async function headers(): Promise<Record<string, string | undefined>> {
    let end = buffer.indexOf(headersEnd);
    for (; end === -1 && buffer.length <= maxHeaderBytes; end = buffer.indexOf(headersEnd)) await readMore();
    if (end === -1 || end > maxHeaderBytes) throw new InvalidForm();
    const text = buffer.toString('latin1', 0, end);
    buffer = buffer.subarray(end + headersEnd.length);
    return headersOf(text);
  }

  try {
    for (;;) {
      const skipped = content();
      while ((await skipped.next()).done !== true);
      while (buffer.length < 2) await readMore();
      if (buffer.toString('latin1', 0, 2) === '--') break;
      const { 'content-disposition': disposition = '', 'content-type': contentType } = await headers();
      isInside = true;
      yield { disposition, contentType, content: content() };
    }
    // The rest has no meaning, but only its end shows whether the request arrived completely.
    while ((await pieces.next()).done !== true);
  } finally {
    await pieces.return?.();
  }
}

/**
 * How many bytes at the end of the buffer may be the beginning of the delimiter. Only these are held back, so that almost
 * no chunk is copied.
 */
function begunLength(buffer: Buffer, delimiter: Buffer): number {
  const from = Math.max(0, buffer.length - delimiter.length + 1);
  for (let at = buffer.indexOf(carriageReturn, from); at !== -1; at = buffer.indexOf(carriageReturn, at + 1))
    if (delimiter.compare(buffer, at, buffer.length, 0, buffer.length - at) === 0) return buffer.length - at;
  return 0;
}

/**
 * White space may follow the delimiter on its line. Then each header has a line, continued if the next one is indented.
 */
function headersOf(text: string): Record<string, string | undefined> {
  const [padding = '', ...lines] = text.replace(/\r\n(?=[ \t])/g, '').split(lineEnd);
  if (/[^ \t]/.test(padding)) throw new InvalidForm();
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name === '' || /[\r\n]/.test(line) || Object.hasOwn(headers, name)) throw new InvalidForm();
    headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}
