import { judgePasskey, judgeProof, beginChallenge, type Challenge, type ChallengeState } from './prove.ts';
import { stepEnd, type GivenProof, type Proof } from './prove.ts';
import { handleOf, newChallenge, requestOptions, type Assertion } from './passkeys.ts';
import { findPasskey } from './store.ts';
import { audit } from '../../audit/record.ts';
import { ApiError, unauthorized } from '../../errors/errors.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { noCompany, transaction, type Db } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';
import { beginFor, secondFactor, type SignInCookies, type SignInDeps } from '../sign-in/sign-in-actions.ts';
import { beginStep, readStep, takeStep } from '../sign-in/steps.ts';
import { originOf, withLimitedTries, type Caller } from '../sign-in/tries.ts';
import { holdEnabled, proveSession, type OperatorIdentity } from '../store.ts';
import type { Operator } from '../../../common/permissions.ts';

const ended = () => unauthorized('step.ended');

/**
 * Judges a proof and, if it is right, runs `then` in the transaction that spends it. The step stays if the proof is
 * wrong, so tries are limited as those of passwords; they are counted on their own, because a right password deletes its
 * own tries.
 */
async function withProof<T>(
  deps: SignInDeps,
  kind: string,
  given: GivenProof,
  operatorId: string | undefined,
  caller: Caller,
  then: (tx: Db, operator: OperatorIdentity, proof: Proof, now: Date) => Promise<T>,
): Promise<T> {
  const { pool, failures } = deps;
  const step = await readStep<ChallengeState>(pool, kind, given.step, new Date());
  const id = step?.operatorId;
  if (step === undefined || typeof id !== 'string' || (operatorId !== undefined && id !== operatorId)) throw ended();
  const origin = await originOf(pool, id, caller);
  let result: { value: T } | undefined;
  let email = '';
  const failed = (because: 'wrong' | 'tooMany') =>
    failures.note({ email, operatorId: id, network: origin.network, because, factor: true });
  const right = await withLimitedTries(deps, { email: `second factor of ${id}`, origin }, async () => {
    const proof = await judgeProof(pool, deps, id, step.data, given, new Date());
    result = await retryOnConflict(() =>
      transaction(pool, async (tx) => {
        const now = new Date();
        // The operator is locked before the step, as by whatever ends the operator's access.
        const operator = await holdEnabled(tx, id);
        if (operator === undefined) throw ended();
        email = operator.email;
        if (proof === undefined || !(await proof.spend(tx, now))) return undefined;
        if ((await takeStep(tx, kind, given.step, now)) === undefined) throw ended();
        return { value: await then(tx, operator, proof, now) };
      }),
    );
    return result !== undefined;
  }).catch(async (error: unknown) => {
    if (error instanceof ApiError && error.status === 429) await failed('tooMany');
    throw error;
  });
  if (right && result !== undefined) return result.value;
  await failed('wrong');
  throw unauthorized('factor.wrong');
}

/** The second part of a sign-in with a password. */
export const finishSignIn = (deps: SignInDeps, given: GivenProof, caller: Caller): Promise<SignInCookies> =>
  withProof(deps, secondFactor, given, undefined, caller, (tx, operator, { kind: factor }, now) =>
    beginFor(tx, operator, caller, now, { start: { way: 'password', provedAt: now }, factor }),
  );

/** The kind of the step of a session that is asked again who it is. */
const again = 'proof';

export const beginProof = (deps: SignInDeps, { id }: Operator): Promise<Challenge> =>
  beginChallenge(deps.pool, deps.site, again, id, new Date());

export const prove = (deps: SignInDeps, operator: Operator, given: GivenProof, caller: Caller): Promise<void> =>
  withProof(deps, again, given, operator.id, caller, async (tx, { id, name }, { kind: factor }, now) => {
    if (caller.session === undefined || !(await proveSession(tx, id, hashToken(caller.session), now)))
      throw unauthorized('session.ended');
    const data = { factor, network: networkOf(caller.address) };
    const entry = { action: 'operator.proved', subjectType: 'operator', subjectId: id, data };
    await audit(tx, noCompany, { id, name }, entry, now);
  });

/** The kind of the step of a sign-in without a password: nobody knows yet who it is. */
const byPasskey = 'passkey';

export async function beginPasskeySignIn({ pool, site }: SignInDeps) {
  const now = new Date();
  const data: ChallengeState = { challenge: newChallenge() };
  const step = await beginStep(pool, { kind: byPasskey, operatorId: null, data }, stepEnd(now));
  return { step, factors: ['passkey' as const], passkey: requestOptions(site, data.challenge) };
}

/** A passkey with user verification is two factors in one: the device, and the finger or the code that unlocks it. */
export async function signInByPasskey(
  { pool, site, failures }: SignInDeps,
  { step: key, passkey: assertion }: { step: string; passkey: Assertion },
  caller: Caller,
): Promise<SignInCookies> {
  // Not read first: guessing is pointless here, and so each challenge gets one answer.
  const step = await takeStep<ChallengeState>(pool, byPasskey, key, new Date());
  if (step === undefined) throw ended();
  const passkey = await findPasskey(pool, assertion.id);
  const isOwner = passkey !== undefined && assertion.userHandle === handleOf(passkey.operatorId);
  const proof = isOwner ? await judgePasskey(site, step.data.challenge, passkey, assertion) : undefined;
  const cookies =
    proof &&
    (await retryOnConflict(() =>
      transaction(pool, async (tx) => {
        const now = new Date();
        const operator = await holdEnabled(tx, passkey?.operatorId ?? '');
        if (operator === undefined || !(await proof.spend(tx, now))) return undefined;
        return beginFor(tx, operator, caller, now, { start: { way: 'passkey', provedAt: now } });
      }),
    ));
  if (cookies !== undefined) return cookies;
  const network = networkOf(caller.address);
  await failures.note({ email: '', operatorId: passkey?.operatorId, network, because: 'wrong', factor: true });
  throw unauthorized('factor.wrong');
}
