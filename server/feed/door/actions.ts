import { partnerEventTypes } from '../../../common/events.ts';
import type { TokenGrant } from '../../partners/store.ts';
import type { Db } from '../../ground/db/pool.ts';
import { payloadOf } from '../../webhooks/payload.ts';
import { nextEvents, type FeedPage, type FeedQuery } from '../feed.ts';
import type { Waiter } from '../waiting.ts';

/** A page searches a bounded number of events. If it has none for the partner, the search continues for this long. */
const searchMs = 1_000;

/**
 * Types of events about records that the token may read: `workorders:read` or `workorders:write` for `workorder.done`.
 * Suppliers are the company's, so a token that may only write them reads nothing of them.
 */
const readableTypes = (scopes: readonly string[]): string[] =>
  partnerEventTypes.filter((type) => {
    const kind = type.slice(0, type.indexOf('.'));
    return scopes.includes(`${kind}s:read`) || (kind !== 'supplier' && scopes.includes(`${kind}s:write`));
  });

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
