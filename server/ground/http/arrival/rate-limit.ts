import { tooManyRequests } from '../../../errors/errors.ts';
import type { ArrivalStep } from './arrival.ts';
import { createBuckets } from './buckets.ts';

/**
 * Limits each caller's requests per second in this process; a burst of one second's worth is allowed. Every answer says
 * how many are left, in the headers of draft-ietf-httpapi-ratelimit-headers. `policy` is the limit's name in them.
 */
export function limitRate(policy: string, perSecond: number): ArrivalStep {
  if (perSecond === 0) return () => undefined;
  const buckets = createBuckets(perSecond, perSecond);
  return (request, reply) => {
    const { caller } = request.call;
    if (caller?.isLimited !== true) return undefined;
    const { taken, left, seconds } = buckets.take(caller.key);
    reply
      .header('ratelimit-policy', `"${policy}";q=${perSecond};w=1`)
      .header('ratelimit', `"${policy}";r=${left};t=${seconds}`);
    return taken ? undefined : tooManyRequests(seconds);
  };
}
