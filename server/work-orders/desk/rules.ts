import { actionsOf, type Action } from '../../desk/decisions.ts';
import type { Role } from '../../operators/permissions.ts';
import { workOrderDecisions, type WorkOrderDecision, type WorkOrderState } from '../states.ts';

/** What somebody of this role may do with a work order in this state. */
export const actionsFor = (state: WorkOrderState, role: Role): Record<WorkOrderDecision, Action> =>
  actionsOf(workOrderDecisions, ['done', 'cancel'], state, role);
