import { actionsOf, type Action } from '../../desk/decisions.ts';
import { obstacleOf } from '../../ground/decisions.ts';
import type { Role } from '../../operators/permissions.ts';
import { invoiceDecisions, type InvoiceDecision, type InvoiceState } from '../states.ts';

/** Whoever changed who is paid by an invoice does not release it. */
export const changedByReleaser = 'release.changer';

/** What somebody of this role may do with an invoice in this state. `isChanger`: whether they changed who is paid by it. */
export function actionsFor(state: InvoiceState, role: Role, isChanger = false): Record<InvoiceDecision, Action> {
  const actions = actionsOf(invoiceDecisions, ['approve', 'reject', 'release'], state, role);
  const release: Action =
    actions.release.allowed && isChanger ? { allowed: false, ...obstacleOf(changedByReleaser) } : actions.release;
  return { ...actions, release };
}
