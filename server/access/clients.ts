import { v7 as uuidv7 } from 'uuid';
import { auditHolder, ensurePartner, knownScopes, type TokenRequest } from './actions.ts';
import { insertClient, revokeClient } from './clients-store.ts';
import { audit, type Actor } from '../audit/record.ts';
import { transaction, type Pool } from '../ground/db/pool.ts';
import { newSecret, hashToken } from '../ground/secrets.ts';

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
