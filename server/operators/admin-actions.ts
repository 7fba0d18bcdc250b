import * as rules from './admin-rules.ts';
import * as store from './admin-store.ts';
import { deleteOrigins } from './sign-in/sign-in-store.ts';
import { normalised, isEmail } from './sign-in/sign-in-rules.ts';
import { endAccess } from './sign-in/sessions.ts';
import { insertInvitation } from './invitations-store.ts';
import { identitiesOf, setRolesFrom } from './directories/store.ts';
import { anyOperator, insertOperator, setCompanies } from './store.ts';
import { audit, commandLine, type Actor } from '../audit/record.ts';
import { problemAt } from '../../common/errors/catalogue.ts';
import { ApiError, conflict, invalidBody, notFound } from '../errors/errors.ts';
import { retryOnConflict } from '../ground/db/failures.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { hasOtherAdministrator } from '../decisions/proposals-store.ts';
import { decideProposal, propose, type SettingsGroup } from '../decisions/proposals.ts';
import { hashToken, newKey } from '../ground/secrets/tokens.ts';
import { newId } from '../ground/db/ids.ts';
import { isInReach, reachOf, type Operator, type Reach } from '../../common/permissions.ts';

/** The command line has no network, and reaches everything. */
export type Administrator = Actor & { network?: string; reach: Reach };

export const byCommandLine: Administrator = { ...commandLine, reach: 'everything' };

const from = ({ network }: Administrator) => (network === undefined ? {} : { network });

const of = (action: string, subjectId: string, data: object = {}) => ({ action, subjectId, data });

/** A company out of reach is as unknown as one that does not exist. */
async function checkAdmissions(tx: Db, companies: rules.NewOperator['companies'] = [], reach: Reach = 'everything') {
  const { admissions, problems } = rules.admissionsOf(companies);
  const ids = admissions.map(({ id }) => id);
  const missing = await store.unknownCompanies(tx, ids);
  const unknown = ids.filter((id) => missing.includes(id) || !isInReach(reach, id));
  const all = [
    ...problems,
    ...(unknown.length === 0 ? [] : [problemAt('companies', 'company.unknown', { ids: unknown })]),
  ];
  if (all.length > 0) throw invalidBody(all);
  return admissions as (rules.Admission & { id: CompanyId })[];
}

/**
 * Whether whoever asks for a link sees it, instead of the operator getting it by mail. It is audited, and the operator
 * is not one of two who decide until a day after the link was used.
 */
export interface LinkWay {
  shown: boolean;
}

const shownIn = ({ shown }: LinkWay) => (shown ? { linkShown: true } : {});

/** Only administrators of the installation do this. */
const outOfReach = (why: 'operator' | 'gain' = 'operator') => new ApiError('operator.reach', { why });

const neededCompanies = () => invalidBody([problemAt('companies', 'companies.none')]);

/** The operator, on whom somebody with this reach may act; 404 for one whom they do not see. */
export async function requireWhollyIn(tx: Db, reach: Reach, id: string): Promise<rules.OperatorRecord> {
  const operator = await store.readOperator(tx, id);
  if (operator === undefined || !rules.isSeen(reach, operator)) throw notFound();
  if (!rules.isWhollyIn(reach, operator)) throw outOfReach();
  return operator;
}

/** The operator sets a password through the link with the key `invitation`. */
export function createOperator(pool: Pool, actor: Administrator, form: rules.NewOperator, way: LinkWay) {
  const [id, email, name, administrator] = [
    newId(),
    normalised(form.email),
    form.name.trim(),
    form.administrator ?? false,
  ];
  const { reach } = actor;
  if (!isEmail(email)) throw invalidBody([problemAt('email', 'email.type')]);
  if (administrator && reach !== 'everything') throw outOfReach('gain');
  return transaction(pool, async (tx) => {
    const now = new Date();
    const companies = await checkAdmissions(tx, form.companies, reach);
    if (companies.length === 0 && reach !== 'everything') throw neededCompanies();
    if (!(await insertOperator(tx, { id, email, name, administrator }, now)))
      throw conflict('operator.exists', { why: 'email', email });
    await setCompanies(tx, id, companies);
    const invitation = await invite(tx, id, { ...way, invitedBy: actor.id });
    await audit(
      tx,
      noCompany,
      actor,
      of('operator.created', id, { email, name, administrator, companies, ...shownIn(way), ...from(actor) }),
      now,
    );
    await auditRoles(tx, actor, { id, name, companies }, [], now);
    return { id, invitation };
  });
}

