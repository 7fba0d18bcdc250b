import { choiceRoutes } from './routes.ts';
import { choiceSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const choicesDesk: Desk = { schemas: choiceSchemas, routes: choiceRoutes };
