import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What there is to do once the answer was sent, or its caller has hung up. */
    closing: (() => void)[] | undefined;
  }
}

/** One listener serves all of them: a response would warn of more than ten, and each costs every request its time. */
export function whenClosed(reply: FastifyReply, work: () => void): void {
  const { request, raw } = reply;
  if (request.closing !== undefined) return void request.closing.push(work);
  const closing = [work];
  request.closing = closing;
  raw.once('close', () => {
    for (const each of closing) each();
  });
}
