import { readingRoutes } from './reading/routes.ts';
import { WorkOrderEntry, WorkOrderList } from './reading/schemas.ts';
import { workOrderRoutes } from './routes.ts';
import { WorkOrder, WorkOrderCreated } from './schemas.ts';
import { workOrderScopes } from './scopes.ts';
import type { Door } from '../../door/door.ts';
import { readWorkOrderDocument } from '../store.ts';

const reading = { scope: 'workorders:read', includedIn: ['workorders:write'] };

export const workOrdersDoor: Door = {
  tag: { name: 'Work orders', description: 'Work to be done in the company’s projects.' },
  scopes: workOrderScopes,
  schemas: [WorkOrder, WorkOrderCreated, WorkOrderEntry, WorkOrderList],
  operations: {
    createWorkOrder: {
      scope: 'workorders:write',
      creates: { type: 'workOrder', noun: 'work order', readDocument: readWorkOrderDocument },
    },
    readWorkOrder: reading,
    listWorkOrders: reading,
  },
  routes: (app, deps) => {
    workOrderRoutes(app, deps);
    readingRoutes(app, deps);
  },
};
