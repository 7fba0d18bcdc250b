import { actionsOf, type Action } from '../../desk/decisions.ts';

export const workOrderStates = ['open', 'done', 'cancelled'] as const;
export type WorkOrderState = (typeof workOrderStates)[number];

export type WorkOrderDecision = 'done' | 'cancel';

/** What stands in the way of a decision in each state. A decision is final. */
const obstacles: Record<WorkOrderState, string | undefined> = {
  open: undefined,
  done: 'This work order is done already.',
  cancelled: 'This work order is cancelled already.',
};

/** What may be done with a work order in this state; the operator's role counts where `mayDecide` is given. */
export const actionsFor = (state: WorkOrderState, mayDecide = true): Record<WorkOrderDecision, Action> =>
  actionsOf(['done', 'cancel'], obstacles[state], mayDecide);

/** The state that a decision leads to. */
export const stateAfter = { done: 'done', cancel: 'cancelled' } as const satisfies Record<
  WorkOrderDecision,
  WorkOrderState
>;
