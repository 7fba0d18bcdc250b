import { recordEvents } from './record.ts';
import type { EventType } from '../../common/events.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Written } from '../ground/decisions.ts';

/** A kind of record that is decided about, as its table and its events know it. */
interface Decided {
  /** For the names of the statements. */
  name: string;
  table: string;
  /** The columns that its events tell, by the names that they have there. */
  told: Readonly<Record<string, string>>;
  events: readonly EventType[];
  /** What else is set: $2 is the time, $5 the operator, $9 the event. */
  alsoSet?: string;
}

/** How a decision is written: the state, the decision and its event in one statement. */
export function decisionStore<State extends string>({ name, table, told, events, alsoSet }: Decided) {
  const fields = Object.entries(told).map(([field, column]) => `'${field}', ${column}`);
  const decideText = `
    WITH decided AS (
      UPDATE ${table} SET state = $4,
             decided_at = CASE WHEN $10 THEN $2::timestamptz END, decided_by = CASE WHEN $10 THEN $5::uuid END, reason = CASE WHEN $10 THEN $7::text END
             ${alsoSet === undefined ? '' : `, ${alsoSet}`}
      WHERE company_id = $1 AND id = $3
      RETURNING partner_id, ${Object.values(told).join(', ')}
    ), fresh AS (
      SELECT $8::uuid AS event_id, $9::text AS type, id::text AS subject_id, 1 AS place,
             jsonb_strip_nulls(jsonb_build_object(
               ${fields.join(', ')},
               'partnerId', partner_id, 'partnerName', (SELECT name FROM partners WHERE company_id = $1 AND id = partner_id),
               'by', jsonb_build_object('id', $5::uuid, 'name', $6::text), 'reason', $7::text, 'traceId', $11::text)) || $12::jsonb AS data
      FROM decided
    ), ${recordEvents('one', 'fresh', events)}
    SELECT FROM fresh`;

  return {
    /** The state, which stays as it is until the transaction ends; undefined if the record does not exist. */
    lockState: async (tx: Db, company: CompanyId, id: string): Promise<State | undefined> => {
      const { rows } = await tx.query<{ state: State }>({
        name: `lock-${name}-state`,
        text: `SELECT state FROM ${table} WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE`,
        values: [company, id],
      });
      return rows[0]?.state;
    },
    /** The record must be locked, and its state must allow it. */
    writeDecision: async (
      tx: Db,
      company: CompanyId,
      { id, to, event, decides, reason, operator, traceId, eventId, besides = {} }: Written,
      now: Date,
    ): Promise<void> => {
      await tx.query({
        name: `decide-${name}`,
        text: decideText,
        values: [company, now, id, to, operator.id, operator.name, reason, eventId, event, decides, traceId, besides],
      });
    },
  };
}
