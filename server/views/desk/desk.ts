import { viewRoutes } from './routes.ts';
import { viewSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const viewsDesk: Desk = { schemas: viewSchemas, routes: viewRoutes };
