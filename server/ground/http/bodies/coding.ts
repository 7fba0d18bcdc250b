import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../../errors/errors.ts';
import { smallBytes } from './budget.ts';
import { whenClosed } from '../answers/closed.ts';
import { parametersOf } from './header-parameters.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a compressed body says, to be read in its place; undefined where it came as it is. */
    unzipped: Readable | undefined;
  }

  interface FastifyContextConfig {
    /** Whether the body is a file that may be in one of several character sets. */
    anyCharset?: boolean;
  }
}

const notGzip = () => new ApiError('body.coding', { why: 'broken' });
const unsupportedCoding = () =>
  new ApiError('body.coding', { why: 'unknown' }, { headers: { 'accept-encoding': 'gzip' } });
const unsupportedCharset = () => new ApiError('body.encoding', { why: 'charset' });
const tooLarge = (bytes: number) => new ApiError('body.large', { bytes });

/**
 * All that the headers tell of a body is judged before a byte of it is asked for; what is compressed is read as what it says.
 * Every operation accepts bodies of `leastLimit`: most are smaller, and need not be compared with what theirs accepts.
 */
export function decodeBodies(app: FastifyInstance, leastLimit: number): void {
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
          : Number(length) > leastLimit && Number(length) > request.routeOptions.bodyLimit
            ? tooLarge(request.routeOptions.bodyLimit)
            : undefined;
    if (refusal !== undefined) return done(refusal);
    if (coding === undefined) return done(null, payload);
    const unzipped = unzip(request, request.routeOptions.bodyLimit);
    request.unzipped = unzipped;
    // What nobody reads any more would keep its connection waiting.
    whenClosed(reply, () => unzipped.destroy());
    done(null, unzipped);
  });
}

const bodiless = new Set(['GET', 'HEAD']);

export function hasBody({ method, headers }: FastifyRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': transfer } = headers;
  return !bodiless.has(method) && (transfer !== undefined || (length !== undefined && length !== '0'));
}

/** x-gzip is an old name for it (RFC 9110, 8.4.1.3). */
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

/** What a file may be in; which one it is, its bytes tell. */
const charsetsOfFiles = /^(?:utf-?16(?:le|be)?|windows-1252|cp1252|iso-8859-1|latin1|us-ascii)$/i;

/** Whether a content type names no other character set than those taken; most name none. One that cannot be read may name any. */
function isTaken(type: string, isFile: boolean): boolean {
  if (!/charset/i.test(type)) return true;
  const parameters = parametersOf(type);
  if (parameters === undefined) return false;
  const charset = parameters.get('charset') ?? '';
  return /^(?:utf-?8)?$/i.test(charset) || (isFile && charsetsOfFiles.test(charset));
}

/** It is begun with when it is first read, and no more comes out of it than is read: a small body can stand for one of any size. */
const unzip = (request: FastifyRequest, limit: number): Readable => {
  const coming = { receivedEncodedLength: 0 };
  const source = Readable.from(inflated(request, limit, coming), { objectMode: false });
  // Fastify compares it with the announced length, and with the limit.
  return Object.defineProperty(source, 'receivedEncodedLength', { get: () => coming.receivedEncodedLength });
};

async function* inflated(
  request: FastifyRequest,
  limit: number,
  coming: { receivedEncodedLength: number },
): AsyncGenerator<Buffer> {
  const { raw } = request;
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // Not by a pipeline, which would end the connection with the first fault, before it could be answered.
  const fail = (error: Error) => gunzip.destroy(error);
  const count = (piece: Buffer) => {
    coming.receivedEncodedLength += piece.length;
    // There can be any number of empty blocks.
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
    // What follows the end is left lying by the decompressor where it begins with a zero.
    if (gunzip.bytesWritten !== coming.receivedEncodedLength || !raw.readableEnded) throw notGzip();
  } catch (error) {
    throw error instanceof ApiError || error === raw.errored ? error : notGzip();
  } finally {
    raw.off('data', count).off('error', fail).unpipe(gunzip);
    gunzip.destroy();
    // The rest of it is passed over.
    raw.resume();
  }
}
