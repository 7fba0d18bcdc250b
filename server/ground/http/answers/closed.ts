import type { FastifyReply, FastifyRequest } from 'fastify';

/** Gets the request and reply as arguments, so that one function can serve all requests. */
type Work = (request: FastifyRequest, reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Called once the answer is sent or the caller has hung up. */
    closing: Work[] | undefined;
  }
}

/**
 * Like `whenClosed`, and also called once the client has ended its side of the connection. For answers that wait for
 * something: most such clients have hung up.
 */
export function whenLeft(reply: FastifyReply, work: () => void): void {
  const { socket } = reply.request.raw;
  if (socket.readableEnded) return work();
  socket.once('end', work);
  whenClosed(reply, () => {
    socket.off('end', work);
    work();
  });
}

/** All callbacks share one listener: Node warns about more than ten, and each listener costs time on every request. */
export function whenClosed(reply: FastifyReply, work: Work): void {
  const { request } = reply;
  if (request.closing !== undefined) return void request.closing.push(work);
  const closing = [work];
  request.closing = closing;
  reply.raw.on('close', () => {
    for (const each of closing) each(request, reply);
  });
}
