import { isUtf8 } from 'node:buffer';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { jsonParser } from '../../../ground/http/bodies/body.ts';
import { cutContent } from './long-content.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a large JSON body, as a JSON string; `body.content` then has only its length. */
    longContent: Buffer | undefined;
  }
}

/** A smaller body is parsed as usual: its copies are small, and a syntax error is reported with its position. */
const longBody = 1024 * 1024;

/** Reads JSON bodies so that a large file is in memory only once. Use it in a plugin scope of its own. */
export function readFilesInJson(app: FastifyInstance, limit: number): void {
  app.decorateRequest('longContent', undefined);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: Payload, done) => {
    collect(request, payload, limit, (error, bytes) => {
      if (error !== null) return done(error);
      if (bytes.length < longBody || !isUtf8(bytes)) return jsonParser(request, bytes, done);
      const { rest, content } = cutContent(bytes);
      request.longContent = content;
      jsonParser(request, rest, done);
    });
  });
}

type Payload = NodeJS.ReadableStream & { receivedEncodedLength?: number };
type BodyCallback = (error: Error | null, bytes: Buffer) => void;

const nothing = Buffer.alloc(0);

/**
 * Fastify keeps the chunks of a body until it joins them, which takes twice its size. This copies them as they arrive;
 * limits and errors are the same.
 */
function collect(request: FastifyRequest, payload: Payload, limit: number, done: BodyCallback): void {
  const announced = Number(request.headers['content-length'] ?? NaN);
  if (announced > limit) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), nothing);
  let bytes: Buffer = nothing;
  let received = 0;

  const finish = (error: Error | null): void => {
    payload.removeListener('data', onData).removeListener('end', onEnd).removeListener('error', finish);
    done(error, bytes.subarray(0, received));
  };
  const onData = (piece: Buffer): void => {
    const size = received + piece.length;
    if (size > limit || (payload.receivedEncodedLength ?? 0) > limit)
      return finish(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    if (size > bytes.length)
      bytes = grown(bytes, received, Math.min(limit, Math.max(size, 2 * bytes.length, announced || 0)));
    piece.copy(bytes, received);
    received = size;
  };
  const onEnd = (): void => {
    const isWhole = Number.isNaN(announced) || (payload.receivedEncodedLength ?? received) === announced;
    finish(isWhole ? null : new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
  };
  payload.on('data', onData).on('end', onEnd).on('error', finish);
  payload.resume();
}

function grown(bytes: Buffer, used: number, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size);
  bytes.copy(larger, 0, 0, used);
  return larger;
}
