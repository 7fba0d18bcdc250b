import { audit, type AuditEntry } from '../../audit/record.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { ApiError, invalidBody, unauthorized } from '../../errors/errors.ts';
import { createFailedSignIns, type FailedSignIn, type FailedSignIns } from './failures.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { noCompany, transaction, type Db, type Pool } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import type { Turns } from '../../ground/scheduling/turns.ts';
import { createPasswordTurns, createPasswords, type Passwords } from '../../ground/secrets/passwords.ts';
import type { Operator } from '../../../common/permissions.ts';
import { beginChallenge, type Challenge, type ProofDeps, type ProofKind } from '../factors/prove.ts';
import { hasFactor } from '../factors/store.ts';
import { isEmail, passwordProblem, normalised } from './sign-in-rules.ts';
import { beginSession, endAccess } from './sessions.ts';
import * as invitations from '../invitations-store.ts';
import * as store from '../store.ts';
import { hasSignedInAt, originOf, rememberOrigin, withLimitedTries, type Caller } from './tries.ts';
import { newId } from '../../ground/db/ids.ts';

/** One per process. */
export interface SignInDeps extends ProofDeps {
  pool: Pool;
  passwords: Passwords;
  turns: Turns;
  failures: FailedSignIns;
}

export const openSignIn = (pool: Pool, proofs: ProofDeps, passwords = createPasswords()): SignInDeps => ({
  ...proofs,
  pool,
  passwords,
  turns: createPasswordTurns(),
  failures: createFailedSignIns(pool),
});

export interface SignInCookies {
  session: string;
  device: string;
  /** How long the session lasts at most, if not as long as usual. */
  seconds?: number;
}

/** The kind of the step of a sign-in whose password was right and whose second factor is missing. */
export const secondFactor = 'second factor';

/** An operator with a factor gets a challenge in place of a session. */
export type SignInAnswer = SignInCookies | Challenge;

const ofOperator = (action: string, subjectId: string, data: object) => ({
  action,
  subjectType: 'operator',
  subjectId,
  data,
});

/** An unknown address takes as long as a wrong password, counts as a try, and gets the same answer. */
export async function signIn(deps: SignInDeps, typed: string, password: string, caller: Caller): Promise<SignInAnswer> {
  const email = normalised(typed);
  const credentials = await store.findCredentials(deps.pool, email);
  const origin = await originOf(deps.pool, credentials?.id, caller);
  const failed = (because: FailedSignIn['because']) =>
    deps.failures.note({ email: typed, operatorId: credentials?.id, network: origin.network, because });
  const right = await withLimitedTries(deps, { email, origin }, () =>
    deps.passwords.verify(password, credentials?.passwordHash ?? undefined),
  ).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status === 429) await failed('tooMany');
    throw error;
  });
  const cookies = right && credentials !== undefined ? await begin(deps, credentials, caller) : undefined;
  if (cookies !== undefined) return cookies;
  await failed('wrong');
  throw unauthorized('password.wrong', { why: 'signIn' });
}

/** Undefined if the password was changed or the operator disabled since the password was verified. */
function begin(
  { pool, site }: SignInDeps,
  { id, name, passwordHash }: store.Credentials,
  caller: Caller,
): Promise<SignInAnswer | undefined> {
  return retryOnConflict(() =>
    transaction(pool, async (tx) => {
      if (!(await store.holdPassword(tx, id, passwordHash as string))) return undefined;
      const now = new Date();
      if (await hasFactor(tx, id)) return beginChallenge(tx, site, secondFactor, id, now);
      return beginFor(tx, { id, name }, caller, now);
    }),
  );
}

interface SignInRecord {
  start?: store.SessionStart;
  /** What was given in addition to a password. */
  factor?: ProofKind;
  /** Go to the audit log before the sign-in. */
  entries?: AuditEntry[];
}

/** Every transaction writes the audit log last. */
export async function beginFor(
  tx: Db,
  { id, name }: { id: string; name: string },
  caller: Caller,
  now: Date,
  { start = { way: 'password', provedAt: null }, factor, entries = [] }: SignInRecord = {},
): Promise<SignInCookies> {
  const device = await rememberOrigin(tx, id, caller, now);
  const session = await beginSession(tx, id, caller.session, now, start);
  const signedIn = ofOperator('operator.signedin', id, {
    network: networkOf(caller.address),
    ...(start.way !== 'password' && { way: start.way }),
    ...(factor !== undefined && { factor }),
  });
  for (const entry of [...entries, signedIn]) await audit(tx, noCompany, { id, name }, entry, now);
  return { session, device };
}

