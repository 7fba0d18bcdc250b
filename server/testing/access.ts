import * as access from '../partners/actions.ts';
import { scopes } from '../app.ts';
import type { Pool } from '../ground/db/pool.ts';

type PartialRequest<Request> = Partial<Request> & Pick<access.TokenRequest, 'company' | 'partner'>;

export const createToken = (pool: Pool, request: PartialRequest<access.TokenRequest>) =>
  access.createToken(pool, { ...request, scopes: request.scopes ?? scopes });

export const createClient = (pool: Pool, request: PartialRequest<access.ClientRequest>) =>
  access.createClient(pool, { ...request, scopes: request.scopes ?? scopes });
