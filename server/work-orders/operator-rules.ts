export const workOrderStates = ['open', 'done', 'cancelled'] as const;
export type WorkOrderState = (typeof workOrderStates)[number];

export type WorkOrderDecision = 'done' | 'cancel';

/** Whether something may be done, and where it may not, why. */
export interface Action {
  allowed: boolean;
  why?: string;
}

/** What stands in the way of a decision in each state. A decision is final. */
const obstacles: Record<WorkOrderState, string | undefined> = {
  open: undefined,
  done: 'This work order is done already.',
  cancelled: 'This work order is cancelled already.',
};

const roleObstacle = 'Your role does not allow decisions. Ask an administrator.';

/** What may be done with a work order in this state; the operator's role counts where `mayDecide` is given. */
export function actionsFor(state: WorkOrderState, mayDecide = true): Record<WorkOrderDecision, Action> {
  const why = obstacles[state] ?? (mayDecide ? undefined : roleObstacle);
  const action: Action = why === undefined ? { allowed: true } : { allowed: false, why };
  return { done: action, cancel: action };
}

/** The state that a decision leads to. */
export const stateAfter = { done: 'done', cancel: 'cancelled' } as const satisfies Record<WorkOrderDecision, WorkOrderState>;