/** Ends every other session and every operator token, because somebody else may know the old password. */
export async function changePassword(
  deps: SignInDeps,
  operator: Operator,
  current: string,
  next: string,
  caller: Caller,
): Promise<void> {
  const credentials = await store.findCredentials(deps.pool, operator.email);
  const origin = await originOf(deps.pool, credentials?.id, caller);
  const right = await withLimitedTries(deps, { email: operator.email, origin }, () =>
    deps.passwords.verify(current, credentials?.passwordHash ?? undefined),
  );
  if (!right) throw new ApiError('password.wrong', { why: 'current' });
  const problem = passwordProblem(next, operator.email);
  if (problem !== undefined) throw invalidBody([problem]);
  const hash = await deps.turns.run(origin.name, () => deps.passwords.hash(next));
  await transaction(deps.pool, async (tx) => {
    const now = new Date();
    await store.lockOperator(tx, operator.id);
    await requireSession(tx, operator.id, caller.session);
    await store.setPassword(tx, operator.id, hash, now);
    const tokensRevoked = await endAccess(tx, operator.id, caller.session, now);
    const data = { network: origin.network, tokensRevoked };
    await audit(tx, noCompany, operator, ofOperator('operator.passwordchanged', operator.id, data), now);
  });
}

export interface Acceptance {
  key: string;
  password: string;
  /** For the first administrator only. */
  email?: string | undefined;
  name?: string | undefined;
}

/** A one-time link replaces the password only: a second factor is still asked for. */
export async function acceptInvitation(
  { pool, passwords, turns, site }: SignInDeps,
  { key, password, email: typed = '', name: named = '' }: Acceptance,
  caller: Caller,
): Promise<SignInAnswer> {
  const invitation = await invitations.findInvitation(pool, hashToken(key), new Date());
  if (invitation === undefined) throw spent();
  const [email, name] = [invitation.email ?? normalised(typed), invitation.name ?? named.trim()];
  const isFirst = invitation.operatorId === null;
  const problems = isFirst
    ? [
        ...(isEmail(email) ? [] : [problemAt('email', 'email.type')]),
        ...(name === '' ? [problemAt('name', 'field.required')] : []),
      ]
    : [];
  const problem = passwordProblem(password, email);
  if (problem !== undefined) problems.push(problem);
  if (problems.length > 0) throw invalidBody(problems);
  const network = networkOf(caller.address);
  const passwordHash = await turns.run(network, () => passwords.hash(password));
  return retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      const id = invitation.operatorId ?? newId();
      // Lock the operator before the invitation: disabling an operator locks them in this order.
      if (isFirst) await invitations.lockFirstInvitations(tx);
      else if (!(await store.lockOperator(tx, id))) throw spent();
      if (!(await invitations.useInvitation(tx, hashToken(key), now))) throw spent();
      if (isFirst) await becomeFirst(tx, { id, email, name }, now);
      await store.setPassword(tx, id, passwordHash, now);
      const provedBy = await proverOf(tx, id, invitation, caller);
      await invitations.noteLinkUse(tx, id, { shown: invitation.shown, provedBy });
      const tokensRevoked = await endAccess(tx, id, undefined, now);
      const made = isFirst ? [ofOperator('operator.created', id, { email, name, administrator: true })] : [];
      const used = ofOperator('invitation.used', id, {
        network,
        tokensRevoked,
        ...(invitation.shown && { linkShown: true }),
      });
      if (!(await hasFactor(tx, id))) return beginFor(tx, { id, name }, caller, now, { entries: [...made, used] });
      const challenge = await beginChallenge(tx, site, secondFactor, id, now);
      await audit(tx, noCompany, { id, name }, used, now);
      return challenge;
    }),
  );
}

/**
 * The operator who may have chosen the password instead of the one whom the link was for: the one to whom the link was
 * shown, or whose device it was opened on. Links that operators ask for themselves end no such doubt if they are shown.
 */
export async function proverOf(
  tx: Db,
  operatorId: string,
  { shown, invitedBy }: invitations.Invitation,
  caller: Caller,
): Promise<string | null> {
  const inviter = invitedBy === operatorId ? null : invitedBy;
  const earlier = (await invitations.readProver(tx, operatorId)) ?? null;
  if (shown) return inviter ?? earlier;
  for (const candidate of [inviter, earlier])
    if (candidate !== null && (await hasSignedInAt(tx, candidate, caller))) return candidate;
  return null;
}

const spent = () => new ApiError('link.spent');

async function becomeFirst(tx: Db, { id, email, name }: { id: string; email: string; name: string }, now: Date) {
  if (await store.anyOperator(tx)) throw new ApiError('operator.exists', { why: 'first' });
  if (!(await store.insertOperator(tx, { id, email, name, administrator: true }, now)))
    throw new ApiError('operator.exists', { why: 'taken' });
}

/** Refuses to give access if the session ended while the request waited for a lock. */
export async function requireSession(tx: Db, operatorId: string, session: string | undefined): Promise<void> {
  if (session === undefined || !(await store.hasSession(tx, operatorId, hashToken(session))))
    throw unauthorized('session.ended');
}

export function signOut(pool: Pool, operator: Operator, session: string, network: string): Promise<void> {
  return transaction(pool, async (tx) => {
    if (await store.deleteSession(tx, hashToken(session)))
      await audit(tx, noCompany, operator, ofOperator('operator.signedout', operator.id, { network }), new Date());
  });
}

export function signOutEverywhere(pool: Pool, operator: Operator, network: string): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    await store.lockOperator(tx, operator.id);
    const tokensRevoked = await endAccess(tx, operator.id, undefined, now);
    const entry = ofOperator('operator.signedouteverywhere', operator.id, { network, tokensRevoked });
    await audit(tx, noCompany, operator, entry, now);
  });
}
