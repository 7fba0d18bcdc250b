import { overviewRoutes } from './routes.ts';
import { overviewSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const overviewDesk: Desk = { schemas: overviewSchemas, routes: overviewRoutes };
