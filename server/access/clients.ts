import { timingSafeEqual } from 'node:crypto';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { audit, type Actor } from '../audit/record.ts';
import { auditHolder, ensurePartner, knownScopes, newSecret, type TokenRequest } from './actions.ts';
import { insertToken } from './store.ts';
import { transaction, type Pool } from '../ground/db/pool.ts';
import { hashToken } from '../door/auth.ts';
import { invalidClient, invalidScope } from './door/oauth-errors.ts';
import {
  findClient,
  forgetExpired,
  holdClient,
  insertClient,
  revokeClient,
  revokeIssued,
  type Client,
} from './clients-store.ts';

const hour = 3_600;
const day = 24 * hour * 1000;

/** Credentials that a partner system exchanges for tokens by itself. The secret is shown once. */
export async function createClient(pool: Pool, request: Omit<TokenRequest, 'expiresAt'>) {
  const scopes = knownScopes(request.scopes);
  return transaction(pool, async (tx) => {
    const now = new Date();
    const holder = await ensurePartner(tx, request, now);
    const { companyId, partnerId, companyMade, partnerMade } = holder;
    const [id, secret] = [uuidv7(), newSecret()];
    await insertClient(tx, { id, secretHash: hashToken(secret), companyId, partnerId, scopes }, now);
    const data = { partner: request.partner.trim(), scopes };
    await auditHolder(tx, request, holder, now);
    if (request.by !== undefined)
      await audit(
        tx,
        companyId,
        request.by,
        { action: 'client.created', subjectType: 'client', subjectId: id, data },
        now,
      );
    return { id, secret, companyMade, partnerMade };
  });
}

/** False where there is no such client. What was revoked before is not recorded again. */
export function revokeClientBy(pool: Pool, by: Actor, id: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const revoked = await revokeClient(tx, id, now);
    if (revoked?.now)
      await audit(tx, revoked.companyId, by, { action: 'client.revoked', subjectType: 'client', subjectId: id }, now);
    return revoked !== undefined;
  });
}

export interface Credentials {
  id: string;
  secret: string;
}

/** The client with these credentials. */
export async function authenticate(pool: Pool, { id, secret }: Credentials): Promise<Client> {
  const client = isUuid(id) ? await findClient(pool, id) : undefined;
  if (client === undefined || !timingSafeEqual(client.secretHash, hashToken(secret))) throw invalidClient();
  return client;
}

/** An access token of one hour, with the scopes asked for, or all that the client has. */
export async function issueToken(pool: Pool, client: Client, scope: string | undefined) {
  const scopes = scope === undefined ? client.scopes : scope.split(' ').filter((name) => name !== '');
  const beyond = scopes.filter((name) => !client.scopes.includes(name));
  if (beyond.length > 0 || scopes.length === 0) throw invalidScope(client.scopes);
  const token = newSecret();
  const now = new Date();
  const { id: clientId, companyId, partnerId } = client;
  const expiresAt = new Date(now.getTime() + hour * 1000);
  await transaction(pool, async (tx) => {
    // Once more, since it may have been revoked meanwhile; from here on its revocation waits, and then finds this token too.
    if (!(await holdClient(tx, clientId))) throw invalidClient();
    await insertToken(tx, {
      id: uuidv7(),
      hash: hashToken(token),
      companyId,
      partnerId,
      scopes,
      createdAt: now,
      expiresAt,
      clientId,
    });
    await forgetExpired(tx, clientId, new Date(now.getTime() - day));
  });
  return { access_token: token, token_type: 'Bearer', expires_in: hour, scope: scopes.join(' ') };
}

export const revoke = (pool: Pool, client: Client, token: string) =>
  revokeIssued(pool, client.id, hashToken(token), new Date());
