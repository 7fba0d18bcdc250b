import { callRoutes } from './routes.ts';
import { callSchemas } from './schemas.ts';
import type { Desk } from '../../desk/desk.ts';

/** `types` are the kinds of records that calls make. */
export const callsDesk = (types: readonly string[]): Desk => ({ schemas: callSchemas(types), routes: callRoutes });
