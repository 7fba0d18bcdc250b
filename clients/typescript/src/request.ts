import { version } from './generated/document.js';

export interface RequestBody {
  contentType: string;
  /** False for a stream, which can be read once only. */
  canReopen: boolean;
  open(): string | ReadableStream<Uint8Array>;
  /** The SHA-256 of the JSON, or of the file in a form, in hexadecimal digits; set once it was sent. */
  sha256?: () => string;
  /** Why it could not be read, such as a missing file. Sending it again would not help. */
  failure?: Error;
}

/** A failure that only a sandbox token may ask for. */
export type Rehearsal = 'unavailable' | 'rate-limited' | 'error' | 'slow' | 'lost-answer' | 'damaged-file';

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
export type Operation = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

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

/** One attempt. */
export interface RequestAbout {
  operation: string;
  /** From 1. */
  attempt: number;
  method: string;
  url: string;
  /** The headers, with the access token. A hook may add to them. */
  headers: Record<string, string>;
}

export function requestOf(call: Call, attempt: number, authorization: string, baseUrl: string): RequestAbout {
  const { operation, body, headers, options } = call;
  return {
    operation,
    attempt,
    method: partsOf(operation).method,
    url: urlOf(baseUrl, call),
    headers: {
      accept: 'application/json',
      'user-agent': `doorway-client/${version} node/${process.versions.node}`,
      ...(authorization !== '' && { authorization }),
      ...(body && { 'content-type': body.contentType }),
      ...(options.traceparent !== undefined && { traceparent: options.traceparent }),
      ...(options.rehearse !== undefined && attempt === 1 && { 'doorway-rehearse': options.rehearse }),
      ...headers,
    },
  };
}

export function initOf(
  { body }: Call,
  { method, headers }: RequestAbout,
  etag: string | undefined,
  signal: AbortSignal,
): RequestInit {
  const opened = body?.open();
  return {
    method,
    headers: { ...(etag !== undefined && { 'if-none-match': etag }), ...headers },
    ...(opened !== undefined && { body: opened }),
    ...(typeof opened === 'object' && { duplex: 'half' }),
    // The interface has no redirects: following one could hand the request to somebody else.
    redirect: 'error',
    signal,
  } as RequestInit;
}
