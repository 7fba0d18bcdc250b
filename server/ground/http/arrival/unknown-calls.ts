import type { FastifyRequest } from 'fastify';
import { tooManyRequests, type ApiError } from '../../../errors/errors.ts';
import { networkOf } from './network.ts';
import { createBuckets } from './buckets.ts';

export interface UnknownCalls {
  /** Returns `error`, or a 429 if the network has sent too many calls without a valid token, session or path. */
  answer(request: FastifyRequest, error: ApiError): ApiError;
}

/**
 * Counts per network, in this process. Calls with a valid token are not counted, so other callers of the network are
 * unaffected.
 */
export function limitUnknownCalls(perMinute: number): UnknownCalls {
  if (perMinute === 0) return { answer: (_request, error) => error };
  const buckets = createBuckets(perMinute / 60, perMinute);
  return {
    answer: (request, error) => {
      const { taken, seconds } = buckets.take(networkOf(request.ip));
      return taken ? error : tooManyRequests(seconds);
    },
  };
}
