import { actionsOf, type Action } from '../../desk/decisions.ts';
import type { Role } from '../../operators/permissions.ts';
import { invoiceDecisions, type InvoiceState } from '../states.ts';

/** What somebody of this role may do with an invoice in this state. */
export const actionsFor = (state: InvoiceState, role: Role): Record<'approve' | 'reject', Action> =>
  actionsOf(invoiceDecisions, ['approve', 'reject'], state, role);
