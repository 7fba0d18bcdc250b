import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsBrotli, acceptsGzip, etagOf, matchesEtag } from './negotiate.ts';

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
