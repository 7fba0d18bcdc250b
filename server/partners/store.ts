import type { NamedRecord } from '../companies/store.ts';
import { type CompanyId, type Db, columnOf, rowOf, rowsOf, touchesRow, valueOf, execute } from '../ground/db/pool.ts';

/** A client's secret looks like a token, and is sometimes sent as one. */
export const clientSecret = Symbol('client secret');
export type TokenLookup = TokenGrant | typeof clientSecret | undefined;

/** SQL for the scopes of a partner's valid credentials. Tokens that a client got have none that the client lacks. */
const validScopes = (company: string, partner: string): string => `
  SELECT unnest(scopes) AS scope FROM access_tokens
  WHERE company_id = ${company} AND partner_id = ${partner} AND client_id IS NULL AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > now())
  UNION SELECT unnest(scopes) FROM clients
  WHERE company_id = ${company} AND partner_id = ${partner} AND revoked_at IS NULL`;

export async function readValidScopes(db: Db, company: CompanyId, partnerId: string): Promise<string[]> {
  const text = `SELECT scope FROM (${validScopes('$1', '$2')}) AS valid ORDER BY scope`;
  return columnOf<string>(db, text, [company, partnerId]);
}

/** In a sandbox a token has at most the scopes that the partner's live credentials have at this moment. */
const scopesInForce = `
  CASE WHEN sandbox_of IS NULL THEN access_tokens.scopes ELSE ARRAY (
    SELECT scope FROM unnest(access_tokens.scopes) WITH ORDINALITY AS own (scope, ordinal)
    WHERE scope IN (${validScopes('companies.sandbox_of', 'companies.sandbox_partner_id')}) ORDER BY ordinal) END`;

/** `noteUse` gets the use of a valid token. */
export async function findToken(db: Db, hash: Buffer, noteUse: (use: CredentialUse) => void): Promise<TokenLookup> {
  const row = await rowOf<{
    credential_id: string;
    company_id: CompanyId;
    partner_id: string;
    partner_name: string;
    attaches_to_all: boolean;
    is_sandbox: boolean;
    time_zone: string;
    scopes: string[];
    expires_at: Date | null;
    revoked_at: Date | null;
  }>(db, {
    name: 'find-token',
    text: `SELECT coalesce(client_id, access_tokens.id) AS credential_id, access_tokens.company_id,
             access_tokens.partner_id, partners.name AS partner_name, attaches_to_all, sandbox_of IS NOT NULL AS is_sandbox,
             time_zone, ${scopesInForce} AS scopes,
             expires_at, least(access_tokens.revoked_at, clients.revoked_at) AS revoked_at
           FROM access_tokens JOIN partners ON partners.company_id = access_tokens.company_id AND partners.id = access_tokens.partner_id
           JOIN companies ON companies.id = access_tokens.company_id LEFT JOIN clients ON clients.id = client_id
           WHERE hash = $1`,
    values: [hash],
  });
  if (row === undefined) return (await isClientSecret(db, hash)) ? clientSecret : undefined;
  const isValid = row.revoked_at === null && (row.expires_at === null || row.expires_at.getTime() > Date.now());
  if (isValid) noteUse({ companyId: row.company_id, partnerId: row.partner_id, credentialId: row.credential_id });
  return {
    partner: {
      id: row.partner_id,
      name: row.partner_name,
      companyId: row.company_id,
      attachesToAll: row.attaches_to_all,
      isSandbox: row.is_sandbox,
      timeZone: row.time_zone,
    },
    scopes: row.scopes,
    expiresAt: row.expires_at ?? undefined,
    revokedAt: row.revoked_at ?? undefined,
  };
}

async function isClientSecret(db: Db, hash: Buffer): Promise<boolean> {
  const text = 'SELECT FROM clients WHERE secret_hash = $1';
  return (await db.query({ name: 'find-client-secret', text, values: [hash] })).rowCount !== 0;
}

export const findPartner = (db: Db, company: CompanyId, name: string): Promise<NamedRecord | undefined> =>
  rowOf(db, 'SELECT id, name FROM partners WHERE company_id = $1 AND name = $2', [company, name]);

export const insertPartner = (tx: Db, company: CompanyId, { id, name }: NamedRecord, now: Date): Promise<boolean> =>
  touchesRow(
    tx,
    'INSERT INTO partners (company_id, id, name, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [company, id, name, now],
  );

interface NewToken {
  id: string;
  hash: Buffer;
  companyId: CompanyId;
  partnerId: string;
  scopes: readonly string[];
  createdAt: Date;
  expiresAt: Date | undefined;
  /** A token issued to a client has neither name nor first characters: people know the client. */
  name?: string | undefined;
  firstCharacters?: string;
  clientId?: string;
}

