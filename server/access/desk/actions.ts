import { v7 as uuidv7 } from 'uuid';
import { findPartnerById, revokeClientOf, revokeTokenOf, setAttachesToAll, type Revoked } from './queries.ts';
import type { ClientForm, PartnerPatch, TokenForm } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import { insertClient } from '../clients-store.ts';
import { futureTime } from '../../desk/requests.ts';
import { badRequest, conflict, notFound } from '../../errors/errors.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { newSecret, hashToken } from '../../ground/secrets.ts';
import { quoted } from '../../ground/short.ts';
import type { Operator } from '../../operators/permissions.ts';
import { scopes as allScopes } from '../scopes.ts';
import { insertCompany, insertPartner, insertToken } from '../store.ts';

export function createCompany(pool: Pool, operator: Operator, typed: string): Promise<{ id: string }> {
  const [id, name] = [uuidv7(), typed.trim()];
  return transaction(pool, async (tx) => {
    const now = new Date();
    if (!(await insertCompany(tx, { id, name }, now)))
      throw conflict('company.exists', `There is a company with the name ${quoted(name)} already.`);
    await audit(
      tx,
      noCompany,
      operator,
      { action: 'company.created', subjectType: 'company', subjectId: id, data: { name } },
      now,
    );
    return { id };
  });
}

export function createPartner(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  typed: string,
): Promise<{ id: string }> {
  const [id, name] = [uuidv7(), typed.trim()];
  return transaction(pool, async (tx) => {
    const now = new Date();
    if (!(await insertPartner(tx, company, { id, name }, now)))
      throw conflict('partner.exists', `The company has a partner with the name ${quoted(name)} already.`);
    await audit(
      tx,
      company,
      operator,
      { action: 'partner.created', subjectType: 'partner', subjectId: id, data: { name } },
      now,
    );
    return { id };
  });
}

/** What is so already stays as it is, and is not recorded again. */
export function changePartner(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  id: string,
  { attachesToAll }: PartnerPatch,
): Promise<void> {
  return transaction(pool, async (tx) => {
    const partner = await findPartnerById(tx, company, id);
    if (partner === undefined) throw notFound();
    if (attachesToAll === undefined || !(await setAttachesToAll(tx, company, id, attachesToAll))) return;
    const data = { name: partner.name, attachesToAll };
    await audit(
      tx,
      company,
      operator,
      { action: 'partner.updated', subjectType: 'partner', subjectId: id, data },
      new Date(),
    );
  });
}

/** The secret is shown once; the database and the audit log never see it. */
export function issueTokenTo(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  form: TokenForm,
): Promise<{ id: string; token: string }> {
  const [id, token, now] = [uuidv7(), newSecret(), new Date()];
  const expiresAt = futureTime(form.expiresAt, now);
  const scopes = form.scopes ?? allScopes;
  return transaction(pool, async (tx) => {
    const partner = await requirePartner(tx, company, form.partnerId);
    await insertToken(tx, {
      id,
      hash: hashToken(token),
      companyId: company,
      partnerId: partner.id,
      scopes,
      createdAt: now,
      expiresAt,
    });
    const data = { partner: partner.name, scopes, expiresAt: expiresAt ?? null };
    await audit(tx, company, operator, { action: 'token.created', subjectType: 'token', subjectId: id, data }, now);
    return { id, token };
  });
}

export function issueClientTo(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  form: ClientForm,
): Promise<{ id: string; secret: string }> {
  const [id, secret, now] = [uuidv7(), newSecret(), new Date()];
  const scopes = form.scopes ?? allScopes;
  return transaction(pool, async (tx) => {
    const partner = await requirePartner(tx, company, form.partnerId);
    await insertClient(
      tx,
      { id, secretHash: hashToken(secret), companyId: company, partnerId: partner.id, scopes },
      now,
    );
    await audit(
      tx,
      company,
      operator,
      { action: 'client.created', subjectType: 'client', subjectId: id, data: { partner: partner.name, scopes } },
      now,
    );
    return { id, secret };
  });
}

/** Partners are never deleted, so one that was read is still there when the row that names it is written. */
async function requirePartner(tx: Db, company: CompanyId, id: string) {
  const partner = await findPartnerById(tx, company, id);
  if (partner === undefined) throw badRequest('partner.unknown', 'partnerId is the id of no partner of this company.');
  return partner;
}

export const revokeToken = (pool: Pool, company: CompanyId, operator: Operator, id: string) =>
  revoke(pool, company, operator, 'token', id, revokeTokenOf);
export const revokeClient = (pool: Pool, company: CompanyId, operator: Operator, id: string) =>
  revoke(pool, company, operator, 'client', id, revokeClientOf);

type Revoke = (tx: Db, company: CompanyId, id: string, now: Date) => Promise<Revoked>;

/** What is revoked already stays as it is, and is not recorded again. */
function revoke(
  pool: Pool,
  company: CompanyId,
  operator: Operator,
  kind: 'token' | 'client',
  id: string,
  write: Revoke,
): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const revoked = await write(tx, company, id, now);
    if (revoked === 'unknown') throw notFound();
    if (revoked === 'now')
      await audit(tx, company, operator, { action: `${kind}.revoked`, subjectType: kind, subjectId: id }, now);
  });
}
