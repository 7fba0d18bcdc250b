import type { DecisionTable } from './table.ts';

export const workOrderStates = ['open', 'done', 'cancelled'] as const;
export type WorkOrderState = (typeof workOrderStates)[number];

export type WorkOrderDecision = 'done' | 'cancel' | 'reopen';

const decided = { permission: 'decide', outcome: 'set' } as const;
const undecided = { permission: 'decide', outcome: 'clear' } as const;

export const workOrderDecisions: DecisionTable<WorkOrderState, WorkOrderDecision> = {
  kind: 'workorder',
  // oxfmt-ignore
  transitions: [
    { from: 'open', decision: 'done', to: 'done', event: 'workorder.done', needsReason: false, ...decided },
    { from: 'open', decision: 'cancel', to: 'cancelled', event: 'workorder.cancelled', needsReason: true, ...decided },
    { from: 'done', decision: 'reopen', to: 'open', event: 'workorder.reopened', needsReason: true, ...undecided },
    { from: 'cancelled', decision: 'reopen', to: 'open', event: 'workorder.reopened', needsReason: true, ...undecided },
  ],
  obstacles: { open: 'workorder.open', done: 'workorder.done', cancelled: 'workorder.cancelled' },
  takesBack: ['reopen'],
};
