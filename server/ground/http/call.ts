import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiError } from '../../errors/errors.ts';

/** What becomes known of a request on its way. Routes read from it; the log and the record of the call tell it. */
export interface Call {
  /** The JSON body as it came: the only form in which no digit of an amount is lost. Empty where no JSON was read. */
  text: string;
  /** Whether its numbers or its text may be more than the schema can judge, so that they are looked at one by one. */
  isUnusual: boolean;
  /** The paths of names that an object in it has more than once, where there are any. */
  repeatedNames: readonly string[] | undefined;
  /** Why it was refused. */
  refusal: Pick<ApiError, 'message' | 'problems'> | undefined;
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
  (request[kept] ??= {
    text: '',
    isUnusual: false,
    repeatedNames: undefined,
    refusal: undefined,
    answer: undefined,
  });

export function keepCalls(app: FastifyInstance): void {
  app.decorateRequest('call', {
    getter() {
      return callOf(this);
    },
  });
}
