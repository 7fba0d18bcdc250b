import { insertClient, revokeClient } from './clients-store.ts';
import { isSandbox, type NamedRecord } from '../companies/store.ts';
import { insertToken, revokeToken, type RevokedCredential, type TokenKey } from './store.ts';
import { audit, type Actor } from '../audit/record.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { firstCharactersOf, hashToken, newSecret } from '../ground/secrets/tokens.ts';
import { newId } from '../ground/db/ids.ts';

export interface Holder {
  companyId: CompanyId;
  partner: NamedRecord;
  /** Records that were just created, the company before its partner. */
  made: readonly (NamedRecord & { type: 'company' | 'partner' })[];
}

export interface CredentialRequest {
  /** A repeated one counts once. */
  scopes: readonly string[];
  /** Undefined for the demo, which is not recorded. */
  by: Actor | undefined;
}

/** The token is shown once: the database stores only its SHA-256, and the audit log nothing of it. */
export async function issueToken(
  tx: Db,
  holder: Holder,
  { scopes: named, by, expiresAt, name }: CredentialRequest & { expiresAt: Date | undefined; name: string | undefined },
  now: Date,
): Promise<{ id: string; token: string }> {
  const scopes = [...new Set(named)];
  const { companyId, partner } = holder;
  const [id, token] = [newId(), newSecret(await isSandbox(tx, companyId))];
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

/** A partner's system exchanges these credentials for tokens. The secret is shown once. */
export async function issueClient(tx: Db, holder: Holder, { scopes: named, by }: CredentialRequest, now: Date) {
  const scopes = [...new Set(named)];
  const { companyId, partner } = holder;
  const [id, secret] = [newId(), newSecret(await isSandbox(tx, companyId))];
  await insertClient(tx, { id, secretHash: hashToken(secret), companyId, partnerId: partner.id, scopes }, now);
  await auditIssued(tx, by, holder, 'client', id, { partner: partner.name, scopes }, now);
  return { id, secret };
}

/** Call it last in the transaction, as `audit` requires. */
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
  const note = (of: CompanyId, what: string, subjectId: string, data: object) =>
    audit(tx, of, by, { action: `${what}.created`, subjectId, data }, now);
  for (const { type, id: subjectId, name } of made)
    await note(type === 'company' ? noCompany : companyId, type, subjectId, { name });
  await note(companyId, kind, id, data);
}

export const revokeTokenBy = (pool: Pool, by: Actor, which: TokenKey): Promise<boolean> =>
  revoke(pool, by, 'token', (tx, now) => revokeToken(tx, which, now));

export const revokeClientBy = (pool: Pool, by: Actor, id: string, of?: CompanyId): Promise<boolean> =>
  revoke(pool, by, 'client', (tx, now) => revokeClient(tx, id, now, of));

/** Revoking again changes and records nothing. */
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
      await audit(tx, revoked.companyId, by, { action: `${kind}.revoked`, subjectId: revoked.id }, now);
    }
    return revoked !== undefined;
  });
}
