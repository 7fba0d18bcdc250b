import { operatorAdminRoutes } from './admin-routes.ts';
import { operatorAdminSchemas } from './admin-schemas.ts';
import { signInRoutes } from './routes.ts';
import { operatorSchemas } from './schemas.ts';
import { operatorTokenRoutes, ownTokenRoutes } from './token-routes.ts';
import type { Desk } from '../../desk/desk.ts';

export const operatorsDesk: Desk = {
  schemas: [...operatorSchemas, ...operatorAdminSchemas],
  routes: (app, deps) => {
    signInRoutes(app, deps);
    operatorAdminRoutes(app, deps);
    ownTokenRoutes(app, deps);
    operatorTokenRoutes(app, deps);
  },
};
