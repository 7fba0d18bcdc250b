import { credentialRoutes } from './credentials-routes.ts';
import { companyRoutes } from './routes.ts';
import { accessOperatorSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

/** `scopes` are what a token may be used for. */
export const accessDesk = (scopes: readonly string[]): Desk => ({
  schemas: accessOperatorSchemas(scopes),
  routes: (app, deps) => {
    companyRoutes(app, deps);
    credentialRoutes(app, deps);
  },
});
