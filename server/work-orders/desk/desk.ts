import { workOrderOperatorRoutes } from './routes.ts';
import { workOrderOperatorSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const workOrdersDesk: Desk = { schemas: workOrderOperatorSchemas, routes: workOrderOperatorRoutes };
