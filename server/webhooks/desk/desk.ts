import { deliveryRoutes } from './delivery-routes.ts';
import { endpointRoutes } from './routes.ts';
import { webhookSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const webhooksDesk: Desk = {
  schemas: webhookSchemas,
  routes: (app, deps) => {
    endpointRoutes(app, deps);
    deliveryRoutes(app, deps);
  },
};
