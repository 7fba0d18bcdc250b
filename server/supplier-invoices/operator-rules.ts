export const invoiceStates = ['received', 'held', 'approved', 'rejected'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

export type InvoiceDecision = 'approve' | 'reject';

/** Whether something may be done, and where it may not, why. */
export interface Action {
  allowed: boolean;
  why?: string;
}

/** What stands in the way of a decision in each state. A decision is final. */
const obstacles: Record<InvoiceState, string | undefined> = {
  received: undefined,
  held: 'This invoice is held because something in it does not fit the supplier’s record. It can be decided once it has been released.',
  approved: 'This invoice is approved already.',
  rejected: 'This invoice is rejected already.',
};

const roleObstacle = 'Your role does not allow decisions. Ask an administrator.';

/** What may be done with an invoice in this state; the operator's role counts where `mayDecide` is given. */
export function actionsFor(state: InvoiceState, mayDecide = true): Record<InvoiceDecision, Action> {
  const why = obstacles[state] ?? (mayDecide ? undefined : roleObstacle);
  const action: Action = why === undefined ? { allowed: true } : { allowed: false, why };
  return { approve: action, reject: action };
}

/** The state that a decision leads to. */
export const stateAfter = { approve: 'approved', reject: 'rejected' } as const satisfies Record<InvoiceDecision, InvoiceState>;
