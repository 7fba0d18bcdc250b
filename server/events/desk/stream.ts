import type { FeedEvent, FeedPage } from '../feed-store.ts';
import { asJson } from '../feed.ts';
import { ApiError } from '../../errors/errors.ts';

/** A stream without events sends a line this often, so that nothing in between takes the connection for dead. */
const breathMs = 15_000;
/** Whoever was cut off comes again after so long. */
const retryMs = 3_000;

interface Source {
  /** What was found before the answer began. */
  first: FeedPage;
  /** The events after this number, waiting for them until then; undefined once there is nothing to wait for any more. */
  next(after: number, until: number): Promise<FeedPage | undefined>;
  /** Aborted once the reader may no longer have it. */
  revoked: AbortSignal;
}

/** Server-sent events. What is not taken is not made: the next page is read once this one has been sent. */
export async function* streamOf(source: Source): AsyncGenerator<string> {
  try {
    yield* linesOf(source);
  } catch (error) {
    // It has begun, so nothing can be refused any more: it ends, and a reader that comes again is told why.
    if (!(error instanceof ApiError)) throw error;
  }
}

async function* linesOf({ first, next, revoked }: Source): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`;
  for (
    let page: FeedPage | undefined = first;
    page !== undefined;
    page = await next(page.last, Date.now() + breathMs)
  ) {
    for (const event of page.events) {
      if (revoked.aborted) return;
      yield lineOf(event);
    }
    // An id without data is kept by the reader and not told: so it goes on behind what it was not interested in.
    if (page.events.length === 0) yield `:\nid: ${page.last}\n\n`;
  }
}

const lineOf = (event: FeedEvent) => `id: ${event.seq}\nevent: ${event.type}\ndata: ${asJson(event)}\n\n`;

/** Whether the header Accept names them. */
export const wantsStream = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((part) => /^\s*text\/event-stream\s*(;|$)/i.test(part));
