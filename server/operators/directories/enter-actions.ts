import { about, insertLink, type DirectoryDeps, type Proof } from './proof.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';
import { patched, type OperatorRecord, type PatchedOperator } from '../admin-rules.ts';
import { auditRoles, writeOperator } from '../admin-actions.ts';
import { lockAdministrators, readOperator } from '../admin-store.ts';
import { hasFactor } from '../factors/store.ts';
import * as invitations from '../invitations-store.ts';
import type { FailedSignIn } from '../sign-in/failures.ts';
import { beginSession, directorySessionSeconds, endAccess } from '../sign-in/sessions.ts';
import { proverOf, requireSession, type SignInCookies } from '../sign-in/sign-in-actions.ts';
import { isEmail, normalised } from '../sign-in/sign-in-rules.ts';
import { rememberOrigin, type Caller } from '../sign-in/tries.ts';
import { insertOperator, lockOperator, setCompanies } from '../store.ts';
import { audit, theDirectory, type AuditEntry } from '../../audit/record.ts';
import { ApiError } from '../../errors/errors.ts';
import { retryOnConflict } from '../../ground/db/failures.ts';
import { newId } from '../../ground/db/ids.ts';
import { noCompany, transaction, type Db } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { hashToken } from '../../ground/secrets/tokens.ts';

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '');

/** Why a person whom the directory has signed in is not let in. */
type Because = Exclude<FailedSignIn['because'], 'wrong' | 'tooMany'>;

interface Refused {
  because: Because;
  operatorId: string | undefined;
}

const refused = (because: Because, operatorId?: string): Refused => ({ because, operatorId });

/** A refusal may have taken roles away, so it ends the transaction without an error. */
export async function enter(
  deps: DirectoryDeps,
  proof: Proof,
  invitation: string | null,
  caller: Caller,
): Promise<SignInCookies> {
  return admitted(deps, proof, caller, async (tx, now) => {
    if (invitation !== null) return acceptBy(tx, proof, Buffer.from(invitation, 'hex'), caller, now);
    const known = await store.findIdentity(tx, proof.identity);
    if (known === undefined) return enterFirst(tx, proof, caller, now);
    return followRoles(tx, proof, known, now, async (operator) => {
      await store.noteJoined(tx, known, now);
      const { cookies, entry } = await beginWithout(tx, proof, operator, caller, now);
      return { outcome: cookies, entry };
    });
  });
}

/** A proof in a session. What the directory says of roles holds at once, as at a sign-in. */
export async function renewProof(deps: DirectoryDeps, proof: Proof, operatorId: string, caller: Caller): Promise<void> {
  await admitted(deps, proof, caller, async (tx, now) => {
    const { provedAt } = proof;
    const isSame = (await store.findIdentity(tx, proof.identity)) === operatorId;
    if (!isSame || provedAt === null) throw new ApiError('directory.account', { why: 'other' });
    return followRoles(tx, proof, operatorId, now, async () => {
      await requireSession(tx, operatorId, caller.session);
      await store.noteProof(tx, hashToken(caller.session as string), provedAt);
      const data = { network: networkOf(caller.address), directory: proof.directory.name };
      return { outcome: {}, entry: about('operator.proved', operatorId, data) };
    });
  });
}

async function admitted<Outcome extends object>(
  deps: DirectoryDeps,
  proof: Proof,
  caller: Caller,
  work: (tx: Db, now: Date) => Promise<Outcome | Refused>,
): Promise<Outcome> {
  const entered = await retryOnConflict(() => transaction(deps.pool, (tx) => work(tx, new Date())));
  if (!('because' in entered)) return entered;
  const { directory, claims, identity } = proof;
  const email = normalised(textOf(claims['email']));
  await deps.failures.note({
    email: email || identity.subject,
    operatorId: entered.operatorId,
    network: networkOf(caller.address),
    because: entered.because,
    directory: directory.name,
  });
  throw refusalOf(entered.because, proof, email);
}

