import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../errors/errors.ts';
import { traceIdOf, traceparentOf } from './trace.ts';

interface Progress {
  received: number;
  receivedAt: number;
  sent: number;
  sentAt: number;
}

interface Connection {
  /** The latest request; earlier ones have arrived completely. */
  request: IncomingMessage;
  /** Requests without a complete answer. A client may send several before it reads the first answer. */
  unanswered: number;
  /** Most requests end before the first measurement, so it is set only then. */
  progress: Progress | undefined;
  /** Requests that are not served yet. */
  waiting: [IncomingMessage, ServerResponse][] | undefined;
  /** Set if something other than HTTP followed the requests: ends the connection after their answers. */
  refuse: (() => void) | undefined;
}

export type ActiveConnections = Map<Socket, Connection>;

/** Complete requests whose answers are still to come; they precede any other answer on the connection. */
const awaited = ({ request, unanswered }: Connection) => unanswered - (request.complete ? 0 : 1);

/** Calls `refuse` once the complete requests of the connection are answered; at once if there are none. */
export function afterAnswers(active: ActiveConnections, socket: Socket, refuse: () => void): void {
  const connection = active.get(socket);
  if (connection === undefined || awaited(connection) <= 0) return refuse();
  // The parser reports each further piece of the same garbage; the first report counts.
  connection.refuse ??= refuse;
}

/** A client that reads more slowly would hold its answer in memory for hours. */
const minBytesPerSecond = 1_024;

/** Bytes that the operating system has taken over for the client. */
const sentOn = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/** Requests of one connection that are served at once; those after them wait. */
const maxAtOnce = 8;
/** A client that sends more requests before it reads an answer gets a 429 after the answers, and is disconnected. */
const maxUnanswered = 100;

/**
 * Serves the requests of each connection a few at a time. Node reads hundreds of small requests from a connection at
 * once, and other connections would wait until all of them are served.
 */
export function serveInTurns(
  server: Server,
  active: ActiveConnections,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  refuse: (socket: Socket) => void,
): void {
  function leave(this: ServerResponse): void {
    const { socket } = this.req;
    const connection = active.get(socket);
    if (connection === undefined) return;
    connection.unanswered -= 1;
    if (connection.unanswered === 0) active.delete(socket);
    if (connection.refuse !== undefined && awaited(connection) <= 0) return connection.refuse();
    const next = connection.waiting?.shift();
    if (next !== undefined && !socket.destroyed) setImmediate(serve, ...next);
  }
  // Answers that wait for earlier ones do not notice that the connection is closed.
  server.on('connection', (socket) => socket.once('close', () => active.delete(socket)));
  server.on('request', (request, response) => {
    const { socket } = request;
    const connection = active.get(socket);
    if (connection === undefined) {
      active.set(socket, { request, unanswered: 1, waiting: undefined, progress: undefined, refuse: undefined });
    } else {
      // Nothing is served after what is refused.
      if (connection.refuse !== undefined) return;
      if (connection.unanswered >= maxUnanswered) {
        refuse(socket);
        // The end of each request makes Node read on.
        socket.on('resume', () => socket.pause()).pause();
        return;
      }
      connection.request = request;
      connection.unanswered += 1;
      connection.progress = undefined;
    }
    response.on('close', leave);
    if (connection === undefined || connection.unanswered <= maxAtOnce) serve(request, response);
    else (connection.waiting ??= []).push([request, response]);
  });
}

/** Node would close the connection without an answer. */
export function answerTunnels(server: Server, refuse: (socket: Socket) => void): void {
  server.on('connect', (_request, socket) => refuse(socket as Socket));
}

export function answerExpectations(server: Server): void {
  // "100 Continue" is sent when the body is first read: after the caller is authenticated and the headers are accepted.
  // If it is never sent, the answer closes the connection, because the client may or may not send the body.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const ask = (event: string | symbol) => {
      if (event !== 'data' && event !== 'readable') return;
      request.off('newListener', ask);
      if (!response.headersSent) response.writeContinue();
    };
    request.on('newListener', ask);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
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
 * Ends stalled connections: `late` is called if no byte of the body has arrived for `seconds`, and a client that hardly
 * reads its answer is disconnected. A client that waits for the service is left alone.
 */
export function cutStalled(
  app: FastifyInstance,
  active: ActiveConnections,
  seconds: number,
  late: (socket: Socket) => void,
): void {
  const maxStallMs = seconds * 1_000;
  function endStalled(): void {
    const now = performance.now();
    for (const [socket, connection] of active) {
      const { request } = connection;
      const progress = (connection.progress ??= {
        received: socket.bytesRead,
        receivedAt: now,
        sent: sentOn(socket),
        sentAt: now,
      });
      if (!request.complete) {
        // Bytes that have arrived but are not read yet: the service is the slow one.
        if (socket.bytesRead > progress.received || request.readableLength > 0)
          Object.assign(progress, { received: socket.bytesRead, receivedAt: now });
        else if (now - progress.receivedAt > maxStallMs) late(socket);
      } else if (socket.writableLength === 0) Object.assign(progress, { sent: sentOn(socket), sentAt: now });
      else if (now - progress.sentAt > maxStallMs) {
        if (sentOn(socket) - progress.sent < seconds * minBytesPerSecond) socket.destroy();
        else Object.assign(progress, { sent: sentOn(socket), sentAt: now });
      }
    }
  }
  const timer = setInterval(endStalled, Math.min(maxStallMs / 4, 5_000)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