export const insertToken = (tx: Db, token: NewToken): Promise<void> =>
  execute(
    tx,
    `INSERT INTO access_tokens (hash, id, company_id, partner_id, scopes, created_at, expires_at, client_id, name, first_characters)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      token.hash,
      token.id,
      token.companyId,
      token.partnerId,
      token.scopes,
      token.createdAt,
      token.expiresAt,
      token.clientId,
      token.name,
      token.firstCharacters,
    ],
  );

export interface ListedToken {
  id: string;
  company: string;
  partner: string;
  name: string | null;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

export const listTokens = (db: Db, company: string | undefined): Promise<ListedToken[]> =>
  rowsOf(
    db,
    `SELECT access_tokens.id, companies.name AS company, partners.name AS partner,
            access_tokens.name, scopes,
            access_tokens.created_at AS "createdAt", expires_at AS "expiresAt", revoked_at AS "revokedAt"
     FROM access_tokens
     JOIN partners ON partners.company_id = access_tokens.company_id AND partners.id = partner_id
     JOIN companies ON companies.id = access_tokens.company_id
     WHERE client_id IS NULL AND ($1::text IS NULL OR companies.name = $1)
     ORDER BY companies.name, partners.name, access_tokens.created_at`,
    [company],
  );

export interface RevokedCredential {
  id: string;
  companyId: CompanyId;
  /** False if it was already revoked. */
  now: boolean;
}

/** With `of`, only a token that people created for a partner of that company. */
export type TokenKey = { hash: Buffer } | { id: string; of?: CompanyId };

export async function revokeToken(tx: Db, which: TokenKey, now: Date): Promise<RevokedCredential | undefined> {
  const [where, values] =
    'hash' in which
      ? ['hash = $1', [which.hash]]
      : which.of === undefined
        ? ['id = $1', [which.id]]
        : ['id = $1 AND company_id = $2 AND client_id IS NULL', [which.id, which.of]];
  return revokeWhere(tx, 'access_tokens', where, values, now);
}

/** Only one of several parallel revocations returns `now: true`. */
export async function revokeWhere(
  tx: Db,
  table: 'access_tokens' | 'clients',
  where: string,
  values: unknown[],
  now: Date,
): Promise<RevokedCredential | undefined> {
  const fields = 'id, company_id AS "companyId"';
  const { rows } = await tx.query<Omit<RevokedCredential, 'now'>>(
    `UPDATE ${table} SET revoked_at = $${values.length + 1} WHERE ${where} AND revoked_at IS NULL RETURNING ${fields}`,
    [...values, now],
  );
  if (rows[0] !== undefined) return { ...rows[0], now: true };
  const known = await tx.query<Omit<RevokedCredential, 'now'>>(`SELECT ${fields} FROM ${table} WHERE ${where}`, values);
  return known.rows[0] && { ...known.rows[0], now: false };
}

export const findPartnerById = (db: Db, company: CompanyId, id: string): Promise<NamedRecord | undefined> =>
  rowOf(db, 'SELECT id, name FROM partners WHERE company_id = $1 AND id = $2', [company, id]);

/** Names match in any case. */
export const partnerNamed = (db: Db, company: CompanyId, nameOrId: string): Promise<string | undefined> =>
  valueOf(db, 'SELECT id FROM partners WHERE company_id = $1 AND (lower(name) = lower($2) OR id::text = lower($2))', [
    company,
    nameOrId,
  ]);

export interface Partner {
  id: string;
  name: string;
  companyId: CompanyId;
  /** Whether it may attach files to invoices of other partners of the company. */
  attachesToAll: boolean;
  /** Whether its company is a sandbox, where nothing is real. */
  isSandbox: boolean;
  /** The time zone of the partner's company, such as Europe/Stockholm. */
  timeZone: string;
}

export interface TokenGrant {
  partner: Partner;
  scopes: readonly string[];
  expiresAt: Date | undefined;
  revokedAt: Date | undefined;
}

/** A use of a token, or of the client that the token was issued to. */
interface CredentialUse {
  companyId: CompanyId;
  partnerId: string;
  credentialId: string;
}

const intervalMs = 60_000;
const maxRemembered = 10_000;

/**
 * Stores the times at which tokens and clients are used, to the minute, in the background. A use that could not be
 * stored is stored with the next one.
 */
export function rememberUses(db: Db): (use: CredentialUse) => void {
  const storedAt = new Map<string, number>();
  return ({ companyId, partnerId, credentialId }) => {
    const now = Date.now();
    if (now - (storedAt.get(credentialId) ?? 0) < intervalMs) return;
    if (storedAt.size >= maxRemembered) storedAt.clear();
    storedAt.set(credentialId, now);
    db.query({
      name: 'note-credential-use',
      // Another process may have stored a use a moment ago.
      text: `INSERT INTO credential_uses AS use (company_id, credential_id, partner_id, used_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id, credential_id) DO UPDATE SET used_at = excluded.used_at WHERE use.used_at <= $5`,
      values: [companyId, credentialId, partnerId, new Date(now), new Date(now - intervalMs)],
    }).catch(() => storedAt.delete(credentialId));
  };
}
