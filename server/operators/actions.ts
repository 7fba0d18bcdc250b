import { v7 as uuidv7 } from 'uuid';
import { audit } from '../audit/record.ts';
import { noCompany, transaction, type Db, type Pool } from '../db/pool.ts';
import { ApiError, badRequest, unauthorized } from '../errors.ts';
import { hashToken } from '../http/auth.ts';
import type { Operator } from '../http/operator-auth.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { isEmail, passwordProblem } from './rules.ts';
import { beginSession, newKey } from './sessions.ts';
import * as store from './store.ts';
import { withLimitedTries } from './tries.ts';

const invitationSeconds = 7 * 24 * 3600;

export const normalised = (email: string) => email.trim().toLowerCase();

/** Where a request came from, and the session that its browser had. */
export interface Caller {
  address: string;
  session?: string | undefined;
}

/** A new session for the right password. An unknown address takes the same time, the same tries and the same words. */
export async function signIn(pool: Pool, typed: string, password: string, { address, session }: Caller): Promise<string> {
  const email = normalised(typed);
  const known = await store.findCredentials(pool, email);
  const right = await withLimitedTries(pool, { email, address }, () => verifyPassword(password, known?.passwordHash ?? undefined));
  if (!right || known === undefined) throw unauthorized('The e-mail address or the password is wrong.');
  return beginSession(pool, known.id, session, new Date());
}

/** Ends every other session: whoever changes a password often does so because somebody else knows it. */
export async function changePassword(pool: Pool, operator: Operator, current: string, next: string, { address, session }: Caller): Promise<void> {
  const known = await store.findCredentials(pool, operator.email);
  const right = await withLimitedTries(pool, { email: operator.email, address }, () => verifyPassword(current, known?.passwordHash ?? undefined));
  if (!right) throw new ApiError(403, 'The current password is wrong.');
  const problem = passwordProblem(next, operator.email);
  if (problem !== undefined) throw badRequest(`${problem}.`);
  const hash = await hashPassword(next);
  await transaction(pool, async (tx) => {
    await store.setPassword(tx, operator.id, hash);
    await store.deleteSessions(tx, operator.id, session === undefined ? undefined : hashToken(session));
    await audit(tx, noCompany, operator, { action: 'operator.passwordchanged', subjectType: 'operator', subjectId: operator.id }, new Date());
  });
}

/** A one-time key for a link. Without an operator it makes the first administrator. */
export async function invite(db: Db, operatorId: string | undefined): Promise<string> {
  const key = newKey();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + invitationSeconds * 1000);
  await store.insertInvitation(db, { hash: hashToken(key), operatorId, createdAt: now, expiresAt });
  return key;
}

export interface Acceptance {
  key: string;
  password: string;
  /** For the first administrator, who names himself. */
  email?: string | undefined;
  name?: string | undefined;
}

/** Sets a password, uses the invitation up, ends what sessions there were, and signs in. */
export async function acceptInvitation(pool: Pool, { key, password, email: typed = '', name = '' }: Acceptance, before?: string): Promise<string> {
  const now = new Date();
  const invitation = await store.findInvitation(pool, hashToken(key), now);
  if (invitation === undefined) throw spent();
  const email = invitation.email ?? normalised(typed);
  const isFirst = invitation.operatorId === null;
  const problems = isFirst ? [...(isEmail(email) ? [] : ['email must be an e-mail address']), ...(name.trim() === '' ? ['name is required'] : [])] : [];
  const problem = passwordProblem(password, email);
  if (problem !== undefined) problems.push(problem);
  if (problems.length > 0) throw badRequest(`${problems.join('; ')}.`);
  const passwordHash = await hashPassword(password);
  return transaction(pool, async (tx) => {
    if (isFirst) await store.lockFirstInvitations(tx);
    if (!(await store.useInvitation(tx, hashToken(key), now))) throw spent();
    const id = invitation.operatorId ?? uuidv7();
    const first = { id, email, name: name.trim() };
    if (isFirst) await becomeFirst(tx, first, now);
    await store.setPassword(tx, id, passwordHash);
    await store.deleteSessions(tx, id, undefined);
    const session = await beginSession(tx, id, before, now);
    if (isFirst) await auditFirst(tx, first, now);
    return session;
  });
}

const spent = () => badRequest('This link was used before or has expired. Ask an administrator for a new one.');

interface First {
  id: string;
  email: string;
  name: string;
}

async function becomeFirst(tx: Db, { id, email, name }: First, now: Date): Promise<void> {
  if (await store.anyOperator(tx)) throw badRequest('There is an administrator already. Ask them for a link of your own.');
  if (!(await store.insertOperator(tx, { id, email, name, administrator: true }, now))) throw badRequest('This e-mail address is taken.');
}

const auditFirst = (tx: Db, { id, email, name }: First, now: Date) =>
  audit(tx, noCompany, { id, name }, { action: 'operator.created', subjectType: 'operator', subjectId: id, data: { email, name, administrator: true } }, now);
