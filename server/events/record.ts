import type { EventType } from '../../common/events.ts';
import { catalogue } from './catalogue.ts';
import type { Part } from '../ground/db/chain.ts';
import type { Column, Cardinality } from '../ground/db/input.ts';

export interface EventCause {
  partnerId: string;
  partnerName: string;
  traceId: string;
}

/** A partner's call, or an operator's request about the record of a partner. */
export type Cause =
  | (EventCause & { operator?: undefined })
  | { operator: { id: string; name: string }; partnerId?: undefined; partnerName?: undefined; traceId: string };

/** SQL for the operator of an event, from two parameters; null if there is none. */
export const byOperator = (id: string, name: string) =>
  `CASE WHEN ${id}::uuid IS NOT NULL THEN jsonb_build_object('id', ${id}::uuid, 'name', ${name}::text) END`;

export const callColumns: Column<EventCause>[] = [
  { name: 'partner_name', type: 'text', of: ({ partnerName }) => partnerName },
  { name: 'trace_id', type: 'text', of: ({ traceId }) => traceId },
];

export const callFields = `'partnerId', partner_id, 'partnerName', partner_name, 'traceId', trace_id`;

/**
 * The last parts of a chain that creates records and their events; $1 is the company and $2 the time. `fresh` is the
 * part with a row of (event_id, type, subject_id, data, place) for each event, and `types` are the types that occur in
 * it. Only rows that were created are counted, so a company's numbers have no gaps. With at most one event, nothing needs
 * counting. The counters are locked before: by the transaction, or by `lockedCounters` as the chain's first part.
 */
export const eventParts = (
  howMany: Cardinality,
  fresh: string,
  types: readonly EventType[],
  alsoSet = '',
): readonly Part[] =>
  howMany === 'one'
    ? [
        [
          'counted',
          `UPDATE company_counters SET event_seq = event_seq + 1 ${alsoSet && `, ${alsoSet}`} FROM ${fresh}
           WHERE company_id = $1
           RETURNING event_seq`,
        ],
        [
          'recorded',
          `INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
           SELECT owner.company_id, event_seq, event_id, type, ${versionOf(types)}, subject_id, data, $2
           FROM owner CROSS JOIN ${fresh} CROSS JOIN counted`,
        ],
      ]
    : [
        [
          'counted',
          `UPDATE company_counters SET event_seq = event_seq + made.count ${alsoSet && `, ${alsoSet}`}
           FROM (SELECT count(*) AS count FROM ${fresh}) AS made
           WHERE company_id = $1 AND made.count > 0
           RETURNING event_seq`,
        ],
        [
          'recorded',
          `INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
           SELECT owner.company_id, event_seq + 1 - row_number() OVER (ORDER BY place DESC), event_id, type, ${versionOf(types)},
                  subject_id, data, $2
           FROM owner CROSS JOIN ${fresh} CROSS JOIN counted`,
        ],
      ];

function versionOf(types: readonly EventType[]): string {
  const versions = new Set(types.map((type) => catalogue[type].version));
  if (versions.size === 1) return String([...versions][0]);
  return `CASE type ${types.map((type) => `WHEN '${type}' THEN ${catalogue[type].version}`).join(' ')} END`;
}