/**
 * Refuses to remove the last administrator of the installation who can sign in. A company may be left without one of its
 * own.
 */
export function changeOperator(
  pool: Pool,
  actor: Administrator,
  id: string,
  patch: rules.OperatorPatch,
): Promise<rules.SeenOperator> {
  const { reach } = actor;
  return retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      const acting = await store.lockAdministrators(tx, id);
      const before = await store.readOperator(tx, id);
      if (before === undefined || !rules.isSeen(reach, before)) throw notFound();
      if (await store.isErased(tx, id)) throw conflict('operator.erased', {});
      const whole = rules.withinReach(reach, before, patch);
      if (whole === undefined) throw outOfReach();
      if (reach !== 'everything') {
        await checkAdmissions(tx, patch.companies, reach);
        if (whole.companies?.length === 0) throw neededCompanies();
      }
      await checkSource(tx, reach, before, whole);
      const { after, changes } = rules.patched(before, await proposeGains(tx, actor, before, whole, now), now);
      if (changes.length === 0) return rules.seenFrom(reach, before);
      const acts = after.administrator && after.disabledAt === null;
      if (acting.has(id) && acting.size === 1 && !acts) throw conflict('administrator.last', {});
      await writeOperator(tx, after, changes, now);
      const changedTo = (await store.readOperator(tx, id)) as rules.OperatorRecord;
      await audit(tx, noCompany, actor, of('operator.updated', id, { changes, ...from(actor) }), now);
      await auditRoles(tx, actor, after, before.companies, now);
      return rules.seenFrom(reach, changedTo);
    }),
  );
}

/**
 * The log of each company has who got, changed or lost a role in it. Other changes of operators can be about several
 * companies, and are in the log outside of companies only.
 */
export async function auditRoles(
  tx: Db,
  actor: Actor,
  { id, name, companies }: Pick<rules.PatchedOperator, 'id' | 'name' | 'companies'>,
  before: readonly rules.Admission[],
  now: Date,
) {
  for (const { company, from: was, to } of rules.roleChanges(before, companies)) {
    const changes = [{ field: 'companies', from: was, to }];
    await audit(tx, company, actor, of('operator.rolechanged', id, { name, changes }), now);
  }
}

/** Roles come all from a directory or all from Doorway. */
async function checkSource(tx: Db, reach: Reach, before: rules.OperatorRecord, patch: rules.OperatorPatch) {
  if (patch.rolesFrom !== undefined && reach !== 'everything') throw outOfReach();
  const { rolesFrom = before.rolesFrom?.id ?? null } = patch;
  if (rolesFrom === null) return;
  const { changes } = rules.patched(
    before,
    { administrator: patch.administrator, companies: patch.companies },
    new Date(),
  );
  if (changes.length > 0) throw conflict('roles.directory', { directory: before.rolesFrom?.name ?? '' });
  const linked = await identitiesOf(tx, before.id);
  if (!linked.some(({ directoryId }) => directoryId === rolesFrom.toLowerCase()))
    throw invalidBody([problemAt('rolesFrom', 'directory.unlinked')]);
}

export async function writeOperator(
  tx: Db,
  after: rules.PatchedOperator,
  changes: readonly { field: string }[],
  now: Date,
) {
  const { id } = after;
  const changed = (field: string) => changes.some((change) => change.field === field);
  await store.updateOperator(tx, after);
  if (changed('rolesFrom')) await setRolesFrom(tx, id, after.rolesFrom);
  if (changed('companies')) await setCompanies(tx, id, await checkAdmissions(tx, after.companies));
  if (changed('disabled') && after.disabledAt !== null) {
    await endAccess(tx, id, undefined, now);
    await deleteOrigins(tx, id);
    await store.voidInvitations(tx, id, now);
  }
}

/**
 * More rights wait for a second administrator who reaches the company, if there is one. Returns the rest of the change.
 * Nobody gives themselves more rights, except administrators of the installation, who have all of them.
 */
