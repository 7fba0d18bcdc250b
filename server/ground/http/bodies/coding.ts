import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../../errors/errors.ts';
import { smallBytes } from './budget.ts';
import { whenClosed } from '../answers/closed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    unzipped: Readable | undefined;
  }

  interface FastifyContextConfig {
    /** Whether the body is a file that may use one of several character sets. */
    anyCharset?: boolean;
  }
}

const notGzip = () => new ApiError('body.coding', { why: 'broken' });
const unsupportedCoding = () =>
  new ApiError('body.coding', { why: 'unknown' }, { headers: { 'accept-encoding': 'gzip' } });
const unsupportedCharset = () => new ApiError('body.encoding', { why: 'charset' });
const tooLarge = (bytes: number) => new ApiError('body.large', { bytes });

/**
 * Checks size, coding and character set by the headers before any byte of the body is read, and decompresses gzip.
 * Every operation accepts bodies of `minLimit` bytes, so the size of smaller ones is not checked.
 */
export function decodeBodies(app: FastifyInstance, minLimit: number): void {
  app.decorateRequest('unzipped', undefined);
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request)) return done(null, payload);
    const { 'content-length': length, 'content-encoding': codings, 'content-type': type } = request.headers;
    const coding = codings === undefined ? undefined : codingOf(codings);
    const refusal =
      coding === 'another'
        ? unsupportedCoding()
        : type !== undefined &&
            type.length > shortType &&
            !isTaken(type, request.routeOptions.config.anyCharset === true)
          ? unsupportedCharset()
          : Number(length) > minLimit && Number(length) > request.routeOptions.bodyLimit
            ? tooLarge(request.routeOptions.bodyLimit)
            : undefined;
    if (refusal !== undefined) return done(refusal);
    if (coding === undefined) return done(null, payload);
    const unzipped = unzip(request, request.routeOptions.bodyLimit);
    request.unzipped = unzipped;
    // An unread body would keep its connection waiting.
    whenClosed(reply, () => unzipped.destroy());
    done(null, unzipped);
  });
}

const bodiless = new Set(['GET', 'HEAD']);

export function hasBody({ method, headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers;
  return !bodiless.has(method) && (transfer !== undefined || (length !== undefined && length !== '0'));
}

/** x-gzip is an old name of gzip (RFC 9110, 8.4.1.3). */
function codingOf(header: string): 'gzip' | 'another' | undefined {
  const [first, second] = header
    .toLowerCase()
    .split(',', 100)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (first === undefined) return undefined;
  return second === undefined && (first === 'gzip' || first === 'x-gzip') ? 'gzip' : 'another';
}

const shortType = 'application/json'.length;

/** Character sets that files may use; the actual one is detected from the bytes. */
const charsetsOfFiles = /^(?:utf-?16(?:le|be)?|windows-1252|cp1252|iso-8859-1|latin1|us-ascii)$/i;

/**
 * Whether the content type names an accepted character set or none. An unreadable header may name any, so it is
 * refused.
 */
function isTaken(type: string, isFile: boolean): boolean {
  if (!/charset/i.test(type)) return true;
  const parameters = parametersOf(type);
  if (parameters === undefined) return false;
  const charset = parameters.get('charset') ?? '';
  return /^(?:utf-?8)?$/i.test(charset) || (isFile && charsetsOfFiles.test(charset));
}

/** Starts at the first read and expands only as much as is read: a small body can expand to any size. */
const unzip = (request: FastifyRequest, limit: number): Readable => {
  const coming = { receivedEncodedLength: 0 };
  const source = Readable.from(inflated(request, limit, coming), { objectMode: false });
  // Fastify compares this with the announced length and the limit.
  return Object.defineProperty(source, 'receivedEncodedLength', { get: () => coming.receivedEncodedLength });
};

async function* inflated(
  request: FastifyRequest,
  limit: number,
  coming: { receivedEncodedLength: number },
): AsyncGenerator<Buffer> {
  const { raw } = request;
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // No pipeline: it would close the connection at the first error, before it could be answered.
  const fail = (error: Error) => gunzip.destroy(error);
  const count = (piece: Buffer) => {
    coming.receivedEncodedLength += piece.length;
    // A gzip stream may contain any number of empty blocks.
    if (coming.receivedEncodedLength > limit) fail(tooLarge(limit));
  };
  let bytes = 0;
  let hasRoom = false;
  raw.on('data', count).once('error', fail).pipe(gunzip);
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > limit) throw tooLarge(limit);
      if (bytes > smallBytes && !hasRoom) request.makeRoom?.();
      hasRoom = bytes > smallBytes;
      yield piece;
    }
    // The decompressor ignores bytes after the end if they begin with a zero.
    if (gunzip.bytesWritten !== coming.receivedEncodedLength || !raw.readableEnded) throw notGzip();
  } catch (error) {
    throw error instanceof ApiError || error === raw.errored ? error : notGzip();
  } finally {
    raw.off('data', count).off('error', fail).unpipe(gunzip);
    gunzip.destroy();
    raw.resume();
  }
}

const nothing = /;[ \t]*(?=;|$)/y;
const named = /;[ \t]*([^ \t=;"]+)[ \t]*=[ \t]*/y;
const quoted = /"((?:[^"\\]|\\[^])*)"[ \t]*/y;
const bare = /[^;"]*/y;

/**
 * The parameters of a header such as `form-data; name="file"; filename="a.pdf"`, by their names in lower case.
 * Undefined if they cannot be parsed or one occurs twice.
 */
export function parametersOf(header: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  let at = header.indexOf(';');
  const take = (expression: RegExp): string[] | undefined => {
    expression.lastIndex = at;
    const found = expression.exec(header) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at !== -1 && at < header.length) {
    if (take(nothing) !== undefined) continue;
    const name = take(named)?.[1]?.toLowerCase();
    if (name === undefined || parameters.has(name)) return undefined;
    parameters.set(name, unescaped(take(quoted)?.[1]) ?? take(bare)?.[0]?.trim() ?? '');
    if (at < header.length && header[at] !== ';') return undefined;
  }
  return parameters;
}

/** Only quotes and backslashes are escaped: browsers send any other backslash as it is, as in C:\x.pdf. */
const unescaped = (text: string | undefined) => text?.replace(/\\(["\\])/g, '$1');
