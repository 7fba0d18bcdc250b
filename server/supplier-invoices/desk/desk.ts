import { bulkRoutes } from './bulk/bulk-routes.ts';
import { bulkSchemas } from './bulk/bulk-schemas.ts';
import { checkRoutes, checkSchemas } from './checks/check-routes.ts';
import { decisionRoutes, decisionSchemas } from './deciding/decision-routes.ts';
import { attachRoutes } from './files/attach-routes.ts';
import { invoiceFileRoutes } from './files/file-routes.ts';
import { invoiceListRoutes } from './lists/list-routes.ts';
import { listSchemas } from './lists/list-schemas.ts';
import { noteRoutes, noteSchemas } from './notes/note-routes.ts';
import { questionRoutes, questionSchemas } from './questions/question-routes.ts';
import { invoiceRoute } from './invoice-routes.ts';
import { invoiceSchemas } from './invoice-schemas.ts';
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
