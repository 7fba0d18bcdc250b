import { getHeapStatistics } from 'node:v8';
import type { preParsingAsyncHookHandler } from 'fastify';
import { unavailable } from '../errors.ts';

/** A body is on the heap twice, as text and as the field in it, so a small machine can hold less. */
const mostBytes = Math.min(384 * 1024 * 1024, getHeapStatistics().heap_size_limit / 8);

/**
 * JSON bodies must be held in memory whole. However many partners send large ones at once, no more than this is
 * held, but for one that is larger alone; who comes above it is asked to come again.
 */
export function limitInFlight(bodyLimit: number): preParsingAsyncHookHandler {
  let inFlight = 0;
  return async (request, reply, payload) => {
    if (request.headers['content-type']?.startsWith('multipart/')) return payload;
    const announced = Math.min(Number(request.headers['content-length'] ?? bodyLimit) || 0, bodyLimit);
    if (inFlight > 0 && inFlight + announced > mostBytes)
      throw unavailable('The service is receiving as many files as it can hold. Send this one again, or as multipart/form-data.', 1);
    inFlight += announced;
    reply.raw.once('close', () => {
      inFlight -= announced;
    });
    return payload;
  };
}