function refusalOf(because: Because, { directory, claims }: Proof, email: string): ApiError {
  if (because === 'notLinked') return new ApiError('directory.notlinked', { email });
  if (because !== 'noRoles') return new ApiError('directory.account', { why: because });
  const shown = rules.claimsAskedFor(directory.roles, claims);
  return new ApiError('directory.noroles', {
    directory: directory.name,
    claims: shown.flatMap(({ name, values }) => values.map((value) => `${name}=${value}`)),
    missing: shown.flatMap(({ name, values }) => (values.length === 0 ? [name] : [])),
  });
}

/** A person who is not linked: an existing operator with the same e-mail address is never taken over. */
async function enterFirst(tx: Db, proof: Proof, caller: Caller, now: Date): Promise<SignInCookies | Refused> {
  const { directory, claims, identity } = proof;
  const email = normalised(textOf(claims['email']));
  if (!isEmail(email) || email.length > 255 || claims['email_verified'] === false) return refused('email');
  const taken = (await store.findPerson(tx, identity)) ?? (await store.findOperatorByEmail(tx, email));
  if (taken !== undefined) return refused('notLinked', taken);
  const rights = rules.rightsOf(directory.roles, claims);
  if (rights === undefined) return refused('noRoles');
  const [id, name] = [newId(), (textOf(claims['name']) || email).slice(0, 255)];
  const { administrator, companies } = rights;
  if (!(await insertOperator(tx, { id, email, name, administrator }, now))) return refused('notLinked');
  await store.setRolesFrom(tx, id, directory.id);
  await store.noteJoined(tx, id, now);
  await setCompanies(tx, id, companies);
  await store.insertIdentity(tx, identity, id, now);
  const from = { directory: directory.name };
  await audit(
    tx,
    noCompany,
    theDirectory,
    about('operator.created', id, { email, name, administrator, companies, ...from }),
    now,
  );
  const cookies = await begin(tx, proof, { id, name }, caller, now, [
    about('operator.linked', id, { ...from, subject: identity.subject }),
  ]);
  await auditRoles(tx, theDirectory, { id, name, companies }, [], now);
  return cookies;
}

/** Gives an operator the roles that the directory gives now, if they come from there, and then does the rest. */
async function followRoles<Outcome>(
  tx: Db,
  proof: Proof,
  id: string,
  now: Date,
  enter: (operator: OperatorRecord) => Promise<{ outcome: Outcome; entry: AuditEntry }>,
): Promise<Outcome | Refused> {
  const { directory, identity } = proof;
  const acting = await lockAdministrators(tx, id);
  const operator = await readOperator(tx, id);
  // The link was removed while the transaction waited for the lock.
  if (operator === undefined || (await store.findIdentity(tx, identity)) !== id) return refused('notLinked', id);
  if (operator.disabledAt !== null) return refused('disabled', id);
  const entries: [by: 'operator' | 'directory', AuditEntry][] = [];
  let rights: Pick<OperatorRecord, 'administrator'> & { companies: readonly { id: string }[] } = operator;
  let changed: PatchedOperator | undefined;
  // The audit log comes last: first that outside of companies, then that of each company.
  const finish = async <Result>(outcome: Result) => {
    await record(tx, operator, entries, now);
    if (changed !== undefined) await auditRoles(tx, theDirectory, changed, operator.companies, now);
    return outcome;
  };
  if ((await store.readAccess(tx, id))?.rolesFrom === directory.id) {
    const given = rules.rightsOf(directory.roles, proof.claims);
    const isLast = acting.has(id) && acting.size === 1;
    const kept = isLast && given?.administrator !== true;
    const { after, changes } = patched(operator, patchTo(given, kept), now);
    if (changes.length > 0) await writeOperator(tx, after, changes, now);
    rights = after;
    const data = { directory: directory.name };
    if (kept) entries.push(['directory', about('operator.administratorkept', id, data)]);
    if (changes.length > 0) entries.push(['directory', about('operator.updated', id, { changes, ...data })]);
    if (changes.length > 0) changed = after;
    if (given === undefined && !kept) {
      await endAccess(tx, id, undefined, now);
      return finish(refused('noRoles', id));
    }
  }
  if (!rules.isWithin(directory.companies, rights)) return finish(refused('companies', id));
  const { outcome, entry } = await enter(operator);
  entries.push(['operator', entry]);
  return finish(outcome);
}

