import type { KeptRefusal } from './rules.ts';

/** One call of a partner. */
export interface Call extends KeptRefusal {
  id: string;
  traceId: string;
  at: Date;
  partnerId: string | undefined;
  operation: string;
  status: number;
  durationMs: number;
  body: string | undefined;
  /** The record that it made, of the kind that its operation makes. */
  subjectId: string | undefined;
}
