import { operatorAdminRoutes } from './admin-routes.ts';
import { operatorAdminSchemas } from './admin-schemas.ts';
import { ForgottenForm, ForgottenOffer, forgottenRoutes } from './forgotten-routes.ts';
import { PreferencesForm, PreferencesOf, preferenceRoutes } from './preferences.ts';
import { signInRoutes } from './routes.ts';
import { operatorSchemas } from './schemas.ts';
import { systemRoutes } from './system-routes.ts';
import { systemSchemas } from './system-schemas.ts';
import { operatorTokenRoutes, ownTokenRoutes } from './token-routes.ts';
import type { Desk } from '../../desk/desk.ts';

export const operatorsDesk: Desk = {
  schemas: [
    ...operatorSchemas,
    PreferencesOf,
    PreferencesForm,
    ForgottenForm,
    ForgottenOffer,
    ...operatorAdminSchemas,
    ...systemSchemas,
  ],
  routes: (app, deps) => {
    signInRoutes(app, deps);
    forgottenRoutes(app, deps);
    preferenceRoutes(app, deps);
    operatorAdminRoutes(app, deps);
    ownTokenRoutes(app, deps);
    operatorTokenRoutes(app, deps);
    systemRoutes(app, deps);
  },
};
