import * as access from '../access/actions.ts';
import { scopes } from '../app.ts';
import type { Pool } from '../ground/db/pool.ts';

type PartialRequest<Request> = Partial<Request> & Pick<access.TokenRequest, 'company' | 'partner'>;

/** With all scopes by default. */
export const createToken = (pool: Pool, request: PartialRequest<access.TokenRequest>) =>
  access.createToken(pool, { ...request, scopes: request.scopes ?? scopes });

/** With all scopes by default. */
export const createClient = (pool: Pool, request: PartialRequest<access.ClientRequest>) =>
  access.createClient(pool, { ...request, scopes: request.scopes ?? scopes });
