import { setTimeout as sleep } from 'node:timers/promises';
import { DoorwayError, errorOf, NetworkError, TimeoutError, type Problem } from './errors.ts';
import { version } from './generated/document.js';
import { readJson } from './json.ts';
import { retryAfterMsOf, waitMsBefore } from './waiting.ts';

export interface RequestBody {
  contentType: string;
  /** False for a stream, which can be read once only. */
  canReopen: boolean;
  open(): string | ReadableStream<Uint8Array>;
  /** Why it could not be read, such as a missing file. Sending it again would not help. */
  failure?: Error;
}

/** A failure that only a sandbox token may ask for. */
export type Rehearsal = 'unavailable' | 'rate-limited' | 'error' | 'slow' | 'lost-answer';

export interface CallOptions {
  /** Ends the call, including its retries and waits. */
  signal?: AbortSignal;
  /** For the whole call with all attempts and waits. */
  timeoutMs?: number;
  /** For one attempt. */
  attemptTimeoutMs?: number;
  maxRetries?: number;
  /** The W3C trace context of your own request; its trace id becomes the traceId. */
  traceparent?: string;
  /** Sandbox only: plays a failure on the first attempt. */
  rehearse?: Rehearsal;
}

/** Method and path as in the document, such as `GET /supplierinvoices/suppliers/{number}`. */
export type Operation = `${'GET' | 'POST' | 'PUT' | 'PATCH'} /${string}`;

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface Call {
  operation: Operation;
  path?: Record<string, string>;
  query?: Query;
  body?: RequestBody;
  headers?: Record<string, string>;
  /** Sending it twice does no harm, so it is repeated even if the first request may have been carried out. */
  isRepeatable: boolean;
  options: CallOptions;
}

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
}

export interface TransportOptions {
  baseUrl: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
  attemptTimeoutMs: number;
  maxRetries: number;
  firstWaitMs: number;
  onRetry: ((retry: Retry) => void) | undefined;
}

/** Supplies the header Authorization. */
export interface Access {
  authorization(): Promise<string>;
  /** Returns true if there will be another token, so that the call can be repeated at once. */
  refused(authorization: string): boolean;
}

/** 500, 502 and 504 may come after the request was carried out; these come before. */
const nothingDone = new Set([408, 429, 503]);
const maybeDone = new Set([500, 502, 504]);
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Makes calls: time-outs, retries, and errors as classes. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #warned = new Set<string>();

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send(call: Call, access: Access): Promise<Answer> {
    const { signal, timeoutMs = this.#options.timeoutMs, maxRetries = this.#options.maxRetries } = call.options;
    const deadline = performance.now() + timeoutMs;
    let hasNewToken = false;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const authorization = await access.authorization();
      const outcome = await this.#attempt(call, attempt, authorization, deadline, access);
      if (!(outcome instanceof Error)) return outcome;
      signal?.throwIfAborted();
      if (isUnauthorized(outcome) && !hasNewToken && mayReopen(call) && access.refused(authorization)) {
        hasNewToken = true;
        continue;
      }
      const waitMs = waitMsBefore(attempt, outcome, this.#options.firstWaitMs);
      if (attempt > maxRetries || !mayRepeat(call, outcome) || performance.now() + waitMs >= deadline) throw outcome;
      this.#options.onRetry?.({ operation: call.operation, attempt, waitMs, error: outcome });
      await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  /** Errors that may be worth another attempt are returned; mistakes of the caller are thrown. */
  async #attempt(
    call: Call,
    attempt: number,
    authorization: string,
    deadline: number,
    access: Access,
  ): Promise<Answer | Error> {
    const { attemptTimeoutMs = this.#options.attemptTimeoutMs, signal } = call.options;
    const limitMs = Math.max(Math.min(attemptTimeoutMs, deadline - performance.now()), 1);
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), limitMs);
    const stop = () => controller.abort();
    signal?.addEventListener('abort', stop, { once: true });
    const url = urlOf(this.#options.baseUrl, call);
    const init = requestOf(call, attempt, authorization, controller.signal);
    try {
      const response = await this.#options.fetch(url, init);
      const text = await response.text();
      this.#warnIfDeprecated(call.operation, response.headers);
      if (response.ok || response.status === 304)
        return { status: response.status, headers: response.headers, body: text === '' ? undefined : readJson(text) };
      return this.#errorOf(response, text, access);
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
    const traceId = body.traceId ?? headers.get('traceparent')?.split('-')[1];
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

function urlOf(baseUrl: string, { operation, path = {}, query = {} }: Call): string {
  const filled = partsOf(operation).path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, path[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.append(name, String(value));
  return `${baseUrl}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

function partsOf(operation: Operation): { method: string; path: string } {
  const blank = operation.indexOf(' ');
  return { method: operation.slice(0, blank), path: operation.slice(blank + 1) };
}

function segmentOf(name: string, value = ''): string {
  // URLs drop such a segment, so that another path would be called.
  if (['', '.', '..'].includes(value)) throw new TypeError(`${JSON.stringify(value)} cannot be the ${name} in a path.`);
  return encodeURIComponent(value);
}

function requestOf(
  { operation, body, headers, options }: Call,
  attempt: number,
  authorization: string,
  signal: AbortSignal,
) {
  const opened = body?.open();
  return {
    method: partsOf(operation).method,
    headers: {
      accept: 'application/json',
      'user-agent': `doorway-client/${version} node/${process.versions.node}`,
      ...(authorization !== '' && { authorization }),
      ...(body && { 'content-type': body.contentType }),
      ...(options.traceparent !== undefined && { traceparent: options.traceparent }),
      ...(options.rehearse !== undefined && attempt === 1 && { 'doorway-rehearse': options.rehearse }),
      ...headers,
    },
    ...(opened !== undefined && { body: opened }),
    ...(typeof opened === 'object' && { duplex: 'half' }),
    // The interface has no redirects: following one could hand the request to somebody else.
    redirect: 'error',
    signal,
  } as RequestInit;
}

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
