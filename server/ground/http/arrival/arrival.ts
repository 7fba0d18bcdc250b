import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Refusal = Error | undefined;

/** Something to do with a request before its body is read. An error that is returned is its answer. */
export type ArrivalStep = (request: FastifyRequest, reply: FastifyReply) => Refusal | Promise<Refusal>;

/**
 * Takes these steps with every request, in this order. They share one hook, because each hook costs every request its time, and
 * so does each promise: a step returns one only if it must wait.
 */
export function onArrival(app: FastifyInstance, steps: readonly ArrivalStep[]): void {
  type Done = (refusal?: Error) => void;
  function take(from: number, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    for (let at = from; at < steps.length; at++) {
      const refusal = (steps[at] as ArrivalStep)(request, reply);
      if (refusal === undefined) continue;
      if (refusal instanceof Error) return done(refusal);
      const goOn = (late: Refusal) => (late === undefined ? take(at + 1, request, reply, done) : done(late));
      return void refusal.then(goOn, done);
    }
    done();
  }
  app.addHook('onRequest', (request, reply, done) => take(0, request, reply, done));
}
