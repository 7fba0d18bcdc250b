import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Refusal = Error | undefined;

/** A step that runs before the body is read. A returned error becomes the answer. */
export type ArrivalStep = (request: FastifyRequest, reply: FastifyReply) => Refusal | Promise<Refusal>;

/**
 * Runs the steps on every request, in order. They share one hook, because every hook and every promise costs time on
 * each request; a step returns a promise only if it must wait.
 */
export function onArrival(app: FastifyInstance, steps: readonly ArrivalStep[]): void {
  type DoneCallback = (refusal?: Error) => void;
  function take(from: number, request: FastifyRequest, reply: FastifyReply, done: DoneCallback): void {
    for (let at = from; at < steps.length; at++) {
      const refusal = (steps[at] as ArrivalStep)(request, reply);
      if (refusal === undefined) continue;
      if (refusal instanceof Error) return done(refusal);
      const continueWith = (late: Refusal) => (late === undefined ? take(at + 1, request, reply, done) : done(late));
      return void refusal.then(continueWith, done);
    }
    done();
  }
  app.addHook('onRequest', (request, reply, done) => take(0, request, reply, done));
}
