import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ArrivalStep } from './arrival.ts';
import { whenClosed } from '../answers/closed.ts';
import { ApiError } from '../../../errors/errors.ts';
import { traceIdOf, traceparentOf } from './trace.ts';

/** How far a connection had come when it was last looked at. */
interface Mark {
  received: number;
  receivedAt: number;
  sent: number;
  sentAt: number;
}

/** A connection with a request under way. Most are over before anybody looks, so nothing is noted of them until then. */
interface Connection {
  request: IncomingMessage;
  mark: Mark | undefined;
}

/** The connections with a request under way. */
export type UnderWay = Map<Socket, Connection>;

/** A client that reads more slowly than this holds what it reads for hours. */
const leastBytesPerSecond = 1_024;

/** What the client has taken in, as far as the system tells. */
const sentOn = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/** Notes which connections have a request under way. */
export function noteConnections(underWay: UnderWay): ArrivalStep {
  const forget = ({ raw }: FastifyRequest) => underWay.delete(raw.socket);
  return ({ raw }, reply) => {
    underWay.set(raw.socket, { request: raw, mark: undefined });
    whenClosed(reply, forget);
    return undefined;
  };
}

export function answerExpectations(app: FastifyInstance): void {
  // A client that waits to be asked for its body is asked when the body is read: not before it is known who calls, and
  // whether it would be taken. An answer without that ends the connection, since nobody knows whether the body still comes.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const ask = (event: string | symbol) => {
      if (event !== 'data' && event !== 'readable') return;
      request.off('newListener', ask);
      if (!response.headersSent) response.writeContinue();
    };
    request.on('newListener', ask);
    app.server.emit('request', request, response);
  });
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const traceId = traceIdOf(request);
    response.writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      traceparent: traceparentOf(traceId),
      'doorway-error': 'expectation.failed',
      connection: 'close',
    });
    response.end(
      JSON.stringify({
        traceId,
        message: new ApiError('expectation.failed').message,
      }),
    );
  });
}

/**
 * Cuts clients that have stopped: `late` is called for one that has sent no byte of its body for so long, and one that
 * hardly reads its answer is hung up on. A client that waits for us is left alone.
 */
export function cutStalled(
  app: FastifyInstance,
  underWay: UnderWay,
  seconds: number,
  late: (socket: Socket) => void,
): void {
  const longestMs = seconds * 1_000;
  function look(): void {
    const now = performance.now();
    for (const [socket, connection] of underWay) {
      const { request } = connection;
      const mark = (connection.mark ??= {
        received: socket.bytesRead,
        receivedAt: now,
        sent: sentOn(socket),
        sentAt: now,
      });
      if (!request.complete) {
        // What has come and was not read yet waits for us.
        if (socket.bytesRead > mark.received || request.readableLength > 0)
          Object.assign(mark, { received: socket.bytesRead, receivedAt: now });
        else if (now - mark.receivedAt > longestMs) late(socket);
      } else if (socket.writableLength === 0) Object.assign(mark, { sent: sentOn(socket), sentAt: now });
      else if (now - mark.sentAt > longestMs) {
        if (sentOn(socket) - mark.sent < seconds * leastBytesPerSecond) socket.destroy();
        else Object.assign(mark, { sent: sentOn(socket), sentAt: now });
      }
    }
  }
  const timer = setInterval(look, Math.min(longestMs / 4, 5_000)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
