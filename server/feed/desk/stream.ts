import type { FeedEvent, FeedPage } from '../store.ts';
import { asJson } from '../feed.ts';
import { ApiError } from '../../errors/errors.ts';

/** A stream without events sends a comment this often, so that no proxy closes the connection. */
const heartbeatIntervalMs = 15_000;
const retryMs = 3_000;

interface StreamSource {
  /** Read before the answer begins, so that its errors have a status. */
  first: FeedPage;
  /** Waits until `until` for events after `after`. Undefined ends the stream. */
  next(after: number, until: number): Promise<FeedPage | undefined>;
  /** Aborted once the reader loses access to the events. */
  revoked: AbortSignal;
}

/** Server-sent events. The next page is read once this one has been sent. */
export async function* streamOf(source: StreamSource): AsyncGenerator<string> {
  try {
    yield* linesOf(source);
  } catch (error) {
    // Too late for an error status: the stream ends, and a client that reconnects gets the error.
    if (!(error instanceof ApiError)) throw error;
  }
}

async function* linesOf({ first, next, revoked }: StreamSource): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  for (
    let page: FeedPage | undefined = first;
    page !== undefined;
    page = await next(page.last, Date.now() + heartbeatIntervalMs)
  ) {
    for (const event of page.events) {
      if (revoked.aborted) return;
      yield lineOf(event);
    }
    // Clients store an id without data: after a reconnect they skip events of other types.
    if (page.events.length === 0) yield `:\nid: ${page.last}\n\n`;
  }
}

const lineOf = (event: FeedEvent) => `id: ${event.seq}\nevent: ${event.type}\ndata: ${asJson(event)}\n\n`;

export const wantsStream = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((part) => /^\s*text\/event-stream\s*(;|$)/i.test(part));
