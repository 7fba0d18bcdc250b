import { supplierImportRoutes } from './import-routes.ts';
import { supplierOperatorRoutes } from './routes.ts';
import { supplierOperatorSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const suppliersDesk: Desk = {
  schemas: supplierOperatorSchemas,
  routes: async (app, deps) => {
    supplierOperatorRoutes(app, deps);
    // In a scope of its own, since it reads bodies that others do not take.
    await app.register((scope) => supplierImportRoutes(scope, deps));
  },
};
