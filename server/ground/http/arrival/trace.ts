import type { IncomingMessage } from 'node:http';
import type { ArrivalStep } from './arrival.ts';
import { randomDigits } from '../../db/ids.ts';

// Version 00 ends after the flags; a later version may have more fields.
const traceparent =
  /^(?!ff)(?:00(?=.{53}$)|(?!00)[0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|-)/;

export function traceIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const header = request.headers.traceparent;
  return (typeof header === 'string' && traceparent.exec(header)?.[1]) || newTraceId();
}

export const traceparentOf = (traceId: string) => `00-${traceId}-${randomDigits(16)}-01`;

/**
 * Begins with the time in milliseconds, so that new calls go to the end of the index of trace ids. W3C recommends at
 * least 14 random digits at the end; this has 20.
 */
export const newTraceId = () => Date.now().toString(16).padStart(12, '0') + randomDigits(20);

/** The trace id is also Fastify's request id, so that every log line has it. */
export const answerTraceparent: ArrivalStep = (request, reply) => {
  reply.header('traceparent', traceparentOf(request.id));
  return undefined;
};
