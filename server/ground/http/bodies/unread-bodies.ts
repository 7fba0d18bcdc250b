import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenClosed } from '../answers/closed.ts';
import { hasBody } from './coding.ts';
import { createDiscard } from './discard.ts';
import type { Draining } from '../arrival/draining.ts';

/** A body slightly too large is still read to its end, so that its sender reads why it was refused. */
const bytesBeyondLimit = 1024 * 1024;

/**
 * Many clients and proxies read no answer before they have sent their whole body; if the connection is closed
 * meanwhile, they see a broken pipe and never the reason. So the connection stays open after a refusal, and the rest of
 * the body is discarded within the limits of `createDiscard`.
 */
export function letUnreadBodiesPass(app: FastifyInstance, draining: Draining): void {
  const discard = createDiscard();
  const throwAway = ({ raw, routeOptions }: FastifyRequest) => {
    if (!raw.complete && !raw.destroyed && !raw.socket.destroyed)
      discard(raw, routeOptions.bodyLimit + bytesBeyondLimit);
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && isComing(request) && !draining.begun) {
      if (reply.raw.shouldKeepAlive) reply.removeHeader('connection');
      else closeAfter(request.raw);
      // Without this read Node itself would discard the whole body as fast as it arrives once the answer is sent.
      request.raw.read(0);
      whenClosed(reply, throwAway);
    }
    done(null, payload);
  });
}

/** A client that waits for "100 Continue" and does not get it sends no body. */
const isComing = (request: FastifyRequest) => request.headers.expect === undefined && hasBody(request);

/** Node closes a connection that is not kept alive at the end of the answer. This delays it to the end of the body. */
function closeAfter(raw: IncomingMessage): void {
  const { socket } = raw;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => void (raw.complete ? close() : raw.once('close', close));
}
