import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { transaction, type CompanyId, type Db, type Pool } from '../db/pool.ts';
import { CommandError } from '../errors.ts';
import { hashToken, scopes as allScopes } from '../http/auth.ts';
import { findCompany, findPartner, insertCompany, insertPartner, insertToken, listCompanies, type Named } from './store.ts';

export interface TokenRequest {
  company: string;
  partner: string;
  /** None: all scopes. */
  scopes?: readonly string[];
  expiresAt?: Date;
}

export interface IssuedToken {
  /** Shown once; the database holds its SHA-256 only. */
  token: string;
  id: string;
  companyMade: boolean;
  partnerMade: boolean;
}

export async function createToken(pool: Pool, request: TokenRequest): Promise<IssuedToken> {
  const scopes = request.scopes ?? allScopes;
  const unknown = scopes.filter((scope) => !(allScopes as readonly string[]).includes(scope));
  if (unknown.length > 0 || scopes.length === 0)
    throw new CommandError(`There is no scope ${unknown.join(', ') || '(none named)'}. The scopes are ${allScopes.join(', ')}.`, 2);
  return transaction(pool, async (tx) => {
    const now = new Date();
    const [company, companyMade] = await ensureCompany(tx, request.company, now);
    const [partner, partnerMade] = await ensurePartner(tx, company.id, request.partner, now);
    const token = `dw_${randomBytes(32).toString('base64url')}`;
    const id = uuidv7();
    await insertToken(tx, {
      id,
      hash: hashToken(token),
      companyId: company.id,
      partnerId: partner.id,
      scopes,
      createdAt: now,
      expiresAt: request.expiresAt,
    });
    return { token, id, companyMade, partnerMade };
  });
}

export async function ensureCompany(tx: Db, name: string, now: Date): Promise<[Named<CompanyId>, boolean]> {
  const made = await insertCompany(tx, { id: uuidv7(), name: named('company', name) }, now);
  return [(await findCompany(tx, name.trim())) as Named<CompanyId>, made];
}

async function ensurePartner(tx: Db, company: CompanyId, name: string, now: Date): Promise<[Named, boolean]> {
  const made = await insertPartner(tx, company, { id: uuidv7(), name: named('partner', name) }, now);
  return [(await findPartner(tx, company, name.trim())) as Named, made];
}

function named(what: string, name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > 255) throw new CommandError(`The name of a ${what} has 1 to 255 characters.`, 2);
  return trimmed;
}

/** For commands that work in a company that must be there already. */
export async function requireCompany(db: Db, name: string): Promise<CompanyId> {
  const company = await findCompany(db, name.trim());
  if (company !== undefined) return company.id;
  const names = (await listCompanies(db)).map((known) => known.name);
  const known = names.length === 0 ? 'There is none yet' : `There are: ${names.join(', ')}`;
  throw new CommandError(`There is no company ${JSON.stringify(name)}. ${known}. doorway token create makes one.`);
}
