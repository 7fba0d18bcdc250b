import { projectImportRoutes } from './import-routes.ts';
import { projectOperatorRoutes } from './routes.ts';
import { projectOperatorSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const projectsDesk: Desk = {
  schemas: projectOperatorSchemas,
  routes: async (app, deps) => {
    projectOperatorRoutes(app, deps);
    // In a scope of its own, since it reads bodies that others do not take.
    await app.register((scope) => projectImportRoutes(scope, deps));
  },
};
