import { tooManyRequests } from '../../../errors/errors.ts';
import type { ArrivalStep } from './arrival.ts';
import { createBuckets } from './buckets.ts';

/**
 * At most so many requests a second and partner in this process, with a burst of one second's worth. Each answer tells how
 * many are left, in the headers of the IETF's draft (draft-ietf-httpapi-ratelimit-headers).
 */
export function limitRate(perSecond: number): ArrivalStep {
  if (perSecond === 0) return () => undefined;
  const buckets = createBuckets(perSecond, perSecond);
  return (request, reply) => {
    const partnerId = request.partner?.id;
    if (partnerId === undefined) return undefined;
    const { taken, left, seconds } = buckets.take(partnerId);
    reply
      .header('ratelimit-policy', `"partner";q=${perSecond};w=1`)
      .header('ratelimit', `"partner";r=${left};t=${seconds}`);
    return taken ? undefined : tooManyRequests(seconds);
  };
}
