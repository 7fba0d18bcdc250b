import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Refusal } from '../../errors/catalogue.ts';

/** What becomes known of a request on its way. Routes read from it; the log and the record of the call tell it. */
export interface Call {
  /** The JSON body as it came: the only form in which no digit of an amount is lost. Empty where no JSON was read. */
  text: string;
  /** The paths of names that an object in it has more than once, where there are any. */
  repeatedNames: readonly string[] | undefined;
  /** Why it was refused, and in which words. */
  refusal: (Refusal & { message: string }) | undefined;
  /** What a creation answered. */
  answer: unknown;
}

/** Where it stands, once somebody has asked for it. */
const kept = Symbol('call');

declare module 'fastify' {
  interface FastifyRequest {
    readonly call: Call;
    [kept]?: Call;
  }
}

/** The call of a request. Fastify gives a request whose address is broken none of the properties that others have. */
export const callOf = (request: FastifyRequest): Call =>
  (request[kept] ??= { text: '', repeatedNames: undefined, refusal: undefined, answer: undefined });

export function keepCalls(app: FastifyInstance): void {
  app.decorateRequest('call', {
    getter() {
      return callOf(this);
    },
  });
}
