import type { Call } from './rules.ts';
import { newId } from '../ground/db/ids.ts';

/** A refused call of a test. */
export const callOf = (more: Partial<Call> = {}): Call => ({
  id: newId(),
  traceId: 'ab'.repeat(16),
  at: new Date(),
  partnerId: undefined,
  operation: 'createSupplier',
  status: 400,
  durationMs: 1,
  reason: undefined,
  cause: undefined,
  problems: undefined,
  body: undefined,
  subjectId: undefined,
  ...more,
});
