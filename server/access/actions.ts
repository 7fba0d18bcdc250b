import { v7 as uuidv7 } from 'uuid';
import { scopes as allScopes } from './scopes.ts';
import {
  findCompany,
  findPartner,
  insertCompany,
  insertPartner,
  insertToken,
  revokeToken,
  type Named,
} from './store.ts';
import { audit, type Actor } from '../audit/record.ts';
import { CommandError } from '../errors/command-error.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { hashToken, newSecret } from '../ground/secrets.ts';

export interface TokenRequest {
  company: string;
  partner: string;
  /** None: all scopes. */
  scopes?: readonly string[];
  expiresAt?: Date;
  /** Who asked for it, for the audit log. Nobody asks for the demo's. */
  by?: Actor;
}

export interface IssuedToken {
  /** Shown once; the database holds its SHA-256 only. */
  token: string;
  id: string;
  companyMade: boolean;
  partnerMade: boolean;
}

export const createToken = (pool: Pool, request: TokenRequest): Promise<IssuedToken> =>
  transaction(pool, (tx) => createTokenIn(tx, request));

export async function createTokenIn(tx: Db, request: TokenRequest): Promise<IssuedToken> {
  const scopes = knownScopes(request.scopes);
  const now = new Date();
  const holder = await ensurePartner(tx, request, now);
  const { companyId, partnerId, companyMade, partnerMade } = holder;
  const [id, token] = [uuidv7(), newSecret()];
  await insertToken(tx, {
    id,
    hash: hashToken(token),
    companyId,
    partnerId,
    scopes,
    createdAt: now,
    expiresAt: request.expiresAt,
  });
  const data = { partner: request.partner.trim(), scopes, expiresAt: request.expiresAt ?? null };
  await auditHolder(tx, request, holder, now);
  if (request.by !== undefined)
    await audit(tx, companyId, request.by, { action: 'token.created', subjectType: 'token', subjectId: id, data }, now);
  return { id, token, companyMade, partnerMade };
}

/** False where there is no such token. What was revoked before is not recorded again. */
export function revokeTokenBy(pool: Pool, by: Actor, which: { id: string } | { hash: Buffer }): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const revoked = await revokeToken(tx, which, now);
    if (revoked?.now)
      await audit(
        tx,
        revoked.companyId,
        by,
        { action: 'token.revoked', subjectType: 'token', subjectId: revoked.id },
        now,
      );
    return revoked !== undefined;
  });
}

/** All scopes where none are named; a scope that is none is a mistake. */
export function knownScopes(named: readonly string[] = allScopes): readonly string[] {
  const unknown = named.filter((scope) => !(allScopes as readonly string[]).includes(scope));
  if (unknown.length === 0 && named.length > 0) return named;
  throw new CommandError(
    `There is no scope ${unknown.join(', ') || 'of no name'}. The scopes are ${allScopes.join(', ')}.`,
    2,
  );
}

export interface Holder {
  companyId: CompanyId;
  partnerId: string;
  companyMade: boolean;
  partnerMade: boolean;
}

/** The partner of that name in the company of that name, both made where they are missing. */
export async function ensurePartner(
  tx: Db,
  { company, partner }: Pick<TokenRequest, 'company' | 'partner'>,
  now: Date,
): Promise<Holder> {
  const companyName = named('company', company);
  const companyMade = await insertCompany(tx, { id: uuidv7(), name: companyName }, now);
  const { id: companyId } = (await findCompany(tx, companyName)) as Named<CompanyId>;
  const partnerName = named('partner', partner);
  const partnerMade = await insertPartner(tx, companyId, { id: uuidv7(), name: partnerName }, now);
  const { id: partnerId } = (await findPartner(tx, companyId, partnerName)) as Named;
  return { companyId, partnerId, companyMade, partnerMade };
}

/** That the company and the partner were made, after all else was written. */
export async function auditHolder(
  tx: Db,
  { company, partner, by }: Pick<TokenRequest, 'company' | 'partner' | 'by'>,
  made: Holder,
  now: Date,
): Promise<void> {
  if (by === undefined) return;
  if (made.companyMade)
    await audit(
      tx,
      noCompany,
      by,
      { action: 'company.created', subjectType: 'company', subjectId: made.companyId, data: { name: company.trim() } },
      now,
    );
  if (made.partnerMade)
    await audit(
      tx,
      made.companyId,
      by,
      { action: 'partner.created', subjectType: 'partner', subjectId: made.partnerId, data: { name: partner.trim() } },
      now,
    );
}

function named(what: string, name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 255)
    throw new CommandError(`The name of a ${what} has 1 to 255 characters.`, 2);
  return trimmed;
}
