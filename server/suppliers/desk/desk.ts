import { supplierOperatorRoutes } from './routes.ts';
import { supplierOperatorSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

export const suppliersDesk: Desk = { schemas: supplierOperatorSchemas, routes: supplierOperatorRoutes };
