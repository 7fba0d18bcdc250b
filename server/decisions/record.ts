import { writeInvoiceStates, writeWorkOrderStates, type NewDecision } from './store.ts';
import type { DecisionTable } from './table.ts';
import { audit } from '../audit/record.ts';
import { recordEvents, type NewEvent } from '../events/record.ts';
import type { Db } from '../ground/db/pool.ts';

export interface DecidedRecord {
  id: string;
  /** The fields that every event about the record has. */
  ofEvent: object;
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
  for (const [at, id] of ids.entries()) {
    const part = bulk && { bulkId: bulk.id, ...(bulk.begins && at === 0 && { bulkBegins: true }) };
    const entry = { action: transition.event, subjectType: kind, subjectId: id, data: { reason, ...details, ...part } };
    await audit(tx, company, operator, entry, now);
  }
  return seq;
}
