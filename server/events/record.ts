import type { Static } from 'typebox';
import type { EventType } from '../../common/events.ts';
import { catalogue } from './catalogue.ts';
import { stepCounters, type CounterSteps } from './counters.ts';
import { batchInsert, createdAt, withCreatedAt, type WithCreatedAt, type Column } from '../ground/db/batch-insert.ts';
import { newId } from '../ground/db/ids.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface EventCause {
  partnerId: string;
  partnerName: string;
  traceId: string;
}

/** A partner's call, or an operator's request about the record of a partner. */
export type Cause =
  | (EventCause & { operator?: undefined })
  | { operator: { id: string; name: string }; partnerId?: undefined; partnerName?: undefined; traceId: string };

/** Fields that are undefined are left out. */
export type NewEvent = {
  [Type in EventType]: { type: Type; subjectId: string; data: Static<(typeof catalogue)[Type]['payload']> };
}[EventType];

/** The columns of events that do not depend on the moment of recording. */
export const eventColumns: Column<NewEvent>[] = [
  { name: 'id', type: 'uuid', of: () => newId() },
  { name: 'type', type: 'text', of: ({ type }) => type },
  { name: 'version', type: 'integer', of: ({ type }) => String(catalogue[type].version) },
  { name: 'subject_id', type: 'text', of: ({ subjectId }) => subjectId },
  { name: 'data', type: 'jsonb', of: ({ data }) => JSON.stringify(data) },
];

const insertEvents = batchInsert<WithCreatedAt<NewEvent & { seq: number }>, never>('insert-events', 'events', [
  { name: 'seq', type: 'bigint', of: ({ seq }) => String(seq) },
  ...eventColumns,
  createdAt,
]);

/** The fields that most events about an invoice have. */
export interface InvoiceOfEvent {
  supplierInvoiceId: string;
  externalReferenceId: string;
  supplierNumber: string;
  partnerId: string;
  partnerName: string;
}

/**
 * Records what a transaction has changed, in the order of `events`, and returns the number of the last one. Call it after
 * the statements that change the records: a company's numbers have no gaps, so only what was written is counted. The
 * transaction has locked the counters.
 */
export async function recordEvents(
  tx: Db,
  company: CompanyId,
  events: readonly NewEvent[],
  now: Date,
  steps: Omit<CounterSteps, 'events'> = {},
): Promise<number> {
  const last = await stepCounters(tx, company, { ...steps, events: events.length });
  const first = last - events.length + 1;
  const numbered = events.map((event, at) => ({ ...event, seq: first + at }));
  await insertEvents(tx, company, withCreatedAt(numbered, now));
  return last;
}
