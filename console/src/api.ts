import type { Address, Answer, Body, Method, Query } from './api/addresses.ts';
import type { Invoice, InvoiceFilePath, InvoicePath, Refusal } from './api/types.ts';
import { parseExact } from './exact.ts';
import { apiPath } from './base-path.ts';
import { mailLinkKey } from './mail-link.ts';
import { reportAnswer, reportOutage } from './connection.ts';
import { proofGiven } from './proof.ts';
import { currentSession, hasEnded, isAway, reportEnd, signedInAgain } from './session-end.ts';

export class ApiFailure extends Error {
  /** HTTP status; 0 if no answer came. */
  readonly status: number;
  readonly traceId: string | undefined;
  readonly changes: boolean;
  readonly body: Partial<Refusal>;
  constructor(status: number, message: string, traceId?: string, body: Partial<Refusal> = {}, changes = false) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.traceId = traceId;
    this.body = body;
    this.changes = changes;
  }

  /** The same failure with a part of its problems. */
  about(body: Partial<Refusal>): ApiFailure {
    return new ApiFailure(this.status, this.message, this.traceId, body, this.changes);
  }
}

/** Refusals of a service that is being restarted or waits for its database. Others would be refused again. */
const outages = new Set<string | undefined>([undefined, 'service.stopping', 'database.unavailable']);

/** Whether the service, or a proxy for it, did not answer: the same request succeeds once it is back. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  !(error instanceof BrokenOff) &&
  (error.status === 0 || ([502, 503, 504].includes(error.status) && outages.has(error.body.code)));

/** A file that ended early: the connection was lost, or the service found its bytes damaged. */
export class BrokenOff extends ApiFailure {}

type Texts = Record<string, string | undefined>;

export function addressOf(path: Address, query: Texts = {}): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  );
  const search = new URLSearchParams(given).toString();
  return `${apiPath}${path}${search && `?${search}`}`;
}

/**
 * Reads from the API. If the session has ended, waits for the next sign-in and tries again, unless `waits` is false.
 */
export async function read<A extends Address>(
  path: A,
  { query, signal, waits = true }: { query?: Query<A>; signal?: AbortSignal; waits?: boolean } = {},
): Promise<Answer<A>> {
  const address = addressOf(path, query);
  const response = await (waits ? readPatiently(address, signal) : send('GET', address, { signal }));
  return (await answerOf(response)) as Answer<A>;
}

/**
 * Background refresh. It does not report the end of the session, so that nobody is asked for a password in the middle
 * of work.
 */
export async function readInBackground<A extends Address>(
  path: A,
  { query, signal }: { query: Query<A>; signal: AbortSignal },
): Promise<Answer<A>> {
  if (hasEnded()) await signedInAgain(signal);
  return (await answerOf(await send('GET', addressOf(path, query), { signal, isBackground: true }))) as Answer<A>;
}

/** Whether the service answers, within five seconds. */
export const isThere = (): Promise<boolean> =>
  send('GET', addressOf('/session'), { signal: AbortSignal.timeout(5_000), isBackground: true }).then(
    () => true,
    (error) => !isOutage(error),
  );

async function readPatiently(
  address: string,
  signal: AbortSignal | undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  for (;;) {
    if (hasEnded()) await signedInAgain(signal);
    const session = currentSession();
    try {
      return await send('GET', address, { signal, headers });
    } catch (error) {
      if (!isSignedOut(error) || !(hasEnded() || session !== currentSession())) throw error;
    }
  }
}

/** Whether a request failed because nobody is signed in. A wrong password is also a 401. */
const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 401 && (error.body.code ?? '').startsWith('session.');

export async function change<M extends Exclude<Method, 'GET'>, A extends Address>(
  method: M,
  path: A,
  ...[body]: Body<A, M>
): Promise<Answer<A, M>> {
  return (await answerOf(await send(method, addressOf(path), contentOf(body)))) as Answer<A, M>;
}

export interface RecordWithEtag<T> {
  record: T;
  etag: string;
}

export async function readTagged<A extends Address>(path: A, signal?: AbortSignal): Promise<RecordWithEtag<Answer<A>>> {
  return taggedOf<Answer<A>>(await readPatiently(addressOf(path), signal));
}

