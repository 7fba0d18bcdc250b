import type { Decisions } from '../ground/decisions.ts';

export const workOrderStates = ['open', 'done', 'cancelled'] as const;

export type WorkOrderState = (typeof workOrderStates)[number];

export type WorkOrderDecision = 'done' | 'cancel';

const deciding = { who: 'decide', decides: true } as const;

/** A decision is final. */
export const workOrderDecisions: Decisions<WorkOrderState, WorkOrderDecision> = {
  kind: 'workorder',
  table: [
    { from: 'open', decision: 'done', to: 'done', event: 'workorder.done', needsReason: false, ...deciding },
    { from: 'open', decision: 'cancel', to: 'cancelled', event: 'workorder.cancelled', needsReason: true, ...deciding },
  ],
  obstacles: {
    done: 'workorder.done',
    cancelled: 'workorder.cancelled',
  },
};
