import { keptNumbers, type Kept } from './kept-store.ts';
import { withinBytes } from './within-bytes.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** Which events of a company are asked for. */
export interface FeedQuery {
  /** The number before the first; undefined for the first that is kept. */
  after: number | undefined;
  /** Only these types; undefined for all. */
  types: readonly string[] | undefined;
  limit: number;
}

/** An event as whoever follows them reads it. */
export interface FeedEvent {
  seq: number;
  id: string;
  type: string;
  createdAt: Date;
  /** Of the request that caused it; null where none did. */
  traceId: string | null;
  /** The payload as it is kept, as JSON: parsed and written anew, it might not have the same digits. */
  data: string;
}

export interface FeedPage extends Kept {
  events: FeedEvent[];
  /** Up to which number this tells; what comes next is asked for after it. */
  last: number;
}

/** So many numbers are looked through at a time, because a type may be rare. */
export const mostNumbers = 10_000;
/** A page ends with the event that makes it longer than this. */
const mostBytes = 1024 * 1024;

type Row = Record<'first' | 'newest' | 'to', string> &
  Omit<FeedEvent, 'seq' | 'id'> & { seq: string; id: string | null; matching: string };

const matching = `
  SELECT seq, id, type, created_at AS "createdAt", data ->> 'traceId' AS "traceId", data::text AS data
  FROM events
  WHERE company_id = $1 AND seq > stretch.after AND seq <= stretch."to" AND stretch.after >= stretch.first - 1
    AND ($3::text[] IS NULL OR type = ANY ($3))
  ORDER BY seq LIMIT $4`;

/**
 * One statement, and so one moment: numbers are given under a lock that is held until the commit, so that each event up to the
 * newest is there to be seen.
 */
export async function readFeed(db: Db, company: CompanyId, { after, types, limit }: FeedQuery): Promise<FeedPage> {
  const { rows } = await db.query<Row>({
    name: 'read-feed',
    text: `
      WITH kept AS (${keptNumbers}), stretch AS (
        SELECT first, newest, coalesce($2, first - 1) AS after, least(newest, coalesce($2, first - 1) + $5) AS "to" FROM kept
      )
      SELECT first, newest, "to", page.*
      FROM stretch LEFT JOIN LATERAL (${withinBytes(matching, '$6')}) AS page ON true
      ORDER BY seq`,
    values: [company, after ?? null, types ?? null, limit, mostNumbers, mostBytes],
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

/** Where nothing matches there is one row, which has no event. */
const isEvent = ({ id }: Row) => id !== null;

const asEvent = ({ seq, id, type, createdAt, traceId, data }: Row): FeedEvent => ({
  seq: Number(seq),
  id: id as string,
  type,
  createdAt,
  traceId,
  data,
});
