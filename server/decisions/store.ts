import type { DecisionEvent, Transition, DecisionTable } from './table.ts';
import { type Actor, audit } from '../audit/record.ts';
import { nextSeq } from '../events/counters.ts';
import { type CompanyId, type Db, rowOf, execute, touchesRow } from '../ground/db/pool.ts';
import { recordEvents, type NewEvent } from '../events/record.ts';

export interface NewDecision {
  company: CompanyId;
  /** The service also decides: a hold ends the approvals before it. It has neither a reason nor a request. */
  operator: Actor;
  reason?: string | undefined;
  traceId?: string | undefined;
  transition: Pick<Transition<string, string>, 'to' | 'event' | 'outcome'>;
  /** Further fields of the event and of the audit entry. */
  details?: DecisionDetails;
  /** The bulk decision that it is part of, and whether it is its first part. */
  bulk?: { id: string; begins: boolean };
}

export interface DecisionDetails {
  withUnreadFiles?: true;
  accountAccepted?: true;
  accountProposed?: true;
  voucher?: string;
  /** YYYY-MM-DD. */
  bookedOn?: string | undefined;
  from?: string;
  state?: string;
  heldFor?: readonly string[];
}

/** The caller has locked the invoices. */
async function writeInvoiceStates(
  tx: Db,
  company: CompanyId,
  ids: readonly string[],
  { transition: { to, event, outcome }, operator, reason, details }: NewDecision,
  now: Date,
): Promise<void> {
  if (event === 'supplierinvoice.released')
    await tx.query({
      name: 'release-invoice',
      // The releasers are in the order of their last releases.
      text: `UPDATE supplier_invoices
             SET state = $3, decided_at = NULL, decided_by = NULL, reason = NULL, signed_at = NULL, signed_by = NULL,
                 released_at = $4, released_seq = ${nextSeq}, released_by = $5,
                 releasers = array_append(array_remove(releasers, $5::uuid), $5::uuid),
                 released_findings = jsonb_array_length(findings)
             WHERE company_id = $1 AND id = ANY ($2::uuid[])`,
      values: [company, ids, to, now, operator.id],
    });
  else if (event === 'supplierinvoice.booked')
    await tx.query({
      name: 'book-invoice',
      text: `UPDATE supplier_invoices
             SET state = $3, booked_at = $4, booked_by = $5, voucher = $6, booked_on = $7
             WHERE company_id = $1 AND id = ANY ($2::uuid[])`,
      values: [company, ids, to, now, operator.id, details?.voucher, details?.bookedOn],
    });
  else {
    if (event === 'supplierinvoice.reopened')
      await tx.query({
        name: 'void-confirmations',
        text: 'DELETE FROM route_confirmations WHERE company_id = $1 AND supplier_invoice_id = ANY ($2::uuid[])',
        values: [company, ids],
      });
    const decided = outcome === 'set';
    const signed = event === 'supplierinvoice.signed';
    await tx.query({
      name: 'decide-invoice',
      text: `UPDATE supplier_invoices
             SET state = $3, decided_at = $4, decided_by = $5, reason = $6, signed_at = $7, signed_by = $8
             WHERE company_id = $1 AND id = ANY ($2::uuid[])`,
      values: [
        company,
        ids,
        to,
        decided ? now : null,
        decided ? operator.id : null,
        decided ? reason : null,
        signed ? now : null,
        signed ? operator.id : null,
      ],
    });
  }
}

/** The caller has locked the work orders. */
const writeWorkOrderStates = (
  tx: Db,
  company: CompanyId,
  ids: readonly string[],
  { transition: { to, outcome }, operator, reason }: NewDecision,
  now: Date,
): Promise<void> =>
  execute(tx, {
    name: 'decide-work-order',
    text: `UPDATE work_orders SET state = $3, decided_at = $4, decided_by = $5, reason = $6
           WHERE company_id = $1 AND id = ANY ($2::uuid[])`,
    values: [company, ids, to, ...(outcome === 'set' ? [now, operator.id, reason] : [null, null, null])],
  });

export interface LatestDecision {
  /** The number of its event. */
  seq: number;
  action: DecisionEvent;
  /** The operator, or the name of the caller that is none, such as the service. */
  by: string;
  at: Date;
}

// The second condition is that of the index.
const isDecision = `
  type IN ('supplierinvoice.approved', 'supplierinvoice.signed', 'supplierinvoice.unsigned', 'supplierinvoice.rejected',
           'supplierinvoice.released', 'supplierinvoice.reopened', 'supplierinvoice.booked',
           'workorder.done', 'workorder.cancelled', 'workorder.reopened')
  AND type NOT IN ('supplier.created', 'supplierinvoice.created', 'workorder.created')`;

/** Undefined if nobody has decided yet, or so long ago that the event is no longer kept. */
export const readLatestDecision = (db: Db, company: CompanyId, id: string) =>
  rowOf<LatestDecision>(db, {
    name: 'read-latest-decision',
    text: `SELECT seq::float8 AS seq, type AS action, data -> 'by' ->> 'name' AS by, created_at AS at
           FROM events WHERE company_id = $1 AND subject_id = $2 AND ${isDecision} ORDER BY seq DESC LIMIT 1`,
    values: [company, id],
  });

/** Whether an operator has decided about a record since a moment. */
export const hasDecidedSince = (
  db: Db,
  company: CompanyId,
  id: string,
  { operatorId, since }: { operatorId: string; since: Date },
): Promise<boolean> =>
  touchesRow(db, {
    name: 'has-decided-since',
    text: `SELECT FROM events
           WHERE company_id = $1 AND subject_id = $2 AND ${isDecision} AND data -> 'by' ->> 'id' = $3 AND created_at >= $4`,
    values: [company, id, operatorId, since],
  });

/** SQL for the number of the latest decision's event, in a statement that reads the table and whose $1 is the company. */
export const latestDecisionSeq = (table: 'supplier_invoices' | 'work_orders') => `(
  SELECT max(seq)::float8 FROM events
  WHERE events.company_id = $1 AND events.subject_id = ${table}.id::text AND ${isDecision})`;

interface DecidedRecord {
  id: string;
  /** The fields that every event about the record has. */
  ofEvent: object;
  /** Fields of the audit entry of this record alone. */
  audited?: object | undefined;
}

const writeStates = { supplierinvoice: writeInvoiceStates, workorder: writeWorkOrderStates };

/**
 * Writes the states of records, their events and their audit entries. Returns the number of the last event. The caller
 * has locked the company's counters and the records, and checked that the decision is allowed.
 */
export async function recordDecisions(
  tx: Db,
  kind: DecisionTable<string, string>['kind'],
  decision: NewDecision,
  records: readonly DecidedRecord[],
  now: Date,
): Promise<number> {
  const { company, operator, reason, traceId, transition, details, bulk } = decision;
  const ids = records.map(({ id }) => id);
  await writeStates[kind](tx, company, ids, decision, now);
  const by = { id: operator.id ?? undefined, name: operator.name };
  const events = records.map(({ id, ofEvent }) => ({
    type: transition.event,
    subjectId: id,
    data: { ...ofEvent, by, reason, traceId, ...details },
  }));
  // The table of transitions does not know which type of event has which details.
  const seq = await recordEvents(tx, company, events as NewEvent[], now);
  for (const [at, { id, audited }] of records.entries()) {
    const part = bulk && { bulkId: bulk.id, ...(bulk.begins && at === 0 && { bulkBegins: true }) };
    const entry = { action: transition.event, subjectId: id, data: { reason, ...details, ...audited, ...part } };
    await audit(tx, company, operator, entry, now);
  }
  return seq;
}
