import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../../../errors/errors.ts';
import { usedMs } from '../../scheduling/slices.ts';
import { createTurns } from '../../scheduling/turns.ts';
import type { ArrivalStep } from './arrival.ts';
import { whenClosed } from '../answers/closed.ts';

/** Enough to fill the batches of several companies. Requests above it wait, with their bodies unread. */
const atOnce = 256;
const maxWaiting = 5_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request holds one of the `atOnce` places. */
    hasTurn: boolean;
  }
  interface FastifyInstance {
    /** Frees the place before the answer is fully read, so that a slow reader does not hold it. */
    leaveTurn(request: FastifyRequest): void;
  }
}

export const overloaded = () => unavailable('service.busy', { why: 'waiting' });

export function takeTurns(app: FastifyInstance): ArrivalStep {
  const turns = createTurns({ atOnce, maxWaiting, usedMs, refusal: overloaded });
  const leave = (request: FastifyRequest) => {
    if (!request.hasTurn) return;
    request.hasTurn = false;
    turns.leave();
  };
  app.decorateRequest('hasTurn', false);
  app.decorate('leaveTurn', leave);
  function begin(request: FastifyRequest, reply: FastifyReply): void {
    request.hasTurn = true;
    if (reply.raw.destroyed) leave(request);
    else whenClosed(reply, leave);
  }
  return (request, reply) => {
    const { caller } = request.call;
    if (caller?.isLimited !== true) return undefined;
    if (!turns.takeAtOnce())
      return new Promise((resolve) => {
        turns.take(caller.key, (refused) => {
          if (refused === undefined) begin(request, reply);
          resolve(refused);
        });
      });
    begin(request, reply);
    return undefined;
  };
}