async function proposeGains(
  tx: Db,
  actor: Administrator,
  before: rules.OperatorRecord,
  patch: rules.OperatorPatch,
  now: Date,
): Promise<rules.OperatorPatch> {
  const { id, name, reach } = actor;
  const { after } = rules.patched(before, patch, now);
  const all = rules.gainsOf(before.id, before, after);
  if (all.length === 0 || id === null) return patch;
  if (reach !== 'everything' && id === before.id) throw outOfReach('gain');
  await checkAdmissions(tx, after.companies);
  const gains: rules.Gain[] = [];
  for (const gain of all) {
    const { companyId = noCompany } = rules.subjectOfGain(gain.rule);
    if (await hasOtherAdministrator(tx, companyId as CompanyId, id)) gains.push(gain);
  }
  if (gains.length === 0) return patch;
  await propose({ tx, company: noCompany, operator: { id, name }, now }, gainsGroup(tx, now, reach), gains);
  const { administrator, companies } = rules.withoutGains(before, after, gains);
  return { ...patch, administrator, companies };
}

/** `written` gets the operators before and after the change. */
const gainsGroup = (
  tx: Db,
  now: Date,
  reach: Reach,
  written: { before: rules.OperatorRecord; after: rules.PatchedOperator }[] = [],
): SettingsGroup<rules.Gain> => ({
  actions: { changed: 'operator.updated', proposed: 'operator.proposed', declined: 'operator.declined' },
  subject: ({ rule }) => rules.subjectOfGain(rule).operatorId,
  has: (rule) => rules.isGainIn(reach, rule),
  weakens: () => true,
  changeOf: ({ rule, to }) => ({ rule, from: 'null', to }),
  audited: ({ rule, from: before, to }) => {
    if (rules.subjectOfGain(rule).companyId === undefined) return { field: 'administrator', from: false, to: true };
    const admissions = [before, to].map((one) =>
      [JSON.parse(one) as rules.Admission | null].filter((each) => each !== null),
    );
    return { field: 'companies', from: admissions[0], to: admissions[1] };
  },
  async write([gain]) {
    const { operatorId } = rules.subjectOfGain((gain as rules.Gain).rule);
    await store.lockAdministrators(tx, operatorId);
    const before = await store.readOperator(tx, operatorId);
    if (before === undefined) throw notFound();
    if (before.rolesFrom !== null) throw conflict('roles.directory', { directory: before.rolesFrom.name });
    const { after, changes } = rules.patched(before, rules.patchOf(before, gain as rules.Gain), now);
    await writeOperator(tx, after, changes, now);
    written.push({ before, after });
  },
});

/** Another administrator than the one who asked for it gives an operator more rights, or anybody declines. */
export const decideGain = (
  pool: Pool,
  operator: Operator,
  proposalId: string,
  decision: 'confirm' | 'decline',
): Promise<void> =>
  retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      const written: Parameters<typeof gainsGroup>[3] = [];
      const group = gainsGroup(tx, now, reachOf(operator), written);
      await decideProposal({ tx, company: noCompany, operator, now }, group, proposalId, decision);
      for (const { before, after } of written) await auditRoles(tx, operator, after, before.companies, now);
    }),
  );

/** For an operator who lost the first link or the password. Earlier links become void. */
export function inviteAgain(pool: Pool, actor: Administrator, id: string, way: LinkWay) {
  return retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      await store.lockAdministrators(tx, id);
      const operator = await requireWhollyIn(tx, actor.reach, id);
      if (operator.disabledAt !== null) throw conflict('operator.disabled', {});
      await store.voidInvitations(tx, id, now);
      const invitation = await invite(tx, id, { ...way, invitedBy: actor.id });
      await audit(tx, noCompany, actor, of('operator.invited', id, { ...shownIn(way), ...from(actor) }), now);
      return { invitation };
    }),
  );
}

export const welcomeLink = (base: string, key: string) => `${base}/console/welcome#${key}`;

/** Undefined once an operator can sign in. */
export async function firstAdministratorLink(pool: Pool, base: string): Promise<string | undefined> {
  return (await anyOperator(pool)) ? undefined : `${base}/console/first#${await invite(pool, undefined)}`;
}

const invitationSeconds = 7 * 24 * 3600;

/** Creates the key of a one-time link. Without an operator, the link creates the first administrator. */
export async function invite(
  db: Db,
  operatorId: string | undefined,
  { shown, invitedBy = null }: LinkWay & { invitedBy?: string | null } = { shown: false },
  validSeconds = invitationSeconds,
): Promise<string> {
  const key = newKey();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + validSeconds * 1000);
  await insertInvitation(db, { hash: hashToken(key), operatorId, createdAt: now, expiresAt, shown, invitedBy });
  return key;
}
