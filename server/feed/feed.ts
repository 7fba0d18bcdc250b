import { readFeed, type FeedQuery, type FeedEvent, type FeedPage } from './store.ts';
import type { Waiter } from './waiting.ts';
import { ApiError } from '../errors/errors.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export type { FeedPage, FeedQuery } from './store.ts';

/**
 * Reads the next events of a query. If there are none, the waiter waits for them until the given time; without a
 * waiter, or after that time, the page is empty. Register the waiter before this call, so that no event is missed in
 * between.
 */
export async function nextEvents(
  db: Db,
  company: CompanyId,
  query: FeedQuery,
  waiter?: Waiter,
  until = 0,
): Promise<FeedPage> {
  let { after } = query;
  for (;;) {
    const page = await readFeed(db, company, { ...query, after });
    if (after !== undefined && after < page.first - 1) throw new ApiError('events.pruned', { first: page.first });
    const isAhead = after !== undefined && after > page.newest;
    if (page.events.length > 0 || isAhead || waiter === undefined || waiter.over || Date.now() >= until) return page;
    if (page.last === page.newest) await waiter.next(until - Date.now());
    after = page.last;
  }
}

export const asJson = ({ seq, id, type, createdAt, traceId, data }: FeedEvent): string =>
  `{"seq":${seq},"id":"${id}","type":${JSON.stringify(type)},"createdAt":"${createdAt.toISOString()}","traceId":${JSON.stringify(traceId)},"data":${data}}`;
