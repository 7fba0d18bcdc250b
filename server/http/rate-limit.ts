import type { FastifyInstance } from 'fastify';
import { tooManyRequests } from '../errors.ts';

/** At most so many requests a second and partner in this process, with a burst of one second's worth. */
export function limitRate(app: FastifyInstance, perSecond: number): void {
  if (perSecond === 0) return;
  const buckets = new Map<string, { left: number; at: number }>();
  app.addHook('onRequest', (request, _reply, done) => {
    const partnerId = request.partner?.id;
    if (partnerId === undefined) return done();
    const now = performance.now();
    const bucket = buckets.get(partnerId) ?? { left: perSecond, at: now };
    bucket.left = Math.min(perSecond, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    buckets.set(partnerId, bucket);
    if (bucket.left < 1) return done(tooManyRequests(Math.ceil((1 - bucket.left) / perSecond)));
    bucket.left -= 1;
    done();
  });
}
