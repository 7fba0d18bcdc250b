import type { EventType } from '../../common/events.ts';
import { batchInsert } from '../ground/db/batch-insert.ts';
import { catalogue } from './catalogue.ts';

export interface NumberedEvent {
  seq: bigint;
  id: string;
  type: EventType;
  subjectId: string;
  /** JSON text. */
  data: string;
  createdAt: string;
}

/** For a transaction that has locked the company's counters and counts the events itself. */
export const insertEvents = batchInsert<NumberedEvent, never>('insert-events', 'events', [
  { name: 'seq', type: 'bigint', of: ({ seq }) => String(seq) },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'type', type: 'text', of: ({ type }) => type },
  { name: 'version', type: 'integer', of: ({ type }) => String(catalogue[type].version) },
  { name: 'subject_id', type: 'text', of: ({ subjectId }) => subjectId },
  { name: 'data', type: 'jsonb', of: ({ data }) => data },
  { name: 'created_at', type: 'timestamptz', of: ({ createdAt }) => createdAt },
]);
