import type { Address, Answer, Body, Method, Query } from './api/addresses.ts';
import type { InvoiceFilePath, Refusal } from './api/types.ts';
import { parseExact } from './exact.ts';
import { apiPath } from './place.ts';
import { nobodyIsThere } from './presence.ts';
import { currentSession, hasEnded, noteEnd, signedInAgain } from './session-end.ts';

/** What the operator API answered instead of what was asked for. */
export class ApiFailure extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  readonly traceId: string | undefined;
  /** Whether something was to be changed, not shown. */
  readonly changes: boolean;
  /** All that the answer said. */
  readonly body: Partial<Refusal>;
  constructor(status: number, message: string, traceId?: string, body: Partial<Refusal> = {}, changes = false) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.traceId = traceId;
    this.body = body;
    this.changes = changes;
  }
}

/** A file that broke off before its end: the connection was lost, or the service found that it is not what was attached. */
export class BrokenOff extends ApiFailure {}

type Texts = Record<string, string | undefined>;

/** The address of something in the API: for links, images and downloads. */
export function addressOf(path: Address, query: Texts = {}): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  );
  const search = new URLSearchParams(given).toString();
  return `${apiPath}${path}${search && `?${search}`}`;
}

/**
 * Asks for something. What comes back is what the operator document says of the address. Where the session has ended it waits
 * until somebody has signed in again, and asks then, unless `waits` is false.
 */
export async function read<A extends Address>(
  path: A,
  { query, signal, waits = true }: { query?: Query<A>; signal?: AbortSignal; waits?: boolean } = {},
): Promise<Answer<A>> {
  const address = addressOf(path, query);
  const response = await (waits ? ask(address, signal) : send('GET', address, { signal }));
  return (await answerOf(response)) as Answer<A>;
}

/**
 * Asks for something that nobody has asked for. That the session has ended is left to be found by what somebody does, so that nobody
 * is asked for a password in the middle of it.
 */
export async function readAside<A extends Address>(
  path: A,
  { query, signal }: { query: Query<A>; signal: AbortSignal },
): Promise<Answer<A>> {
  if (hasEnded()) await signedInAgain(signal);
  return (await answerOf(await send('GET', addressOf(path, query), { signal, aside: true }))) as Answer<A>;
}

async function ask(address: string, signal: AbortSignal | undefined): Promise<Response> {
  for (;;) {
    if (hasEnded()) await signedInAgain(signal);
    const session = currentSession();
    try {
      return await send('GET', address, { signal });
    } catch (error) {
      if (!isEnd(error) || !(hasEnded() || session !== currentSession())) throw error;
    }
  }
}

/** Whether an answer says that nobody is signed in. A wrong password is a 401, too. */
const isEnd = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 401 && (error.body.code ?? '').startsWith('session.');

/** Changes something. What has to be sent, and what comes back, is what the operator document says of the address. */
export async function change<M extends Exclude<Method, 'GET'>, A extends Address>(
  method: M,
  path: A,
  ...[body]: Body<A, M>
): Promise<Answer<A, M>> {
  return (await answerOf(await send(method, addressOf(path), contentOf(body)))) as Answer<A, M>;
}

/** A record with what tells whether somebody has changed it since. */
export interface Tagged<T> {
  record: T;
  etag: string;
}

export async function readTagged<A extends Address>(path: A, signal?: AbortSignal): Promise<Tagged<Answer<A>>> {
  return taggedOf<Answer<A>>(await ask(addressOf(path), signal));
}

/** Changes a record if it is still the one that was read; otherwise the failure has the status 412. */
export async function changeTagged<M extends 'PUT' | 'PATCH', A extends Address>(
  etag: string,
  method: M,
  path: A,
  ...[body]: Body<A, M>
): Promise<Tagged<Answer<A, M>>> {
  const content = { ...contentOf(body), headers: { 'if-match': etag } };
  return taggedOf<Answer<A, M>>(await send(method, addressOf(path), content));
}

async function taggedOf<T>(response: Response): Promise<Tagged<T>> {
  // A proxy that compresses answers calls their tags weak, and a weak one never matches.
  const etag = (response.headers.get('etag') ?? '*').replace(/^W\//, '');
  return { record: (await answerOf(response)) as T, etag };
}

const contentOf = (body: unknown): Content =>
  body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) };

/** Sends a file, or a text, as it stands: how its characters are written is not for the browser to tell. */
export async function upload<A extends Address>(
  path: A,
  type: 'text/csv' | 'application/json',
  body: Blob | string,
): Promise<Answer<A, 'POST'>> {
  return (await answerOf(await send('POST', addressOf(path), { type, body }))) as Answer<A, 'POST'>;
}

/** The bytes of a file. */
export async function readFile(path: InvoiceFilePath, signal?: AbortSignal): Promise<Blob> {
  const response = await ask(addressOf(path), signal);
  try {
    return await response.blob();
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new BrokenOff(response.status, '', traceIdOf(response));
  }
}

interface Content {
  type?: string;
  body?: Blob | string;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  aside?: boolean;
}

/** The only place that talks to the API. */
async function send(
  method: Method,
  address: string,
  { type, body, headers, signal, aside = false }: Content,
): Promise<Response> {
  const session = currentSession();
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers: {
        'x-doorway-console': nobodyIsThere() ? 'idle' : '1',
        ...(type !== undefined && { 'content-type': type }),
        ...headers,
      },
      body: body ?? null,
      signal: signal ?? null,
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiFailure(0, '', undefined, {}, method !== 'GET');
  }
  if (response.ok) return response;
  const failure = await failureOf(response, method !== 'GET');
  if (isEnd(failure) && !aside) noteEnd(session);
  throw failure;
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : parseExact(text);
}

async function failureOf(response: Response, changes: boolean): Promise<ApiFailure> {
  const told = (await response.json().catch(() => ({}))) as Partial<Refusal>;
  return new ApiFailure(response.status, told.message ?? '', told.traceId ?? traceIdOf(response), told, changes);
}

/** Every answer carries the trace id in this header too, also one that was cut short. */
const traceIdOf = (response: Response) => response.headers.get('traceparent')?.split('-')[1];
