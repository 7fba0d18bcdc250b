import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import type { Refusal } from '../../../common/errors/catalogue.ts';
import { readExactly } from '../json/json.ts';

/** What becomes known of a request on its way. Routes read from it; the log and the record of the call tell it. */
export interface Call {
  /** What its route declares. Fastify makes it anew whenever it is asked for. */
  readonly route: FastifyContextConfig;
  /** The JSON body as it came: the only form in which no digit of an amount is lost. Empty where no JSON was read. */
  text: string;
  /** What exactlyOf has read of it. */
  exact: unknown;
  /** Whether its numbers or its text may be more than the schema can judge, so that they are looked at one by one. */
  isUnusual: boolean;
  /** Whether an object in it has so many names that those which are not known are counted. */
  isWide: boolean;
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
  (request[kept] ??= {
    route: request.routeOptions.config,
    text: '',
    exact: undefined,
    isUnusual: false,
    isWide: false,
    repeatedNames: undefined,
    refusal: undefined,
    answer: undefined,
  });

/** The JSON body of a call with every digit of its numbers, read once however many ask for it. */
export const exactlyOf = (call: Pick<Call, 'text' | 'exact'>): unknown => (call.exact ??= readExactly(call.text));

export function keepCalls(app: FastifyInstance): void {
  app.decorateRequest('call', {
    getter() {
      return callOf(this);
    },
  });
}
