import type { preParsingAsyncHookHandler } from 'fastify';
import { unavailable } from '../errors.ts';

const mostBytes = 384 * 1024 * 1024;

/**
 * JSON bodies must be held in memory whole. However many partners send large ones at once, no more than this is
 * held; who comes above it is asked to come again.
 */
export function limitInFlight(bodyLimit: number): preParsingAsyncHookHandler {
  let inFlight = 0;
  return async (request, reply, payload) => {
    if (request.headers['content-type']?.startsWith('multipart/')) return payload;
    const announced = Math.min(Number(request.headers['content-length'] ?? bodyLimit) || 0, bodyLimit);
    if (inFlight + announced > mostBytes)
      throw unavailable('The service is receiving as many files as it can hold. Send this one again, or as multipart/form-data.', 1);
    inFlight += announced;
    reply.raw.once('close', () => {
      inFlight -= announced;
    });
    return payload;
  };
}
