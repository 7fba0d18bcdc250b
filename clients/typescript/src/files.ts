import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { RequestBody } from './request.ts';

/** Node's Readable and the web's ReadableStream are such streams. */
export type ByteStream = AsyncIterable<Uint8Array>;

/**
 * A path, bytes, a Blob or File, or a stream. A stream can be read once, so a call with one is not repeated after a
 * failure; a function that opens it anew makes repeating possible.
 */
export type FileSource = string | Uint8Array | BlobLike | ByteStream | (() => ByteStream | Promise<ByteStream>);

export interface BlobLike {
  readonly type: string;
  readonly name?: string;
  stream(): unknown;
}

export interface FileOptions {
  /** By default the name of the file at the path, or of the File; otherwise invoice.pdf. */
  fileName?: string;
  /** By default the type of the Blob; otherwise the service finds it out from the bytes. */
  contentType?: string;
}

/** The body of a form with fields and one file, read piece by piece. */
export function formOf(fields: Record<string, string>, source: FileSource, options: FileOptions): RequestBody {
  const boundary = `doorway-${randomUUID()}`;
  const named = typeof source === 'string' ? basename(source) : isBlob(source) ? source.name : undefined;
  const fileName = options.fileName ?? named ?? 'invoice.pdf';
  const contentType =
    options.contentType ?? ((isBlob(source) && source.type) || 'application/octet-stream').replace(/[\r\n]/g, '');
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(fileName)}"\r\nContent-Type: ${contentType}\r\n\r\n`;
  const encoder = new TextEncoder();
  let sha256 = '';
  async function* pieces(): ByteStream {
    yield encoder.encode(parts.join('') + file);
    const hash = createHash('sha256');
    try {
      for await (const piece of await open(source)) {
        hash.update(piece);
        yield piece;
      }
      sha256 = hash.digest('hex');
    } catch (error) {
      body.failure = error as Error;
      throw error;
    }
    yield encoder.encode(`\r\n--${boundary}--\r\n`);
  }
  const body: RequestBody = {
    contentType: `multipart/form-data; boundary=${boundary}`,
    canReopen:
      typeof source === 'string' || typeof source === 'function' || source instanceof Uint8Array || isBlob(source),
    open: () => streamOf(pieces()),
    sha256: () => sha256,
  };
  return body;
}

async function open(source: FileSource): Promise<ByteStream> {
  if (typeof source === 'string') return createReadStream(source);
  if (typeof source === 'function') return source();
  if (source instanceof Uint8Array) return once(source);
  return isBlob(source) ? (source.stream() as ByteStream) : source;
}

async function* once(bytes: Uint8Array): ByteStream {
  yield bytes;
}

const isBlob = (source: FileSource): source is BlobLike =>
  typeof source === 'object' && 'stream' in source && typeof source.stream === 'function';

/** As browsers escape the names in a form. */
const escaped = (text: string) => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');

function streamOf(pieces: ByteStream): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
