import type { StoredEvent } from './payload.ts';
import { matchesEndpoint, matchValues, type Endpoint } from './store.ts';
import { eventNumbers, withinBytes } from '../events/store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface NextEvents {
  events: StoredEvent[];
  /** The endpoint has no other events up to this number. */
  to: string;
  /** Whether there are events after that number. */
  more: boolean;
}

/** Bounds the search for an endpoint that receives few of the events. */
const maxNumbers = 1_000;
/** Reading stops after the event that exceeds this. A process may hold this much for each of 1,000 endpoints. */
const maxBytes = 64 * 1024;

const matching = `
  SELECT seq, id, type, data::text AS data, created_at AS "createdAt" FROM events
  WHERE company_id = $1 AND seq > bounds.after AND seq <= bounds.last
    AND ${matchesEndpoint('$3::text[]', '$4::text')}
  ORDER BY seq LIMIT $5`;

interface EventRow extends Omit<StoredEvent, 'id' | 'data'> {
  end: string;
  more: boolean;
  matching: string | null;
  /** Null if nothing matches: the query then returns one row without an event. */
  id: string | null;
  data: string;
}

const isEvent = (row: EventRow): row is EventRow & { id: string } => row.id !== null;

const asEvent = ({ seq, id, type, data, createdAt }: EventRow & { id: string }): StoredEvent => ({
  seq,
  id,
  type,
  data: JSON.parse(data) as StoredEvent['data'],
  createdAt,
});

/** Skips events that are no longer stored. */
export async function readNextEvents(
  db: Db,
  company: CompanyId,
  endpoint: Pick<Endpoint, 'partnerId' | 'types'>,
  after: string,
  maxEvents: number,
): Promise<NextEvents> {
  const { rows } = await db.query<EventRow>({
    name: 'read-next-webhook-events',
    text: `WITH numbers AS (${eventNumbers}), lowest AS (
             SELECT newest, greatest($2::bigint, first - 1) AS after FROM numbers
           ), bounds AS (
             SELECT newest, after, least(after + ${maxNumbers}, greatest(newest, after)) AS last FROM lowest
           )
           SELECT bounds.last AS end, bounds.last < newest AS more, event.* FROM bounds
           LEFT JOIN LATERAL (${withinBytes(matching, '$6')}) AS event ON true ORDER BY event.seq`,
    values: [company, after, ...matchValues(endpoint), maxEvents, maxBytes],
  });
  const events = rows.filter(isEvent).map(asEvent);
  const { end = after, more = false, matching: many } = rows[0] ?? {};
  const isCut = events.length === maxEvents || events.length < Number(many);
  const cut = isCut ? events.at(-1) : undefined;
  return { events, to: cut?.seq ?? end, more: more || cut !== undefined };
}
