import { eventsRoutes } from './routes.ts';
import { eventsSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const eventsDesk: Desk = { schemas: eventsSchemas, routes: eventsRoutes };
