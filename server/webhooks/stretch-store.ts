import type { StoredEvent } from './payload.ts';
import { isToldOf, toldOf, type Endpoint } from './store.ts';
import { keptNumbers } from '../events/kept-store.ts';
import { withinBytes } from '../events/within-bytes.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** The next events of an endpoint, the number up to which there are no others, and whether there are numbers beyond it. */
export interface Stretch {
  events: StoredEvent[];
  to: string;
  more: boolean;
}

/** An endpoint that is told of few events is not read past more than so many at once. */
const mostNumbers = 1_000;
/** A stretch ends with the event that makes it longer than this: a process delivers to up to 1,000 endpoints at the same time. */
const mostBytes = 64 * 1024;

const matching = `
  SELECT seq, id, type, data::text AS data, created_at AS "createdAt" FROM events
  WHERE company_id = $1 AND seq > bounds.after AND seq <= bounds.last
    AND ${isToldOf('$3::text[]', '$4::text')}
  ORDER BY seq LIMIT $5`;

interface StretchRow extends Omit<StoredEvent, 'id' | 'data'> {
  end: string;
  more: boolean;
  matching: string | null;
  /** Where nothing matches there is one row, which has no event. */
  id: string | null;
  data: string;
}

const isEvent = (row: StretchRow): row is StretchRow & { id: string } => row.id !== null;

const asEvent = ({ seq, id, type, data, createdAt }: StretchRow & { id: string }): StoredEvent => ({
  seq,
  id,
  type,
  data: JSON.parse(data) as StoredEvent['data'],
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
  const { rows } = await db.query<StretchRow>({
    name: 'read-webhook-stretch',
    text: `WITH kept AS (${keptNumbers}), lowest AS (
             SELECT newest, greatest($2::bigint, first - 1) AS after FROM kept
           ), bounds AS (
             SELECT newest, after, least(after + ${mostNumbers}, greatest(newest, after)) AS last FROM lowest
           )
           SELECT bounds.last AS end, bounds.last < newest AS more, event.* FROM bounds
           LEFT JOIN LATERAL (${withinBytes(matching, '$6')}) AS event ON true ORDER BY event.seq`,
    values: [company, after, ...toldOf(endpoint), most, mostBytes],
  });
  const events = rows.filter(isEvent).map(asEvent);
  const { end = after, more = false, matching: many } = rows[0] ?? {};
  const isCut = events.length === most || events.length < Number(many);
  const cut = isCut ? events.at(-1) : undefined;
  return { events, to: cut?.seq ?? end, more: more || cut !== undefined };
}
