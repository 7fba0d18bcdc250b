import { timingSafeEqual } from 'node:crypto';
import { invalidClient, invalidScope } from './errors.ts';
import { findClient, revokeIssued, type Client } from '../../partners/clients-store.ts';
import type { Pool } from '../../ground/db/pool.ts';
import { newSecret, hashToken } from '../../ground/secrets/tokens.ts';
import { insertToken } from '../../partners/store.ts';
import { newId, isUuid } from '../../ground/db/ids.ts';

const hourSeconds = 3_600;

export interface Credentials {
  id: string;
  secret: string;
}

export async function authenticate(pool: Pool, { id, secret }: Credentials): Promise<Client> {
  const client = isUuid(id) ? await findClient(pool, id) : undefined;
  if (client === undefined || !timingSafeEqual(client.secretHash, hashToken(secret))) throw invalidClient();
  return client;
}

/** The token is valid for an hour. Without a requested scope it has all scopes of the client. */
export async function issueToken(pool: Pool, client: Client, scope: string | undefined) {
  const scopes = scope === undefined ? client.scopes : [...new Set(scope.split(' '))].filter((name) => name !== '');
  const notGranted = scopes.filter((name) => !client.scopes.includes(name));
  if (notGranted.length > 0 || scopes.length === 0) throw invalidScope(client.scopes);
  const token = newSecret(client.isSandbox);
  const now = new Date();
  const { id: clientId, companyId, partnerId } = client;
  // One statement without locks: on Citus, clients that ask at the same moment would deadlock. If the client is revoked
  // meanwhile, the token is refused with it.
  await insertToken(pool, {
    id: newId(),
    hash: hashToken(token),
    companyId,
    partnerId,
    scopes,
    createdAt: now,
    expiresAt: new Date(now.getTime() + hourSeconds * 1000),
    clientId,
  });
  return { access_token: token, token_type: 'Bearer', expires_in: hourSeconds, scope: scopes.join(' ') };
}

/** False if there was nothing to revoke. */
export const revoke = (pool: Pool, client: Client, token: string) =>
  revokeIssued(pool, client.id, hashToken(token), new Date());
