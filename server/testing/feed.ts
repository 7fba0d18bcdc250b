import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { Answer, Door } from './door.ts';
import { api } from './operator.ts';

export interface FeedEvent {
  seq: number;
  id: string;
  type: string;
  createdAt: string;
  traceId: string | null;
  data: Record<string, unknown>;
}

export type RequestHeaders = Record<string, string>;

export const feedPath = (company: string, query = '') => `${api}/companies/${company}/events${query}`;

/** Uses its own connection: waiting requests would keep other connections from being reused. */
const open = (base: string, path: string, headers: RequestHeaders, signal?: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(base + path, { agent: false, headers, ...(signal && { signal }) }, resolve).on('error', reject);
  });

export async function readFeed(base: string, company: string, reader: RequestHeaders, query = ''): Promise<Answer> {
  const response = await open(base, feedPath(company, query), reader);
  const headers = new Headers(response.headers as Record<string, string>);
  return { status: response.statusCode as number, headers, body: JSON.parse(await text(response)) };
}

export interface Stream {
  status: number;
  headers: IncomingMessage['headers'];
  events: FeedEvent[];
  text(): string;
  /** Resolves once the service ends the stream; rejects if it is cut off. */
  ended: Promise<void>;
  close(): void;
}

export async function openStream(base: string, path: string, headers: RequestHeaders): Promise<Stream> {
  const leaving = new AbortController();
  const response = await open(base, path, { accept: 'text/event-stream', ...headers }, leaving.signal);
  const events: FeedEvent[] = [];
  let all = '';
  const ended = (async () => {
    let rest = '';
    for await (const part of response.setEncoding('utf8')) {
      all += part;
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop() as string;
      events.push(...blocks.map(eventIn).filter((event) => event !== undefined));
    }
  })();
  // A test that closes the stream expects this rejection.
  ended.catch(() => undefined);
  return {
    status: response.statusCode as number,
    headers: response.headers,
    events,
    text: () => all,
    ended,
    close: () => leaving.abort(),
  };
}

function eventIn(block: string): FeedEvent | undefined {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
  );
  if (fields.data === undefined) return undefined;
  const event = JSON.parse(fields.data) as FeedEvent;
  expect(fields).toMatchObject({ id: String(event.seq), event: event.type });
  return event;
}

export const feedOf = (door: Door, reader: RequestHeaders) => ({
  read: (query = '') => readFeed(door.url, door.company, reader, query),
  stream: (query = '', headers: RequestHeaders = {}) =>
    openStream(door.url, feedPath(door.company, query), { ...reader, ...headers }),
});
