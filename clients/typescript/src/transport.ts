import { setTimeout as sleep } from 'node:timers/promises';
import { DoorwayError, errorOf, NetworkError, TimeoutError, type Problem } from './errors.ts';
import { readJson } from './json.ts';
import { KeptAnswers } from './kept.ts';
import { Pace } from './pace.ts';
import { initOf, requestOf, type Call, type RequestAbout } from './request.ts';
import { retryAfterMsOf, waitMsBefore } from './waiting.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Retry {
  operation: string;
  /** The number of the attempt that failed, from 1. */
  attempt: number;
  waitMs: number;
  error: Error;
  /** Since the call began. */
  elapsedMs: number;
  /** How long the call goes on trying, from now. */
  remainingMs: number;
}

export interface ResponseAbout extends RequestAbout {
  durationMs: number;
  /** Undefined if there was no answer. */
  status: number | undefined;
  traceId: string | undefined;
  /** Undefined if the attempt succeeded. */
  error: Error | undefined;
}

export interface Hooks {
  /** Called before each wait for another attempt, for your log. */
  onRetry?: (retry: Retry) => void;
  /** Called before each attempt. */
  onRequest?: (request: RequestAbout) => void | Promise<void>;
  /** Called after each attempt, with its answer or the lack of one. */
  onResponse?: (response: ResponseAbout) => void | Promise<void>;
}

export interface TransportOptions {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs?: number;
  attemptTimeoutMs: number;
  maxRetries?: number;
  firstWaitMs: number;
  maxKeptCharacters: number;
  hooks: Hooks;
  /** Only for tests. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** Supplies the header Authorization. */
export interface Access {
  authorization(): Promise<string>;
  /** Returns true if there will be another token, so that the call can be repeated at once. */
  refused(authorization: string): boolean;
}

const usualTimeoutMs = 120_000;
const usualRetries = 5;
const keyedTimeoutMs = 5 * 60_000;

/** 500, 502 and 504 may come after the request was carried out; these come before. */
const nothingDone = new Set([408, 429, 503]);
const maybeDone = new Set([500, 502, 504]);
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Makes calls: time-outs, retries, and errors as classes. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #warned = new Set<string>();
  readonly #pace = new Pace();
  readonly #kept: KeptAnswers;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#kept = new KeptAnswers(options.maxKeptCharacters);
  }

  async send(call: Call, access: Access): Promise<Answer> {
    const { signal } = call.options;
    const { timeoutMs, maxRetries } = this.#limitsOf(call);
    const beganAt = performance.now();
    const deadline = beganAt + timeoutMs;
    let hasNewToken = false;
    for (let attempt = 1; ; attempt++) {
      await this.#takeTurn(call, deadline);
      const authorization = await access.authorization();
      const outcome = await this.#attempt(call, attempt, authorization, deadline, access);
      if (!(outcome instanceof Error)) return outcome;
      signal?.throwIfAborted();
      if (isUnauthorized(outcome) && !hasNewToken && mayReopen(call) && access.refused(authorization)) {
        hasNewToken = true;
        continue;
      }
      const waitMs = waitMsBefore(attempt, outcome, this.#options.firstWaitMs);
      const now = performance.now();
      const isLast = attempt > (isFault(outcome) ? Math.min(maxRetries, usualRetries) : maxRetries);
      if (isLast || !mayRepeat(call, outcome) || now + waitMs >= deadline) throw outcome;
      const { operation } = call;
      const times = { elapsedMs: now - beganAt, remainingMs: deadline - now };
      this.#options.hooks.onRetry?.({ operation, attempt, waitMs, error: outcome, ...times });
      await this.#pause(waitMs, signal);
    }
  }

  /** With a key the same call later creates nothing twice, so that an outage of minutes loses nothing. */
  #limitsOf({ headers, options }: Call): { timeoutMs: number; maxRetries: number } {
    const hasKey = headers?.['idempotency-key'] !== undefined;
    return {
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? (hasKey ? keyedTimeoutMs : usualTimeoutMs),
      maxRetries: options.maxRetries ?? this.#options.maxRetries ?? (hasKey ? Infinity : usualRetries),
    };
  }

  async #takeTurn({ operation, options: { signal } }: Call, deadline: number): Promise<void> {
    signal?.throwIfAborted();
    const now = performance.now();
    const waitMs = this.#pace.waitMs(now);
    if (now + waitMs > deadline)
      throw new TimeoutError(`${operation} was not sent in time, because too many calls wait for the rate limit.`);
    if (waitMs > 0) await this.#pause(waitMs, signal);
  }

  async #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const pause = this.#options.pause ?? ((time) => sleep(time, undefined, { signal }).catch(() => undefined));
    await pause(ms, signal);
    signal?.throwIfAborted();
  }

  /** Errors that may be worth another attempt are returned; mistakes of the caller are thrown. */
  async #attempt(
    call: Call,
    attempt: number,
    authorization: string,
    deadline: number,
    access: Access,
  ): Promise<Answer | Error> {
    const { onRequest, onResponse } = this.#options.hooks;
    const request = requestOf(call, attempt, authorization, this.#options.baseUrl);
    await onRequest?.(request);
    const sentAt = performance.now();
    const outcome = await this.#exchange(call, request, deadline, access);
    await onResponse?.({ ...request, durationMs: performance.now() - sentAt, ...resultOf(outcome) });
    return outcome;
  }

  async #exchange(call: Call, request: RequestAbout, deadline: number, access: Access): Promise<Answer | Error> {
    const { attemptTimeoutMs = this.#options.attemptTimeoutMs, signal } = call.options;
    const limitMs = Math.max(Math.min(attemptTimeoutMs, deadline - performance.now()), 1);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), limitMs);
    const stop = () => controller.abort();
    signal?.addEventListener('abort', stop, { once: true });
    const kept = request.method === 'GET' ? this.#kept.get(request.url) : undefined;
    const init = initOf(call, request, kept?.etag, controller.signal);
    try {
      const response = await this.#options.fetch(request.url, init);
      const { status, headers } = response;
      const text = await response.text();
      this.#warnIfDeprecated(call.operation, headers);
      if (status === 429) this.#pace.refused(headers.get('ratelimit-policy'), performance.now());
      if (status === 304 && kept !== undefined) return { status: 200, headers, body: readJson(kept.text) };
      if (!response.ok) return this.#errorOf(response, text, access);
      const etag = headers.get('etag');
      if (request.method === 'GET' && etag !== null) this.#kept.keep(request.url, etag, text);
      return { status, headers, body: text === '' ? undefined : readJson(text) };
    } catch (error) {
      if (call.body?.failure !== undefined) throw call.body.failure;
      if (controller.signal.aborted)
        return new TimeoutError(`${call.operation} was not answered within ${Math.round(limitMs)} ms.`, {
          cause: error,
        });
      return new NetworkError(`${call.operation} got no answer: ${causeOf(error)}`, { cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  #errorOf(response: Response, text: string, access: Access): DoorwayError {
    const { status, headers } = response;
    const body = bodyOf(text);
    const traceId = body.traceId ?? traceIdOf(headers);
    const existingId = headers.get('doorway-existing-id');
    return errorOf(body.message ?? body.error_description ?? `The service answered with ${status}.`, {
      status,
      code: headers.get('doorway-error') ?? undefined,
      traceId,
      existingId: existingId === null ? undefined : decodeURIComponent(existingId),
      retryAfterMs: retryAfterMsOf(headers.get('retry-after')),
      readProblems: () => this.#problemsOf(traceId, access),
    });
  }

  /** The service records a call shortly after it was answered. */
  async #problemsOf(traceId: string | undefined, access: Access): Promise<Problem[]> {
    if (traceId === undefined) return [];
    for (let attempt = 1; ; attempt++)
      try {
        const call: Call = {
          operation: 'GET /doorway/v1/calls/{traceId}',
          path: { traceId },
          isRepeatable: true,
          options: {},
        };
        const { body } = await this.send(call, access);
        return (body as { problems?: Problem[] }).problems ?? [];
      } catch (error) {
        if (!(error instanceof DoorwayError) || error.status >= 500) throw error;
        if (error.status !== 404 || attempt === 5) return [];
        await sleep(100 * attempt);
      }
  }

  #warnIfDeprecated(operation: string, headers: Headers): void {
    if (!headers.has('deprecation') || this.#warned.has(operation)) return;
    this.#warned.add(operation);
    const sunset = headers.get('sunset');
    const until = sunset === null ? '' : ` and may be removed from ${sunset} on`;
    process.emitWarning(`${operation} is deprecated${until}.`, 'DeprecationWarning', 'DOORWAY_DEPRECATED');
  }
}

