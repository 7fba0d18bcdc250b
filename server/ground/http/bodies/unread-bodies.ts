import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenClosed } from '../answers/closed.ts';
import { hasBody } from './coding.ts';
import { createDiscard } from './discard.ts';
import type { Draining } from '../arrival/draining.ts';

/** A body that is a little too large is taken in whole, so that its sender reads why it was refused. */
const bytesBeyondLimit = 1024 * 1024;

/**
 * Many clients and proxies read no answer before they have sent all of a body: if the connection is closed meanwhile, they see
 * a broken pipe and never the reason. So it stays open after a refusal, and the rest of the body is thrown away, within the limits of
 * `createDiscard`.
 */
export function letUnreadBodiesPass(app: FastifyInstance, draining: Draining): void {
  const discard = createDiscard();
  const throwAway = ({ raw, routeOptions }: FastifyRequest) => {
    if (!raw.complete && !raw.destroyed) discard(raw, routeOptions.bodyLimit + bytesBeyondLimit);
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && isComing(request) && !draining.begun) {
      if (reply.raw.shouldKeepAlive) reply.removeHeader('connection');
      else closeAfter(request.raw);
      // Node itself throws away all of a body that nobody has begun to read once the answer is sent, as fast as it comes.
      request.raw.read(0);
      whenClosed(reply, throwAway);
    }
    done(null, payload);
  });
}

/** Who waits to be asked for a body, and is not, sends none. */
const isComing = (request: FastifyRequest) => request.headers.expect === undefined && hasBody(request);

/** Node closes a connection that is not to be kept with the end of the answer. Here it does so with the end of the body. */
function closeAfter(raw: IncomingMessage): void {
  const { socket } = raw;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => void (raw.complete ? close() : raw.once('close', close));
}
