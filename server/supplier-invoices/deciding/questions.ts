import type { ObstacleCode } from '../../../common/errors/notices.ts';
import { mayDo, type Role } from '../../../common/permissions.ts';
import { invoiceDecisions, type InvoiceState } from '../../decisions/invoices.ts';
import { obstacleOf, type Obstacle } from '../../decisions/table.ts';

const isUndecided = (state: InvoiceState): boolean => state === 'received' || state === 'held';

/** Asking the partner is for those who may decide: meanwhile the invoice is in nobody's queue. */
export function obstacleToAsk(state: InvoiceState, role: Role): Obstacle | undefined {
  if (!isUndecided(state)) return obstacleOf(invoiceDecisions.obstacles[state] as ObstacleCode);
  return mayDo(role, 'decide') ? undefined : obstacleOf('role.refused');
}

interface QuestionTimes {
  dueAt: Date | null;
  answeredAt: Date | null;
  closedAt: Date | null;
}

export const questionStates = ['waiting', 'due', 'answered'] as const;
export type QuestionState = (typeof questionStates)[number];

/** The projection and the list say the same in SQL. With several open questions, the earliest due time counts. */
export function questionState(
  state: InvoiceState,
  questions: readonly QuestionTimes[],
  now: Date,
): QuestionState | undefined {
  if (!isUndecided(state)) return undefined;
  const open = questions.filter(({ answeredAt, closedAt }) => answeredAt === null && closedAt === null);
  if (open.some(({ dueAt }) => dueAt !== null && dueAt <= now)) return 'due';
  if (open.length > 0) return 'waiting';
  return questions.some(({ answeredAt }) => answeredAt !== null) ? 'answered' : undefined;
}
