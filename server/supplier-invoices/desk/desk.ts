import { invoiceFileRoutes } from './file-routes.ts';
import { invoiceOperatorRoutes } from './routes.ts';
import { invoiceOperatorSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const invoicesDesk: Desk = {
  schemas: invoiceOperatorSchemas,
  routes: (app, deps) => {
    invoiceOperatorRoutes(app, deps);
    invoiceFileRoutes(app, deps);
  },
};
