import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

export function acceptsGzip(header: string | string[] | undefined): boolean {
  const codings = new Map(
    String(header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => {
        const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
        return [coding, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
      }),
  );
  return codings.get('gzip') ?? codings.get('*') ?? false;
}

/** Whether Accept-Encoding has Brotli, and not with q=0. */
export const acceptsBrotli = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => /^\s*br\s*(;(?!\s*q=0(\.0*)?\s*$).*)?$/.test(part));

export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;

/** If-None-Match compares weakly: the prefix W/ is ignored. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => plain(tag) === plain(etag));
}

/** An answer that stays the same, as bytes. */
export interface KeptContent {
  type: string;
  bytes: Buffer;
  brotli?: Buffer | undefined;
  gzip?: Buffer | undefined;
  etag: string;
}

/** Compresses the text in another thread. */
export async function keepText(type: string, text: string): Promise<KeptContent> {
  const bytes = Buffer.from(text);
  return { type, bytes, gzip: await promisify(gzip)(bytes), etag: etagOf(bytes) };
}

/** Sets status and headers, and returns the bytes that the client accepts; null if it has them. */
export function payloadOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, brotli, gzip, etag }: KeptContent,
): Buffer | null {
  const [varied, accepted] = [reply.getHeader('vary'), request.headers['accept-encoding']];
  reply
    .type(type)
    .headers({ etag, vary: varied === undefined ? 'accept-encoding' : `${String(varied)}, accept-encoding` });
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304);
    return null;
  }
  if (brotli !== undefined && acceptsBrotli(accepted)) {
    reply.header('content-encoding', 'br');
    return brotli;
  }
  if (gzip !== undefined && acceptsGzip(accepted)) {
    reply.header('content-encoding', 'gzip');
    return gzip;
  }
  return bytes;
}
