import { settingsRoutes } from './routes.ts';
import { settingsSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const settingsDesk: Desk = { schemas: settingsSchemas, routes: settingsRoutes };
