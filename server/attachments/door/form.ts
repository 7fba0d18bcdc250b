import { parametersOf } from '../../ground/http/bodies/header-parameters.ts';

/** What is wrong with a form as a form: it is not multipart/form-data, or did not arrive whole. */
export class FormMistake extends Error {}

/** The headers of a part as they stand in the form, a character for each byte. */
export interface FormPart {
  disposition: string;
  contentType: string | undefined;
  /** Its bytes as they arrive. What is not read of them when the next part is asked for is skipped. */
  content: AsyncIterable<Buffer>;
}

/** More than a name of 255 characters takes, written in two ways and escaped in both. */
const mostHeaderBytes = 16 * 1024;
/** RFC 2046. */
const longestBoundary = 70;

const lineEnd = '\r\n';
const headersEnd = Buffer.from('\r\n\r\n');

/** The boundary that a Content-Type announces. */
export function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType)?.get('boundary') ?? '';
  if (boundary === '' || boundary.length > longestBoundary) throw new FormMistake();
  return boundary;
}

/**
 * The parts of a multipart form, one after the other. Libraries for it hand on names as text, in which what was not UTF-8 can no longer
 * be told; here they are handed on as bytes. No more of the form is in memory than a piece of its source and the headers of a part.
 */
export async function* readForm(source: AsyncIterable<Buffer>, boundary: string): AsyncGenerator<FormPart> {
  const pieces = source[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`, 'latin1');
  // The first delimiter may stand at the very beginning, without a line before it.
  let held: Buffer = Buffer.from(lineEnd);
  let isInside = true;

  async function more(): Promise<void> {
    const { value, done } = await pieces.next();
    if (done === true) throw new FormMistake();
    held = held.length === 0 ? value : Buffer.concat([held, value]);
  }

  async function* content(): AsyncGenerator<Buffer> {
    while (isInside) {
      const end = held.indexOf(delimiter);
      isInside = end === -1;
      // The end of what is held may be the beginning of the delimiter.
      const sure = isInside ? Math.max(0, held.length - delimiter.length + 1) : end;
      const piece = held.subarray(0, sure);
      held = held.subarray(isInside ? sure : end + delimiter.length);
      if (sure > 0) yield piece;
      if (isInside) await more();
    }
  }

  async function headers(): Promise<Record<string, string | undefined>> {
    let end = held.indexOf(headersEnd);
    for (; end === -1 && held.length <= mostHeaderBytes; end = held.indexOf(headersEnd)) await more();
    if (end === -1 || end > mostHeaderBytes) throw new FormMistake();
    const text = held.toString('latin1', 0, end);
    held = held.subarray(end + headersEnd.length);
    return headersOf(text);
  }

  try {
    for (;;) {
      const skipped = content();
      while ((await skipped.next()).done !== true);
      while (held.length < 2) await more();
      if (held.toString('latin1', 0, 2) === '--') break;
      const { 'content-disposition': disposition = '', 'content-type': contentType } = await headers();
      isInside = true;
      yield { disposition, contentType, content: content() };
    }
    // What follows the last delimiter says nothing, but whether the request arrived whole is known only at its end.
    while ((await pieces.next()).done !== true);
  } finally {
    await pieces.return?.();
  }
}

/** What follows a delimiter on its line is white space; then each header has a line, or several where those that follow are indented. */
function headersOf(text: string): Record<string, string | undefined> {
  const [padding = '', ...lines] = text.replace(/\r\n(?=[ \t])/g, '').split(lineEnd);
  if (/[^ \t]/.test(padding)) throw new FormMistake();
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name === '' || /[\r\n]/.test(line) || Object.hasOwn(headers, name)) throw new FormMistake();
    headers[name] = line.slice(colon + 1).trim();
  }
  return headers;
}
