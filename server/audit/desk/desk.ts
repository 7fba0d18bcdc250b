import { auditRoutes } from './routes.ts';
import { auditSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const auditDesk: Desk = { schemas: auditSchemas, routes: auditRoutes };
