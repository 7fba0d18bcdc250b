import { insertClient, revokeClient } from './clients-store.ts';
import { insertToken, revokeToken, type Named, type RevokedCredential, type WhichToken } from './store.ts';
import { audit, type Actor } from '../audit/record.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { firstCharactersOf, hashToken, newSecret } from '../ground/secrets/tokens.ts';
import { newId } from '../ground/db/ids.ts';

/** The partner that a credential is for. */
export interface Holder {
  companyId: CompanyId;
  partner: Named;
  /** What was made for it just now, the company before its partner. */
  made: readonly (Named & { type: 'company' | 'partner' })[];
}

export interface Wanted {
  scopes: readonly string[];
  /** Who asked for it, for the audit log. Nobody asks for the demo's. */
  by: Actor | undefined;
}

/** An access token. It is shown once: the database holds its SHA-256 only, and the audit log never sees it. */
export async function issueToken(
  tx: Db,
  holder: Holder,
  { scopes, by, expiresAt, name }: Wanted & { expiresAt: Date | undefined; name: string | undefined },
  now: Date,
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), newSecret()];
  const { companyId, partner } = holder;
  await insertToken(tx, {
    id,
    hash: hashToken(token),
    companyId,
    partnerId: partner.id,
    scopes,
    createdAt: now,
    expiresAt,
    name,
    firstCharacters: firstCharactersOf(token),
  });
  const data = { partner: partner.name, ...(name !== undefined && { name }), scopes, expiresAt: expiresAt ?? null };
  await auditIssued(tx, by, holder, 'token', id, data, now);
  return { id, token };
}

/** Credentials that a partner's system exchanges for tokens by itself. The secret is shown once. */
export async function issueClient(
  tx: Db,
  holder: Holder,
  { scopes, by }: Wanted,
  now: Date,
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId(), newSecret()];
  const { companyId, partner } = holder;
  await insertClient(tx, { id, secretHash: hashToken(secret), companyId, partnerId: partner.id, scopes }, now);
  await auditIssued(tx, by, holder, 'client', id, { partner: partner.name, scopes }, now);
  return { id, secret };
}

/** With the company and the partner that were made for it. After all else was written, as an entry of the audit log must be. */
async function auditIssued(
  tx: Db,
  by: Actor | undefined,
  { companyId, made }: Holder,
  kind: 'token' | 'client',
  id: string,
  data: object,
  now: Date,
): Promise<void> {
  if (by === undefined) return;
  const note = (of: CompanyId, subjectType: string, subjectId: string, entry: object) =>
    audit(tx, of, by, { action: `${subjectType}.created`, subjectType, subjectId, data: entry }, now);
  for (const { type, id: subjectId, name } of made)
    await note(type === 'company' ? noCompany : companyId, type, subjectId, { name });
  await note(companyId, kind, id, data);
}

/** False where there is no such token. */
export const revokeTokenBy = (pool: Pool, by: Actor, which: WhichToken): Promise<boolean> =>
  revoke(pool, by, 'token', (tx, now) => revokeToken(tx, which, now));

/** Revokes a client and every token that was issued to it. False where there is no such client. */
export const revokeClientBy = (pool: Pool, by: Actor, id: string, of?: CompanyId): Promise<boolean> =>
  revoke(pool, by, 'client', (tx, now) => revokeClient(tx, id, now, of));

/** What was revoked before stays as it is, and is not recorded again. */
function revoke(
  pool: Pool,
  by: Actor,
  kind: 'token' | 'client',
  write: (tx: Db, now: Date) => Promise<RevokedCredential | undefined>,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const revoked = await write(tx, now);
    if (revoked?.now) {
      const entry = { action: `${kind}.revoked`, subjectType: kind, subjectId: revoked.id };
      await audit(tx, revoked.companyId, by, entry, now);
    }
    return revoked !== undefined;
  });
}
