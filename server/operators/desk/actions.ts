import { v7 as uuidv7 } from 'uuid';
import { requireSession } from './sessions.ts';
import { audit, type Audited } from '../../audit/record.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { ApiError, invalidBody, unauthorized } from '../../errors/errors.ts';
import { createFailedSignIns, type FailedSignIn, type FailedSignIns } from '../failed-sign-ins.ts';
import { repeated } from '../../ground/db/batch.ts';
import { noCompany, transaction, type Db, type Pool } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/network.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import type { Turns } from '../../ground/scheduling/turns.ts';
import { originOf, rememberOrigin, type Caller } from '../origins.ts';
import { createPasswordTurns, createPasswords, type Passwords } from '../passwords.ts';
import type { Operator } from '../permissions.ts';
import { isEmail, passwordProblem, normalised } from '../rules.ts';
import { beginSession, endAccess } from '../sessions.ts';
import * as store from '../store.ts';
import { withLimitedTries } from '../tries.ts';

/** What signing in needs, once for each process. */
export interface SignInDeps {
  pool: Pool;
  passwords: Passwords;
  turns: Turns;
  failures: FailedSignIns;
}

export const openSignIn = (pool: Pool, passwords = createPasswords()): SignInDeps => ({
  pool,
  passwords,
  turns: createPasswordTurns(),
  failures: createFailedSignIns(pool),
});

/** What a browser keeps of a sign-in: the session, and the key by which the device is known again. */
export interface Begun {
  session: string;
  device: string;
}

const ofOperator = (action: string, id: string, data: object) => ({
  action,
  subjectType: 'operator',
  subjectId: id,
  data,
});

/** A new session for the right password. An unknown address takes the same time, the same tries and the same words. */
export async function signIn(deps: SignInDeps, typed: string, password: string, caller: Caller): Promise<Begun> {
  const email = normalised(typed);
  const known = await store.findCredentials(deps.pool, email);
  const origin = await originOf(deps.pool, known?.id, caller);
  const failed = (because: FailedSignIn['because']) =>
    deps.failures.note({ email: typed, operatorId: known?.id, network: origin.network, because });
  const right = await withLimitedTries(deps, { email, origin }, () =>
    deps.passwords.verify(password, known?.passwordHash ?? undefined),
  ).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status === 429) await failed('tooMany');
    throw error;
  });
  const begun = right && known !== undefined ? await begin(deps.pool, known, caller) : undefined;
  if (begun !== undefined) return begun;
  await failed('wrong');
  throw unauthorized('password.wrong', { why: 'signIn' });
}

/** Undefined where the password that was right a moment ago is not any more, or the operator was disabled. */
function begin(pool: Pool, { id, name, passwordHash }: store.Credentials, caller: Caller): Promise<Begun | undefined> {
  return repeated(() =>
    transaction(pool, async (tx) =>
      (await store.holdPassword(tx, id, passwordHash as string))
        ? beginFor(tx, { id, name }, caller, new Date())
        : undefined,
    ),
  );
}

/** Begins a session, with what there is to be recorded before it. The audit log comes last, as in every transaction. */
async function beginFor(
  tx: Db,
  { id, name }: { id: string; name: string },
  caller: Caller,
  now: Date,
  entries: Audited[] = [],
): Promise<Begun> {
  const device = await rememberOrigin(tx, id, caller, now);
  const session = await beginSession(tx, id, caller.session, now);
  for (const entry of entries) await audit(tx, noCompany, { id, name }, entry, now);
  await audit(
    tx,
    noCompany,
    { id, name },
    ofOperator('operator.signedin', id, { network: networkOf(caller.address) }),
    now,
  );
  return { session, device };
}

/** Ends every other session and every operator token: a password is often changed because somebody else knows it. */
export async function changePassword(
  deps: SignInDeps,
  operator: Operator,
  current: string,
  next: string,
  caller: Caller,
): Promise<void> {
  const known = await store.findCredentials(deps.pool, operator.email);
  const origin = await originOf(deps.pool, known?.id, caller);
  const right = await withLimitedTries(deps, { email: operator.email, origin }, () =>
    deps.passwords.verify(current, known?.passwordHash ?? undefined),
  );
  if (!right) throw new ApiError('password.wrong', { why: 'current' });
  const problem = passwordProblem(next, operator.email);
  if (problem !== undefined) throw invalidBody([problem]);
  const hash = await deps.turns.run(origin.name, () => deps.passwords.hash(next));
  await transaction(deps.pool, async (tx) => {
    const now = new Date();
    await store.lockOperator(tx, operator.id);
    await requireSession(tx, operator.id, caller.session);
    await store.setPassword(tx, operator.id, hash);
    const tokensRevoked = await endAccess(tx, operator.id, caller.session, now);
    await audit(
      tx,
      noCompany,
      operator,
      ofOperator('operator.passwordchanged', operator.id, { network: origin.network, tokensRevoked }),
      now,
    );
  });
}

export interface Acceptance {
  key: string;
  password: string;
  /** For the first administrator, who names himself. */
  email?: string | undefined;
  name?: string | undefined;
}

/** Sets a password, uses the invitation up, ends what sessions and operator tokens there were, and signs in. */
export async function acceptInvitation(
  { pool, passwords, turns }: SignInDeps,
  { key, password, email: typed = '', name: named = '' }: Acceptance,
  caller: Caller,
): Promise<Begun> {
  const invitation = await store.findInvitation(pool, hashToken(key), new Date());
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
  return repeated(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      const id = invitation.operatorId ?? uuidv7();
      // The operator before the invitation, in the order in which disabling an operator locks them.
      if (isFirst) await store.lockFirstInvitations(tx);
      else if (!(await store.lockOperator(tx, id))) throw spent();
      if (!(await store.useInvitation(tx, hashToken(key), now))) throw spent();
      if (isFirst) await becomeFirst(tx, { id, email, name }, now);
      await store.setPassword(tx, id, passwordHash);
      const tokensRevoked = await endAccess(tx, id, undefined, now);
      const made = isFirst ? [ofOperator('operator.created', id, { email, name, administrator: true })] : [];
      return beginFor(tx, { id, name }, caller, now, [
        ...made,
        ofOperator('invitation.used', id, { network, tokensRevoked }),
      ]);
    }),
  );
}

const spent = () => new ApiError('link.spent');

async function becomeFirst(
  tx: Db,
  { id, email, name }: { id: string; email: string; name: string },
  now: Date,
): Promise<void> {
  if (await store.anyOperator(tx)) throw new ApiError('operator.exists', { why: 'first' });
  if (!(await store.insertOperator(tx, { id, email, name, administrator: true }, now)))
    throw new ApiError('operator.exists', { why: 'taken' });
}
