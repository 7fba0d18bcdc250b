import { workOrderRoutes } from './routes.ts';
import { WorkOrder, WorkOrderCreated } from './schemas.ts';
import type { Door } from '../../door/door.ts';
import { readWorkOrderDocument } from '../store.ts';

export const workOrdersDoor: Door = {
  tag: { name: 'Work orders', description: 'Work to be done in the company’s projects.' },
  scopes: { 'workorders:write': 'Create work orders.' },
  schemas: [WorkOrder, WorkOrderCreated],
  operations: {
    createWorkOrder: {
      scope: 'workorders:write',
      makes: { type: 'workOrder', noun: 'work order', readDocument: readWorkOrderDocument },
    },
  },
  routes: workOrderRoutes,
};