const record = async (
  tx: Db,
  operator: { id: string; name: string },
  entries: readonly (readonly ['operator' | 'directory', AuditEntry])[],
  now: Date,
) => {
  for (const [by, entry] of entries)
    await audit(tx, noCompany, by === 'operator' ? operator : theDirectory, entry, now);
};

/** Without a match all roles go. The last administrator of the installation stays one. */
const patchTo = (given: rules.DirectoryRights | undefined, keepsAdministrator: boolean) => ({
  administrator: keepsAdministrator || given?.administrator === true,
  companies: given?.companies ?? [],
});

/** The person who opened a one-time link signs in by the directory instead of choosing a password. */
async function acceptBy(
  tx: Db,
  proof: Proof,
  invitationHash: Buffer,
  caller: Caller,
  now: Date,
): Promise<SignInCookies | Refused> {
  const { directory, identity } = proof;
  const invitation = await invitations.findInvitation(tx, invitationHash, now);
  const id = invitation?.operatorId;
  if (invitation === undefined || id === undefined || id === null) throw new ApiError('link.spent');
  // Disabling an operator locks them in this order.
  if (!(await lockOperator(tx, id))) throw new ApiError('link.spent');
  const operator = (await readOperator(tx, id)) as OperatorRecord;
  if (!rules.isWithin(directory.companies, operator)) return refused('companies', id);
  // The link proves less than the second factor.
  if (await hasFactor(tx, id)) return refused('factor', id);
  if (!(await invitations.useInvitation(tx, invitationHash, now))) throw new ApiError('link.spent');
  await insertLink(tx, proof, id, now);
  await store.noteJoined(tx, id, now);
  const provedBy = await proverOf(tx, id, invitation, caller);
  await invitations.noteLinkUse(tx, id, { shown: invitation.shown, provedBy });
  const tokensRevoked = await endAccess(tx, id, undefined, now);
  const data = { network: networkOf(caller.address), tokensRevoked, ...(invitation.shown && { linkShown: true }) };
  return begin(tx, proof, operator, caller, now, [
    { action: 'invitation.used', subjectType: 'operator', subjectId: id, data },
    about('operator.linked', id, { directory: directory.name, subject: identity.subject }),
  ]);
}

/** The audit log comes last: `entries`, then the sign-in. */
async function begin(
  tx: Db,
  proof: Proof,
  operator: { id: string; name: string },
  caller: Caller,
  now: Date,
  entries: readonly AuditEntry[],
): Promise<SignInCookies> {
  const { cookies, entry } = await beginWithout(tx, proof, operator, caller, now);
  await record(
    tx,
    operator,
    [...entries, entry].map((one) => ['operator', one] as const),
    now,
  );
  return cookies;
}

async function beginWithout(
  tx: Db,
  { directory, identity, session: sid, provedAt }: Proof,
  { id }: { id: string },
  caller: Caller,
  now: Date,
): Promise<{ cookies: SignInCookies; entry: AuditEntry }> {
  const device = await rememberOrigin(tx, id, caller, now);
  const start = {
    way: 'directory',
    provedAt,
    directory: { id: directory.id, subject: identity.subject, session: sid },
  } as const;
  const session = await beginSession(tx, id, caller.session, now, start);
  const entry = about('operator.signedin', id, { network: networkOf(caller.address), directory: directory.name });
  return { cookies: { session, device, seconds: directorySessionSeconds }, entry };
}
