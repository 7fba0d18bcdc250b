import type { FastifyRequest } from 'fastify';
import { tooManyRequests, type ApiError } from '../../../errors/errors.ts';
import { networkOf } from './network.ts';
import { createBuckets } from './buckets.ts';

/** Counts the calls of those whom nobody knows: without a valid token or session, or to an unknown path. */
export interface Strangers {
  /** The answer to such a call: the one that fits it, or a 429 where its network has sent too many. */
  answer(request: FastifyRequest, error: ApiError): ApiError;
}

/** By network, in this process. Calls with a valid token are not counted, so others on the same network are let in. */
export function countStrangers(perMinute: number): Strangers {
  if (perMinute === 0) return { answer: (_request, error) => error };
  const buckets = createBuckets(perMinute / 60, perMinute);
  return {
    answer: (request, error) => {
      const { taken, seconds } = buckets.take(networkOf(request.ip));
      return taken ? error : tooManyRequests(seconds);
    },
  };
}
