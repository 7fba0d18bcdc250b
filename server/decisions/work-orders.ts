import type { DecisionTable } from './table.ts';

export const workOrderStates = ['open', 'done', 'cancelled'] as const;
export type WorkOrderState = (typeof workOrderStates)[number];

export type WorkOrderDecision = 'done' | 'cancel';

const decided = { permission: 'decide', outcome: 'set' } as const;

/** Every decision is final. */
export const workOrderDecisions: DecisionTable<WorkOrderState, WorkOrderDecision> = {
  kind: 'workorder',
  // oxfmt-ignore
  transitions: [
    { from: 'open', decision: 'done', to: 'done', event: 'workorder.done', needsReason: false, ...decided },
    { from: 'open', decision: 'cancel', to: 'cancelled', event: 'workorder.cancelled', needsReason: true, ...decided },
  ],
  obstacles: { done: 'workorder.done', cancelled: 'workorder.cancelled' },
  takesBack: [],
};
