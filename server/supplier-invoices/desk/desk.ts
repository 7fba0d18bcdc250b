import { bulkRoutes } from './bulk/routes.ts';
import { bulkSchemas } from './bulk/schemas.ts';
import { checkRoutes, checkSchemas } from './checks/routes.ts';
import { decisionRoutes, decisionSchemas } from './deciding/routes.ts';
import { attachRoutes } from './files/attach-routes.ts';
import { invoiceFileRoutes } from './files/routes.ts';
import { invoiceListRoutes } from './lists/routes.ts';
import { listSchemas } from './lists/schemas.ts';
import { noteRoutes, noteSchemas } from './notes/routes.ts';
import { questionRoutes, questionSchemas } from './questions/routes.ts';
import { invoiceRoute } from './routes.ts';
import { invoiceSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const invoicesDesk: Desk = {
  schemas: [
    ...listSchemas,
    ...invoiceSchemas,
    ...decisionSchemas,
    ...noteSchemas,
    ...questionSchemas,
    ...checkSchemas,
    ...bulkSchemas,
  ],
  routes: async (app, deps) => {
    invoiceListRoutes(app, deps);
    invoiceRoute(app, deps);
    decisionRoutes(app, deps);
    noteRoutes(app, deps);
    questionRoutes(app, deps);
    invoiceFileRoutes(app, deps);
    await attachRoutes(app, deps);
    checkRoutes(app, deps);
    bulkRoutes(app, deps);
  },
};
