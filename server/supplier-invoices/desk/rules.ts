import { actionsOf, type Action } from '../../desk/decisions.ts';
import type { InvoiceState, InvoiceDecision } from '../states.ts';

/** What stands in the way of a decision in each state. A decision is final. */
const obstacles: Record<InvoiceState, string | undefined> = {
  received: undefined,
  held: 'This invoice is held because something in it does not fit the supplier’s record. It can be decided once it has been released.',
  approved: 'This invoice is approved already.',
  rejected: 'This invoice is rejected already.',
};

/** What may be done with an invoice in this state; the operator's role counts where `mayDecide` is given. */
export const actionsFor = (state: InvoiceState, mayDecide = true): Record<InvoiceDecision, Action> =>
  actionsOf(['approve', 'reject'], obstacles[state], mayDecide);

/** The state that a decision leads to. */
export const stateAfter = { approve: 'approved', reject: 'rejected' } as const satisfies Record<
  InvoiceDecision,
  InvoiceState
>;