export const traceIdOf = (headers: Headers): string | undefined => headers.get('traceparent')?.split('-')[1];

function resultOf(outcome: Answer | Error): Pick<ResponseAbout, 'status' | 'traceId' | 'error'> {
  if (!(outcome instanceof Error))
    return { status: outcome.status, traceId: traceIdOf(outcome.headers), error: undefined };
  const { status, traceId } = outcome instanceof DoorwayError ? outcome : {};
  return { status, traceId, error: outcome };
}

/** A fault of the service may not pass by itself. */
const isFault = (error: Error) => error instanceof DoorwayError && error.status === 500;

const isUnauthorized = (error: Error) => error instanceof DoorwayError && error.status === 401;

const mayReopen = ({ body }: Call) => body === undefined || body.canReopen;

function mayRepeat(call: Call, error: Error): boolean {
  if (!mayReopen(call)) return false;
  if (error instanceof DoorwayError)
    return nothingDone.has(error.status) || (call.isRepeatable && maybeDone.has(error.status));
  return call.isRepeatable || neverConnected.has(codeOf(error));
}

const codeOf = ({ cause }: Error): string => {
  const { code, cause: inner } = (cause ?? {}) as { code?: string; cause?: { code?: string } };
  return inner?.code ?? code ?? '';
};

function causeOf(error: unknown): string {
  const { message = '', cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message;
}

interface ErrorBody {
  traceId?: string;
  message?: string;
  error_description?: string;
}

/** A proxy in between may answer with anything. */
function bodyOf(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
