import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenClosed } from './closed.ts';
import { hasBody } from './coding.ts';
import type { Draining } from './draining.ts';

/** Who sends nothing for so long after the answer is not waited for. */
const stallMs = 3_000;

/**
 * Many clients and proxies read no answer before they have sent all of a body: where the connection is closed meanwhile, they are told
 * of a broken pipe, and never why. So it stays open after a refusal, and what still comes is thrown away, for as long as it comes and a
 * request may take.
 */
export function letUnreadBodiesPass(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && isComing(request) && !draining.begun) {
      if (reply.raw.shouldKeepAlive) reply.removeHeader('connection');
      else closeAfter(request.raw);
      whenClosed(reply, throwAway);
    }
    done(null, payload);
  });
}

/** Who waits to be asked for a body, and is not, sends none. */
const isComing = (request: FastifyRequest) => request.headers.expect === undefined && hasBody(request);

function throwAway({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  const { socket } = raw;
  let seen = socket.bytesRead;
  const look = setInterval(() => {
    if (socket.bytesRead === seen) socket.destroy();
    seen = socket.bytesRead;
  }, stallMs).unref();
  raw.once('close', () => clearInterval(look));
  raw.resume();
}

/** Node closes a connection that is not to be kept with the end of the answer. Here it does so with the end of the body. */
function closeAfter(raw: IncomingMessage): void {
  const { socket } = raw;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => void (raw.complete ? close() : raw.once('close', close));
}
