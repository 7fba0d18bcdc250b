import type { Transition } from './table.ts';
import type { Actor } from '../audit/record.ts';
import type { EventType } from '../../common/events.ts';
import type { ActionName } from '../../common/names/events.ts';
import { eventParts } from '../events/record.ts';
import { runChain, type Chain, type Part } from '../ground/db/chain.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface NewDecision extends Pick<Transition<string, string>, 'to' | 'event' | 'outcome'> {
  id: string;
  reason: string | undefined;
  operator: Actor;
  traceId: string | undefined;
  eventId: string;
  details: object;
}

type DecisionEvent = EventType & ActionName;

export interface LatestDecision {
  /** The number of its event. */
  seq: number;
  action: DecisionEvent;
  /** The operator, or the name of the caller that is none, such as the service. */
  by: string;
  at: Date;
}

export interface DecisionStore<State extends string> {
  /** Locks the record until the transaction ends; undefined if it does not exist. */
  lockState(tx: Db, company: CompanyId, id: string): Promise<State | undefined>;
  /** One statement writes the state, the decision and its event. Returns the event's number. The record is locked. */
  writeDecision(tx: Db, company: CompanyId, decision: NewDecision, now: Date): Promise<number>;
  /** Undefined if nobody has decided yet, or so long ago that the event is no longer kept. */
  readLatest(db: Db, company: CompanyId, id: string): Promise<LatestDecision | undefined>;
  /** SQL for the number of the latest decision's event, in a statement that reads the table and whose $1 is the company. */
  latestSeq: string;
}

interface DecidedTable {
  name: string;
  table: string;
  /** Maps the fields of its events to columns. */
  fields: Readonly<Record<string, string>>;
  events: readonly DecisionEvent[];
  /** Further assignments: $2 is the time, $5 the operator, $9 the event type, $12 the details. */
  alsoSet?: string;
  /** A further write, with the same parameters; $3 is the record, $10 the outcome. */
  alsoDo?: Part;
}

export function decisionStore<State extends string>({
  name,
  table,
  fields,
  events,
  alsoSet,
  alsoDo,
}: DecidedTable): DecisionStore<State> {
  const outcome = (column: string, value: string) =>
    // Not CASE $10 WHEN: Citus would send the workers 'set' as the value of the CASE and true as that of the WHEN.
    `${column} = CASE WHEN $10 = 'set' THEN ${value} WHEN $10 = 'keep' THEN ${column} END`;
  const decideChain: Chain = {
    name: `decide-${name}`,
    parts: [
      [
        'decided',
        `UPDATE ${table} SET state = $4,
                ${outcome('decided_at', '$2::timestamptz')}, ${outcome('decided_by', '$5::uuid')}, ${outcome('reason', '$7::text')}
                ${alsoSet === undefined ? '' : `, ${alsoSet}`}
         WHERE company_id = $1 AND id = $3
         RETURNING partner_id, ${Object.values(fields).join(', ')}`,
      ],
      [
        'fresh',
        `SELECT $8::uuid AS event_id, $9::text AS type, id::text AS subject_id, 1 AS place,
                jsonb_strip_nulls(jsonb_build_object(
                  ${Object.entries(fields)
                    .map(([field, column]) => `'${field}', ${column}`)
                    .join(', ')},
                  'partnerId', partner_id, 'partnerName', (SELECT name FROM partners WHERE company_id = $1 AND id = partner_id),
                  'by', jsonb_build_object('id', $5::uuid, 'name', $6::text), 'reason', $7::text, 'traceId', $11::text)) || $12::jsonb AS data
         FROM decided`,
      ],
      ...(alsoDo === undefined ? [] : [alsoDo]),
      ...eventParts('one', 'fresh', events),
    ],
    result: 'SELECT event_seq::float8 AS seq FROM counted',
  };
  // The second condition is that of the index.
  const isDecision = `type IN (${events.map((type) => `'${type}'`).join(', ')})
    AND type NOT IN ('supplier.created', 'supplierinvoice.created', 'workorder.created')`;

  return {
    async lockState(tx, company, id) {
      const { rows } = await tx.query<{ state: State }>({
        name: `lock-${name}-state`,
        text: `SELECT state FROM ${table} WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE`,
        values: [company, id],
      });
      return rows[0]?.state;
    },
    async writeDecision(tx, company, decision, now) {
      const { id, to, event, outcome, reason, operator, traceId, eventId, details } = decision;
      const values = [
        company,
        now,
        id,
        to,
        operator.id,
        operator.name,
        reason,
        eventId,
        event,
        outcome,
        traceId,
        details,
      ];
      const { rows } = await runChain<{ seq: number }>(tx, decideChain, values);
      return (rows[0] as { seq: number }).seq;
    },
    async readLatest(db, company, id) {
      const { rows } = await db.query<LatestDecision>({
        name: `read-latest-decision-of-${name}`,
        text: `SELECT seq::float8 AS seq, type AS action, data -> 'by' ->> 'name' AS by, created_at AS at
               FROM events WHERE company_id = $1 AND subject_id = $2 AND ${isDecision} ORDER BY seq DESC LIMIT 1`,
        values: [company, id.toLowerCase()],
      });
      return rows[0];
    },
    latestSeq: `(SELECT max(seq)::float8 FROM events
      WHERE events.company_id = $1 AND events.subject_id = ${table}.id::text AND ${isDecision})`,
  };
}
