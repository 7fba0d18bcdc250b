import { hash } from 'node:crypto';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import type { Refusal } from '../../../common/errors/catalogue.ts';
import { readExactly, reading } from '../json/json.ts';
import type { Steps } from '../../../common/steps.ts';

/**
 * An authenticated caller, as far as limits and the log need to know it. The front that checks the credentials sets it.
 */
export interface Caller {
  /** Turns, rates and memory are shared out among these. */
  key: string;
  /** The caller's name and the field of the log that shows it; undefined if the log does not name such callers. */
  logged: { field: string; name: string } | undefined;
  /** Whether the caller takes turns with others and has a limited rate. */
  isLimited: boolean;
}

export interface Call {
  /** The route's config. Fastify builds routeOptions anew on each access, so it is read once. */
  readonly route: FastifyContextConfig;
  /** Undefined before the credentials are checked, and on public routes. */
  caller: Caller | undefined;
  /** The JSON body as sent: the only form that keeps every digit of an amount. Empty if no JSON was read. */
  text: string;
  /** Whether the body began with a byte order mark, which `text` lacks. */
  hasByteOrderMark: boolean;
  /** Cache of `exactlyOf`. */
  exact: unknown;
  /** The body has numbers or text that the schema cannot judge, so each value is inspected. */
  isUnusual: boolean;
  /** An object of the body has so many names that the unknown ones are counted. */
  isWide: boolean;
  repeatedNames: readonly string[] | undefined;
  /** A long list that the schema of the body does not see. */
  takenList: readonly unknown[] | undefined;
  refusal: (Refusal & { message: string }) | undefined;
  answer: unknown;
  /** The operation in metrics, if it is not the route's: a rehearsed failure must raise no alarm. */
  measuredAs: string | undefined;
}

const callKey = Symbol('call');

declare module 'fastify' {
  interface FastifyRequest {
    readonly call: Call;
    [callKey]?: Call;
  }
  interface FastifyContextConfig {
    /** The name of the operation in logs, metrics and the reference. */
    operation?: string;
    /**
     * Anybody may call this route. A route without it must name what its caller needs, or the service does not start.
     */
    public?: true;
    /** An empty body, and null, are as good as an object without fields. */
    isBodyOptional?: true;
  }
}

/** The call of a request. It also works if the URL is malformed: Fastify does not decorate such requests. */
export const callOf = (request: FastifyRequest): Call =>
  (request[callKey] ??= {
    route: request.routeOptions.config,
    caller: undefined,
    text: '',
    hasByteOrderMark: false,
    exact: undefined,
    isUnusual: false,
    isWide: false,
    repeatedNames: undefined,
    takenList: undefined,
    refusal: undefined,
    answer: undefined,
    measuredAs: undefined,
  });

export const exactlyOf = (call: Pick<Call, 'text' | 'exact'>): unknown => (call.exact ??= readExactly(call.text));

/** The same in steps. */
export function* readingExactly(call: Pick<Call, 'text' | 'exact'>): Steps<unknown> {
  return (call.exact ??= yield* reading(call.text));
}

/** Hashes the bytes of the JSON body after decompression, into hexadecimal digits. The text is valid UTF-8. */
export const sha256Of = ({ text, hasByteOrderMark }: Pick<Call, 'text' | 'hasByteOrderMark'>): string =>
  hash('sha256', hasByteOrderMark ? `\ufeff${text}` : text);

export function keepCalls(app: FastifyInstance): void {
  app.decorateRequest('call', {
    getter() {
      return callOf(this);
    },
  });
}
