import { eventNumbers, withinBytes, type EventNumbers } from '../events/store.ts';
import { matchesEndpoint } from '../webhooks/store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface FeedQuery {
  /** Undefined starts at the first stored event. */
  after: number | undefined;
  types: readonly string[] | undefined;
  /** Only events about this partner's records. */
  partnerId?: string | undefined;
  limit: number;
}

export interface FeedEvent {
  seq: number;
  id: string;
  type: string;
  createdAt: Date;
  /** The trace id of the request that caused it; null if none did. */
  traceId: string | null;
  /** The payload as stored JSON text: parsing it could change the digits of numbers. */
  data: string;
}

export interface FeedPage extends EventNumbers {
  events: FeedEvent[];
  /** The page is complete up to this number; the next page begins after it. */
  last: number;
}

/** Bounds the search for events of a rare type. */
export const maxNumbers = 10_000;
/** A page ends with the event that exceeds this. */
const maxBytes = 1024 * 1024;

type FeedRow = Record<'first' | 'newest' | 'to', string> &
  Omit<FeedEvent, 'seq' | 'id'> & { seq: string; id: string | null; matching: string };

const matching = `
  SELECT seq, id, type, created_at AS "createdAt", data ->> 'traceId' AS "traceId", data::text AS data
  FROM events
  WHERE company_id = $1 AND seq > bounds.after AND seq <= bounds."to" AND bounds.after >= bounds.first - 1
    AND ${matchesEndpoint('$3::text[]', '$7::text')}
  ORDER BY seq LIMIT $4`;

/** One statement sees every event up to the newest, because events are numbered under a lock held until the commit. */
export async function readFeed(
  db: Db,
  company: CompanyId,
  { after, types, partnerId, limit }: FeedQuery,
): Promise<FeedPage> {
  const { rows } = await db.query<FeedRow>({
    name: 'read-feed',
    text: `
      WITH numbers AS (${eventNumbers}), bounds AS (
        SELECT first, newest, coalesce($2, first - 1) AS after, least(newest, coalesce($2, first - 1) + $5) AS "to" FROM numbers
      )
      SELECT first, newest, "to", page.*
      FROM bounds LEFT JOIN LATERAL (${withinBytes(matching, '$6')}) AS page ON true
      ORDER BY seq`,
    values: [company, after ?? null, types ?? null, limit, maxNumbers, maxBytes, partnerId ?? null],
  });
  const [row] = rows;
  if (row === undefined) return { events: [], last: 0, newest: 0, first: 1 };
  const events = rows.filter(isEvent).map(asEvent);
  const isCut = events.length === limit || events.length < Number(row.matching);
  const end = events.at(-1);
  return {
    events,
    last: isCut && end !== undefined ? end.seq : Number(row.to),
    newest: Number(row.newest),
    first: Number(row.first),
  };
}

const isEvent = ({ id }: FeedRow) => id !== null;

const asEvent = ({ seq, id, type, createdAt, traceId, data }: FeedRow): FeedEvent => ({
  seq: Number(seq),
  id: id as string,
  type,
  createdAt,
  traceId,
  data,
});
