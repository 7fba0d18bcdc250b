import { timingSafeEqual } from 'node:crypto';
import { invalidClient, invalidScope } from './oauth-errors.ts';
import { findClient, forgetExpired, holdClient, revokeIssued, type Client } from '../clients-store.ts';
import { transaction, type Pool } from '../../ground/db/pool.ts';
import { newSecret, hashToken } from '../../ground/secrets/tokens.ts';
import { insertToken } from '../store.ts';
import { newId, isUuid } from '../../ground/db/ids.ts';

const hourSeconds = 3_600;
const dayMs = 24 * hourSeconds * 1000;

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
  const expiresAt = new Date(now.getTime() + hourSeconds * 1000);
  await transaction(pool, async (tx) => {
    // The client may have been revoked meanwhile. From here on a revocation waits, and then revokes this token too.
    if (!(await holdClient(tx, clientId))) throw invalidClient();
    await insertToken(tx, {
      id: newId(),
      hash: hashToken(token),
      companyId,
      partnerId,
      scopes,
      createdAt: now,
      expiresAt,
      clientId,
    });
    await forgetExpired(tx, clientId, new Date(now.getTime() - dayMs));
  });
  return { access_token: token, token_type: 'Bearer', expires_in: hourSeconds, scope: scopes.join(' ') };
}

/** False if there was nothing to revoke. */
export const revoke = (pool: Pool, client: Client, token: string) =>
  revokeIssued(pool, client.id, hashToken(token), new Date());
