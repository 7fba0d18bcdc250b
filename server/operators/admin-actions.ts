import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { audit, type Actor } from '../audit/record.ts';
import { repeated } from '../db/batch.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../db/pool.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import { hashToken } from '../http/auth.ts';
import type { Operator } from '../http/operator-auth.ts';
import { futureTime } from '../http/operator-requests.ts';
import { joinProblems } from '../http/problems.ts';
import { invite, normalised } from './actions.ts';
import { admissionsOf, patched } from './admin-rules.ts';
import type { OperatorForm, OperatorPatch, OperatorTokenForm } from './admin-schemas.ts';
import * as store from './admin-store.ts';
import { isEmail } from './rules.ts';
import { anyOperator, deleteSessions, insertOperator, setCompanies } from './store.ts';

const of = (action: string, operatorId: string, data: object = {}) => ({ action, subjectType: 'operator', subjectId: operatorId, data });

/** Each company once, and each of them there. */
async function checkAdmissions(tx: Db, companies: OperatorForm['companies'] = []) {
  const { admissions, problems } = admissionsOf(companies);
  const unknown = await store.unknownCompanies(tx, admissions.map(({ id }) => id));
  const all = [...problems, ...(unknown.length === 0 ? [] : [`companies: there is no company with the id ${unknown.join(', ')}`])];
  if (all.length > 0) throw badRequest(`${joinProblems(all)}.`);
  return admissions as { id: CompanyId; role: 'approver' | 'viewer' }[];
}

/** Makes an operator, who sets a password through the one-time link that the key belongs to. */
export function createOperator(pool: Pool, actor: Actor, form: OperatorForm): Promise<{ id: string; invitation: string }> {
  const [id, email, name, administrator] = [uuidv7(), normalised(form.email), form.name.trim(), form.administrator ?? false];
  if (!isEmail(email)) throw badRequest('email must be an e-mail address.');
  return transaction(pool, async (tx) => {
    const now = new Date();
    const companies = await checkAdmissions(tx, form.companies);
    if (!(await insertOperator(tx, { id, email, name, administrator }, now))) throw conflict(`There is an operator with the e-mail address ${email} already.`);
    await setCompanies(tx, id, companies);
    const invitation = await invite(tx, id);
    await audit(tx, noCompany, actor, of('operator.created', id, { email, name, administrator, companies }), now);
    return { id, invitation };
  });
}

/** Changes what differs. The last administrator who can sign in stays one. */
export function changeOperator(pool: Pool, actor: Actor, id: string, patch: OperatorPatch): Promise<store.OperatorRecord> {
  return repeated(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      const acting = await store.lockAdministrators(tx, id);
      const before = await store.readOperator(tx, id);
      if (before === undefined) throw notFound();
      const { after, changes } = patched(before, patch, now);
      if (changes.length === 0) return before;
      const acts = after.administrator && after.disabledAt === null;
      if (acting.has(id) && acting.size === 1 && !acts)
        throw conflict('This is the last administrator. Make another operator administrator first.');
      const changed = (field: string) => changes.some((change) => change.field === field);
      await store.updateOperator(tx, after);
      if (changed('companies')) await setCompanies(tx, id, await checkAdmissions(tx, after.companies));
      if (changed('disabled') && after.disabledAt !== null) {
        await deleteSessions(tx, id, undefined);
        await store.voidInvitations(tx, id, now);
      }
      const changedOperator = (await store.readOperator(tx, id)) as store.OperatorRecord;
      await audit(tx, noCompany, actor, of('operator.updated', id, { changes }), now);
      return changedOperator;
    }),
  );
}

/** A new one-time link, for whoever lost the first one or the password. Earlier links are void. */
export function inviteAgain(pool: Pool, actor: Actor, id: string): Promise<{ invitation: string }> {
  return repeated(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      await store.lockAdministrators(tx, id);
      const operator = await store.readOperator(tx, id);
      if (operator === undefined) throw notFound();
      if (operator.disabledAt !== null) throw conflict('This operator is disabled. Enable the operator first.');
      await store.voidInvitations(tx, id, now);
      const invitation = await invite(tx, id);
      await audit(tx, noCompany, actor, of('operator.invited', id), now);
      return { invitation };
    }),
  );
}

/** A token with the rights of the operator, for a system of the company. The database holds its hash only. */
export function createOwnToken(pool: Pool, operator: Operator, form: OperatorTokenForm): Promise<{ id: string; token: string }> {
  const [id, token, now, name] = [uuidv7(), `dwo_${randomBytes(32).toString('base64url')}`, new Date(), form.name.trim()];
  const expiresAt = futureTime(form.expiresAt, now);
  return transaction(pool, async (tx) => {
    await store.insertOperatorToken(tx, { hash: hashToken(token), id, operatorId: operator.id, name, createdAt: now, expiresAt });
    const data = { name, expiresAt: expiresAt ?? null };
    await audit(tx, noCompany, operator, { action: 'operatortoken.created', subjectType: 'operatorToken', subjectId: id, data }, now);
    return { id, token };
  });
}

export function revokeOwnToken(pool: Pool, operator: Operator, id: string): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const revoked = await store.revokeOperatorToken(tx, operator.id, id, now);
    if (revoked === undefined) throw notFound();
    if (revoked === 'now') await audit(tx, noCompany, operator, { action: 'operatortoken.revoked', subjectType: 'operatorToken', subjectId: id }, now);
  });
}

/** Where an invitation's key is opened. */
export const welcomeLink = (base: string, key: string) => `${base}/console/welcome#${key}`;

/** A fresh link that makes the first administrator, while nobody can sign in yet. */
export async function firstAdministratorLink(pool: Pool, base: string): Promise<string | undefined> {
  return (await anyOperator(pool)) ? undefined : `${base}/console/first#${await invite(pool, undefined)}`;
}
