import { workOrderRoutes } from './routes.ts';
import { WorkOrder, WorkOrderCreated } from './schemas.ts';
import { workOrderScopes } from './scopes.ts';
import type { Door } from '../../door/door.ts';
import { readWorkOrderDocument } from '../store.ts';

export const workOrdersDoor: Door = {
  tag: { name: 'Work orders', description: 'Work to be done in the company’s projects.' },
  scopes: workOrderScopes,
  schemas: [WorkOrder, WorkOrderCreated],
  operations: {
    createWorkOrder: {
      scope: 'workorders:write',
      creates: { type: 'workOrder', noun: 'work order', readDocument: readWorkOrderDocument },
    },
  },
  routes: workOrderRoutes,
};