/** Changes a record if nobody has changed it since it was read; otherwise the failure has the status 412. */
export async function changeTagged<M extends 'POST' | 'PUT' | 'PATCH', A extends Address>(
  etag: string,
  method: M,
  path: A,
  ...[body]: Body<A, M>
): Promise<RecordWithEtag<Answer<A, M>>> {
  const content = { ...contentOf(body), headers: { 'if-match': etag } };
  return taggedOf<Answer<A, M>>(await send(method, addressOf(path), content));
}

async function taggedOf<T>(response: Response): Promise<RecordWithEtag<T>> {
  // A proxy that compresses answers makes their tags weak, and a weak tag never matches.
  const etag = (response.headers.get('etag') ?? '*').replace(/^W\//, '');
  return { record: (await answerOf(response)) as T, etag };
}

const contentOf = (body: unknown): RequestContent =>
  body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) };

/** Sends a file or text without a character set: the service detects it. */
export async function upload<A extends Address>(
  path: A,
  type: 'text/csv' | 'application/json',
  body: Blob | string,
  etag?: string,
): Promise<RecordWithEtag<Answer<A, 'POST'>>> {
  const content = { type, body, ...(etag !== undefined && { headers: { 'if-match': etag } }) };
  return taggedOf<Answer<A, 'POST'>>(await send('POST', addressOf(path), content));
}

/** Attaches a file to an invoice. XMLHttpRequest reports the progress of a request; fetch does not. */
export async function attachFile(
  path: InvoicePath,
  file: File,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Invoice> {
  const session = currentSession();
  const form = new FormData();
  form.append('file', file, file.name);
  const response = await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const broken = () => reject(new ApiFailure(0, '', undefined, {}, true));
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      const headers = { traceparent: request.getResponseHeader('traceparent') ?? '' };
      resolve(new Response(request.responseText, { status: request.status, headers }));
    });
    request.addEventListener('error', broken);
    request.addEventListener('timeout', broken);
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', addressOf(`${path}/files`));
    request.setRequestHeader('x-doorway-console', '1');
    request.send(form);
  });
  if (response.ok) return (await answerOf(response)) as Invoice;
  const failure = await failureOf(response, true);
  if (isSignedOut(failure)) reportEnd(session);
  throw failure;
}

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export async function readFile(path: InvoiceFilePath, signal?: AbortSignal, range?: ByteRange): Promise<Blob> {
  const headers = range && { range: `bytes=${range.start}-${range.end}` };
  const response = await readPatiently(addressOf(path), signal, headers);
  try {
    const bytes = await response.blob();
    // A proxy may drop the header Range.
    return range === undefined || response.status === 206 ? bytes : bytes.slice(range.start, range.end + 1);
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    // The service compares a file before it sends a range, so only the connection can have failed.
    throw range === undefined ? new BrokenOff(response.status, '', traceIdOf(response)) : new ApiFailure(0, '');
  }
}

interface RequestContent {
  type?: string;
  body?: Blob | string;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  isBackground?: boolean;
}

async function send(
  method: Method,
  address: string,
  { type, body, headers, signal, isBackground = false }: RequestContent,
): Promise<Response> {
  const session = currentSession();
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers: {
        'x-doorway-console': isAway() ? 'idle' : '1',
        ...(mailLinkKey() !== undefined && { authorization: `Bearer ${mailLinkKey()}` }),
        ...(type !== undefined && { 'content-type': type }),
        ...headers,
      },
      body: body ?? null,
      signal: signal ?? null,
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    reportOutage();
    throw new ApiFailure(0, '', undefined, {}, method !== 'GET');
  }
  const failure = response.ok ? undefined : await failureOf(response, method !== 'GET');
  if (isOutage(failure)) reportOutage();
  else reportAnswer();
  if (failure === undefined) return response;
  if (failure.body.code === 'proof.needed') {
    await proofGiven(failure);
    return send(method, address, { type, body, headers, signal, isBackground });
  }
  if (isSignedOut(failure) && !isBackground) reportEnd(session);
  throw failure;
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : parseExact(text);
}

async function failureOf(response: Response, changes: boolean): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  return new ApiFailure(response.status, body.message ?? '', body.traceId ?? traceIdOf(response), body, changes);
}

const traceIdOf = (response: Response) => response.headers.get('traceparent')?.split('-')[1];
