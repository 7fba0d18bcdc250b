import type { EventType } from '../../common/events.ts';
import { catalogue } from './catalogue.ts';
import type { Column, Cardinality } from '../ground/db/input.ts';

/** Which call of a partner makes a record, and with it an event. */
export interface CausedByCall {
  partnerId: string;
  partnerName: string;
  traceId: string;
}

/** For the input of a batch, besides partner_id. */
export const callColumns: Column<CausedByCall>[] = [
  { name: 'partner_name', type: 'text', of: ({ partnerName }) => partnerName },
  { name: 'trace_id', type: 'text', of: ({ traceId }) => traceId },
];

/** The same as fields of a payload. */
export const callFields = `'partnerId', partner_id, 'partnerName', partner_name, 'traceId', trace_id`;

/**
 * Events are written by the statement that makes what they tell of. This is the tail of such a statement, whose $1
 * is the company and $2 the time: `fresh` is the part of it with a row of (event_id, type, subject_id, data, place)
 * for each thing made, and `types` are those that it may have. The counter's row is taken last and moved on only by as many as were made, so the numbers of
 * a company have no holes, and two processes wait for each other no longer than a commit takes. Where no more than one
 * thing can be made, nothing need be counted or numbered.
 */
export const recordEvents = (howMany: Cardinality, fresh: string, types: readonly EventType[], alsoSet = '') =>
  howMany === 'one'
    ? `
  counted AS (
    UPDATE company_counters SET event_seq = event_seq + 1 ${alsoSet && `, ${alsoSet}`} FROM ${fresh}
    WHERE company_id = $1
    RETURNING event_seq
  ), recorded AS (
    INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
    SELECT $1, event_seq, event_id, type, ${versionOf(types)}, subject_id, data, $2 FROM ${fresh} CROSS JOIN counted
  )`
    : `
  counted AS (
    UPDATE company_counters SET event_seq = event_seq + made.many ${alsoSet && `, ${alsoSet}`}
    FROM (SELECT count(*) AS many FROM ${fresh}) AS made
    WHERE company_id = $1 AND made.many > 0
    RETURNING event_seq
  ), recorded AS (
    INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
    SELECT $1, event_seq + 1 - row_number() OVER (ORDER BY place DESC), event_id, type, ${versionOf(types)}, subject_id, data, $2
    FROM ${fresh} CROSS JOIN counted
  )`;

function versionOf(types: readonly EventType[]): string {
  const versions = new Set(types.map((type) => catalogue[type].version));
  if (versions.size === 1) return String([...versions][0]);
  return `CASE type ${types.map((type) => `WHEN '${type}' THEN ${catalogue[type].version}`).join(' ')} END`;
}
