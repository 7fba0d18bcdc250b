import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from '../../errors/errors.ts';
import { createBuckets } from './buckets.ts';

/**
 * At most so many requests a second and partner in this process, with a burst of one second's worth. Each answer tells how
 * many are left, in the headers of the IETF's draft (draft-ietf-httpapi-ratelimit-headers).
 */
export function limitRate(app: FastifyInstance, perSecond: number): void {
  if (perSecond === 0) return;
  const buckets = createBuckets(perSecond, perSecond);
  app.addHook('onRequest', (request, reply, done) => {
    const partnerId = request.partner?.id;
    if (partnerId === undefined) return done();
    const { taken, left, seconds } = buckets.take(partnerId);
    reply
      .header('ratelimit-policy', `"partner";q=${perSecond};w=1`)
      .header('ratelimit', `"partner";r=${left};t=${seconds}`);
    done(taken ? undefined : tooManyRequests(seconds));
  });
}
