import type { Attempt } from './attempt.ts';
import { batchInsert } from '../ground/db/batch-insert.ts';
import { type CompanyId, type Db, countTouched } from '../ground/db/pool.ts';

export interface NewAttempt extends Attempt {
  endpointId: string;
  /** The operator who sent it by hand. */
  askedBy?: string;
}

export const insertAttempts = batchInsert<NewAttempt, never>('insert-webhook-attempts', 'webhook_attempts', [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'endpoint_id', type: 'uuid', of: ({ endpointId }) => endpointId },
  { name: 'seq', type: 'bigint', of: ({ seq }) => seq },
  { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
  { name: 'type', type: 'text', of: ({ type }) => type },
  { name: 'tried_at', type: 'timestamptz', of: ({ triedAt }) => triedAt.toISOString() },
  { name: 'took_ms', type: 'integer', of: ({ tookMs }) => String(tookMs) },
  { name: 'status', type: 'integer', of: ({ status }) => (status === null ? undefined : String(status)) },
  { name: 'error', type: 'text', of: ({ error }) => error ?? undefined },
  { name: 'answer', type: 'text', of: ({ answer }) => answer ?? undefined },
  { name: 'asked_by', type: 'uuid', of: ({ askedBy }) => askedBy },
]);

export const deleteAttempts = (db: Db, company: CompanyId, below: string, max: number): Promise<number> =>
  countTouched(
    db,
    `DELETE FROM webhook_attempts WHERE company_id = $1 AND id IN (
       SELECT id FROM webhook_attempts WHERE company_id = $1 AND id < $2 ORDER BY id LIMIT $3)`,
    [company, below, max],
  );
