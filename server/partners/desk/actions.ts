import * as queries from './queries.ts';
import type { ClientForm, PartnerPatch, TokenForm } from './schemas.ts';
import { audit } from '../../audit/record.ts';
import { issueClient, issueToken, revokeClientBy, revokeTokenBy, type Holder } from '../credentials.ts';
import type { OperatorDeps } from '../../deps.ts';
import { futureTime } from '../../desk/requests.ts';
import { ApiError, conflict, notFound } from '../../errors/errors.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import type { Operator } from '../../../common/permissions.ts';
import { insertCompany } from '../../companies/store.ts';
import { findPartnerById, insertPartner } from '../store.ts';
import { newId } from '../../ground/db/ids.ts';
import type { OperatorCall, RecordCall } from '../../desk/operation.ts';

export const companiesOf = (operator: Operator) => ({
  list: queries.companyList(operator.administrator),
  where: queries.companiesWhere(operator),
});

export const partnersIn = (company: CompanyId) => ({
  list: queries.partnerList(company, new Date()),
  where: queries.partnersWhere(company),
});

export const tokensIn = (company: CompanyId, partner: string | undefined) => ({
  list: queries.tokenList,
  where: queries.tokensWhere(company, partner),
});

export const clientsIn = (company: CompanyId, partner: string | undefined) => ({
  list: queries.clientList,
  where: queries.clientsWhere(company, partner),
});

export function createCompany(pool: Pool, operator: Operator, typed: string): Promise<{ id: string }> {
  const [id, name] = [newId(), typed.trim()];
  return transaction(pool, async (tx) => {
    const now = new Date();
    if (!(await insertCompany(tx, { id, name }, now))) throw conflict('company.exists', { name });
    await audit(tx, noCompany, operator, { action: 'company.created', subjectId: id, data: { name } }, now);
    return { id };
  });
}

export function createPartner(pool: Pool, { company, operator, body }: OperatorCall<{ name: string }>) {
  const [id, name] = [newId(), body.name.trim()];
  return transaction(pool, async (tx) => {
    const now = new Date();
    if (!(await insertPartner(tx, company, { id, name }, now))) throw conflict('partner.exists', { name });
    await audit(tx, company, operator, { action: 'partner.created', subjectId: id, data: { name } }, now);
    return { id };
  });
}

/** A change to the current value changes and records nothing. */
export function changePartner(
  pool: Pool,
  { company, operator, id, body: patch }: RecordCall<PartnerPatch>,
): Promise<void> {
  return transaction(pool, async (tx) => {
    const partner = await findPartnerById(tx, company, id);
    if (partner === undefined) throw notFound();
    const changes: object[] = [];
    for (const field of ['attachesToAll', 'managesWebhooks'] as const) {
      const to = patch[field];
      if (to !== undefined && (await queries.setOfPartner[field](tx, company, id, to)))
        changes.push({ field, from: !to, to });
    }
    if (changes.length === 0) return;
    const data = { name: partner.name, changes };
    await audit(tx, company, operator, { action: 'partner.updated', subjectId: id, data }, new Date());
  });
}

type IssueDeps = Pick<OperatorDeps, 'pool' | 'usualScopes'>;

export function issueTokenTo(
  { pool, usualScopes }: IssueDeps,
  { company, operator, body: form }: OperatorCall<TokenForm>,
) {
  const now = new Date();
  const expiresAt = futureTime(form.expiresAt, now);
  return transaction(pool, async (tx) => {
    const holder = await requireHolder(tx, company, form.partnerId);
    return issueToken(
      tx,
      holder,
      { scopes: form.scopes ?? usualScopes, by: operator, expiresAt, name: form.name?.trim() },
      now,
    );
  });
}

export function issueClientTo(
  { pool, usualScopes }: IssueDeps,
  { company, operator, body: form }: OperatorCall<ClientForm>,
): Promise<{ id: string; secret: string }> {
  return transaction(pool, async (tx) => {
    const holder = await requireHolder(tx, company, form.partnerId);
    return issueClient(tx, holder, { scopes: form.scopes ?? usualScopes, by: operator }, new Date());
  });
}

/** Partners are never deleted, so no lock is needed. */
async function requireHolder(tx: Db, company: CompanyId, id: string): Promise<Holder> {
  const partner = await findPartnerById(tx, company, id);
  if (partner === undefined) throw new ApiError('partner.unknown');
  return { companyId: company, partner, made: [] };
}

type RevokeDeps = Pick<OperatorDeps, 'pool' | 'forgetTokens'>;

export async function revokeToken({ pool, forgetTokens }: RevokeDeps, { company, operator, id }: RecordCall) {
  if (!(await revokeTokenBy(pool, operator, { id, of: company }))) throw notFound();
  forgetTokens();
}

export async function revokeClient({ pool, forgetTokens }: RevokeDeps, { company, operator, id }: RecordCall) {
  if (!(await revokeClientBy(pool, operator, id, company))) throw notFound();
  forgetTokens();
}
