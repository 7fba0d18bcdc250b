import type { FastifyReply, FastifyRequest } from 'fastify';

/** Gets the request and reply as arguments, so that one function can serve all requests. */
type Work = (request: FastifyRequest, reply: FastifyReply) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Called once the answer is sent or the caller has hung up. */
    closing: Work[] | undefined;
  }
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
