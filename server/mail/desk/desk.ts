import { mailRoutes } from './routes.ts';
import { mailSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const mailDesk: Desk = { schemas: mailSchemas, routes: mailRoutes };
