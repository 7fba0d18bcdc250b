import type { FastifyReply, FastifyRequest } from 'fastify';

/** It is given what it is about, so that most need not be made anew for each request. */
type Work = (request: FastifyRequest, reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** What there is to do once the answer was sent, or its caller has hung up. */
    closing: Work[] | undefined;
  }
}

/** One listener serves all of them: a response would warn of more than ten, and each costs every request its time. */
export function whenClosed(reply: FastifyReply, work: Work): void {
  const { request } = reply;
  if (request.closing !== undefined) return void request.closing.push(work);
  const closing = [work];
  request.closing = closing;
  // It closes once.
  reply.raw.on('close', () => {
    for (const each of closing) each(request, reply);
  });
}
