import type { TokenGrant } from '../../partners/store.ts';
import type { Db } from '../../ground/db/pool.ts';
import { payloadOf, readableTypes } from '../../webhooks/payload.ts';
import { nextEvents, type FeedPage, type FeedQuery } from '../feed.ts';
import type { Waiter } from '../waiting.ts';

/** A page searches a bounded number of events. If it has none for the partner, the search continues for this long. */
const searchMs = 1_000;

/** The answer as JSON text, with each event as webhooks carry it. */
export async function nextForPartner(
  db: Db,
  { partner, scopes }: TokenGrant,
  { after, limit }: Pick<FeedQuery, 'after' | 'limit'>,
  waiter: Waiter | undefined,
  until: number,
): Promise<string> {
  const { id: partnerId, companyId } = partner;
  const query = { types: readableTypes(scopes), partnerId, limit };
  const searchUntil = Date.now() + searchMs;
  let page = await nextEvents(db, companyId, { ...query, after }, waiter, until);
  while (isUnfinished(page) && Date.now() < searchUntil)
    page = await nextEvents(db, companyId, { ...query, after: page.last }, waiter, until);
  const events = page.events.map(({ seq, data, ...event }) =>
    payloadOf({ ...event, seq: String(seq), data: JSON.parse(data) as Record<string, unknown> }, partnerId),
  );
  return `{"events":[${events.join(',')}],"next":${page.last}}`;
}

const isUnfinished = ({ events, last, newest }: FeedPage) => events.length === 0 && last < newest;
