import { typesFor, type KeptEvent } from './payload.ts';
import { ownerOfEvent, type Endpoint } from './store.ts';
import { withinBytes } from '../events/within-bytes.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** The next events of an endpoint, the number up to which there are no others, and whether there are numbers beyond it. */
export interface Stretch {
  events: KeptEvent[];
  to: string;
  more: boolean;
}

/** An endpoint that is told of few events is not read past more than so many at once. */
const mostNumbers = 1_000;
/** A stretch ends with the event that makes it longer than this: many endpoints are delivered to at the same time. */
const mostBytes = 256 * 1024;

const matching = `
  SELECT seq, id, type, data::text AS data, created_at AS "createdAt" FROM events
  WHERE company_id = $1 AND seq > bounds.after AND seq <= bounds.last
    AND ($3::text[] IS NULL OR type = ANY ($3)) AND ($4::text IS NULL OR ${ownerOfEvent} = $4)
  ORDER BY seq LIMIT $5`;

interface StretchRow extends Omit<KeptEvent, 'id' | 'data'> {
  end: string;
  more: boolean;
  matching: string | null;
  /** Where nothing matches there is one row, which has no event. */
  id: string | null;
  data: string;
}

const isEvent = (row: StretchRow): row is StretchRow & { id: string } => row.id !== null;

const asEvent = ({ seq, id, type, data, createdAt }: StretchRow & { id: string }): KeptEvent => ({
  seq,
  id,
  type,
  data: JSON.parse(data) as KeptEvent['data'],
  createdAt,
});

/** Numbers that are not kept any longer are passed over. */
export async function readStretch(
  db: Db,
  company: CompanyId,
  endpoint: Pick<Endpoint, 'partnerId' | 'types'>,
  after: string,
  most: number,
): Promise<Stretch> {
  const { partnerId } = endpoint;
  const types = typesFor(endpoint);
  const { rows } = await db.query<StretchRow>({
    name: 'read-webhook-stretch',
    text: `WITH bounds AS (
             SELECT lowest.seq AS after, event_seq, least(lowest.seq + ${mostNumbers}, greatest(event_seq, lowest.seq)) AS last
             FROM company_counters CROSS JOIN LATERAL (
               SELECT greatest($2::bigint, coalesce(
                 (SELECT seq - 1 FROM events WHERE company_id = $1 ORDER BY seq LIMIT 1), event_seq)) AS seq
             ) AS lowest
             WHERE company_id = $1
           )
           SELECT bounds.last AS end, bounds.last < event_seq AS more, event.* FROM bounds
           LEFT JOIN LATERAL (${withinBytes(matching, '$6')}) AS event ON true ORDER BY event.seq`,
    values: [company, after, partnerId === null && types.length === 0 ? null : types, partnerId, most, mostBytes],
  });
  const events = rows.filter(isEvent).map(asEvent);
  const { end = after, more = false, matching: many } = rows[0] ?? {};
  const isCut = events.length === most || events.length < Number(many);
  const cut = isCut ? events.at(-1) : undefined;
  return { events, to: cut?.seq ?? end, more: more || cut !== undefined };
}
