import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors.ts';
import { createTurns } from '../turns.ts';
import { whenClosed } from './closed.ts';

/** Enough to fill the batches of several companies; who comes above it waits, and nothing of a body is read meanwhile. */
const atOnce = 256;
const mostWaiting = 5_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Hands the request's place to the next; undefined where it has none. */
    leaveTurn: (() => void) | undefined;
  }
}

export const overloaded = () => unavailable('The service has more requests waiting than it can serve soon. Send this one again later.');

/**
 * Under load partners take turns, whoever sends more. A request has its place until its answer is ready: how slowly it is
 * read is nobody else's business.
 */
export function takeTurns(app: FastifyInstance): void {
  const turns = createTurns({ atOnce, mostWaiting, refusal: overloaded });
  app.decorateRequest('leaveTurn', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const name = request.partner?.id;
    if (name === undefined) return done();
    turns.take(name, (refused) => {
      if (refused !== undefined) return done(refused);
      request.leaveTurn = () => {
        request.leaveTurn = undefined;
        turns.leave();
      };
      if (reply.raw.destroyed) request.leaveTurn();
      else whenClosed(reply, () => request.leaveTurn?.());
      done();
    });
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveTurn?.();
    done(null, payload);
  });
}
