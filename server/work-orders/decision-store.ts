import { decisionStore } from '../events/decisions.ts';
import type { WorkOrderState } from './states.ts';

export const { lockState, writeDecision } = decisionStore<WorkOrderState>({
  name: 'work-order',
  table: 'work_orders',
  told: { workOrderId: 'id', reference: 'reference', title: 'title', projectId: 'project_id' },
  events: ['workorder.done', 'workorder.cancelled'],
});
