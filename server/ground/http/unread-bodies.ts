import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenClosed } from './closed.ts';
import { hasBody } from './coding.ts';
import type { Draining } from './draining.ts';

/**
 * Many clients read no answer before they have sent all of their body: where the connection is closed meanwhile, they are told of a
 * broken pipe, and never why. So it stays open after a refusal, and what still comes is thrown away, for as long as a request may take.
 */
export function letUnreadBodiesPass(app: FastifyInstance, draining: Draining): void {
  const throwAway = ({ raw }: FastifyRequest) => raw.resume();
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && isComing(request) && !draining.begun) {
      reply.removeHeader('connection');
      whenClosed(reply, throwAway);
    }
    done(null, payload);
  });
}

/** Who waits to be asked for a body, and is not, sends none. */
const isComing = (request: FastifyRequest) => request.headers.expect === undefined && hasBody(request);
