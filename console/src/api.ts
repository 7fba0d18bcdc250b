import { parseExact } from './exact.ts';
import { apiPath } from './place.ts';
import { nobodyIsThere } from './presence.ts';

/** What the operator API answered instead of what was asked for. */
export class ApiFailure extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  readonly traceId: string | undefined;
  /** Everything else that the answer said. */
  readonly body: Record<string, unknown>;
  constructor(status: number, message: string, traceId?: string, body: Record<string, unknown> = {}) {
    super(message);
    this.name = 'ApiFailure';
    this.status = status;
    this.traceId = traceId;
    this.body = body;
  }
}

/** A file that broke off before its end: the connection was lost, or the service found that it is not what was attached. */
export class BrokenOff extends ApiFailure {}

export type Query = Record<string, string | undefined>;

export interface Options {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Query | undefined;
  body?: unknown;
  /** Sent as it stands, with its type, instead of body. */
  raw?: { type: string; text: string };
  signal?: AbortSignal | undefined;
}

/** The address of something in the API: for links, images and downloads. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '',
  );
  const search = new URLSearchParams(given).toString();
  return `${apiPath}${path}${search && `?${search}`}`;
}

/** The only place that talks to the API. */
export async function request<T>(path: string, options: Options = {}): Promise<T> {
  const response = await send(path, options);
  const text = await response.text();
  return (text === '' ? undefined : parseExact(text)) as T;
}

/** The bytes of a file. */
export async function readFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const response = await send(path, { signal });
  try {
    return await response.blob();
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new BrokenOff(response.status, '', traceIdOf(response));
  }
}

async function send(path: string, { method = 'GET', query, body, raw, signal }: Options): Promise<Response> {
  const type = raw?.type ?? (body === undefined ? undefined : 'application/json');
  let response: Response;
  try {
    response = await fetch(addressOf(path, query), {
      method,
      headers: {
        'x-doorway-console': nobodyIsThere() ? 'idle' : '1',
        ...(type !== undefined && { 'content-type': type }),
      },
      body: raw?.text ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ?? null,
    });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiFailure(0, '');
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const told = (await response.json().catch(() => ({}))) as { message?: string; traceId?: string };
  return new ApiFailure(response.status, told.message ?? '', told.traceId ?? traceIdOf(response), told);
}

/** Every answer carries the trace id in this header too, also one that was cut short. */
const traceIdOf = (response: Response) => response.headers.get('traceparent')?.split('-')[1];
