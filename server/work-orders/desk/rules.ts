import { actionsOf, type Action } from '../../desk/decisions.ts';
import type { ObstacleCode } from '../../errors/notices.ts';

export const workOrderStates = ['open', 'done', 'cancelled'] as const;
export type WorkOrderState = (typeof workOrderStates)[number];

export type WorkOrderDecision = 'done' | 'cancel';

/** What stands in the way of a decision in each state. A decision is final. */
const obstacles: Record<WorkOrderState, ObstacleCode | undefined> = {
  open: undefined,
  done: 'workorder.done',
  cancelled: 'workorder.cancelled',
};

/** What may be done with a work order in this state; the operator's role counts where `mayDecide` is given. */
export const actionsFor = (state: WorkOrderState, mayDecide = true): Record<WorkOrderDecision, Action> =>
  actionsOf(['done', 'cancel'], obstacles[state], mayDecide);

/** The state that a decision leads to. */
export const stateAfter = { done: 'done', cancel: 'cancelled' } as const satisfies Record<
  WorkOrderDecision,
  WorkOrderState
>;
