import * as rules from './admin-rules.ts';
import * as store from './admin-store.ts';
import { deleteOrigins } from './sign-in/sign-in-store.ts';
import { normalised, isEmail } from './sign-in/sign-in-rules.ts';
import { endAccess } from './sign-in/sessions.ts';
import { insertInvitation } from './invitations-store.ts';
import { anyOperator, insertOperator, setCompanies } from './store.ts';
import { audit, type Actor } from '../audit/record.ts';
import { problemAt } from '../../common/errors/catalogue.ts';
import { conflict, invalidBody, notFound } from '../errors/errors.ts';
import { retryOnConflict } from '../ground/db/failures.ts';
import { noCompany, transaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';
import { hasOtherAdministrator } from '../decisions/proposals-store.ts';
import { decideProposal, propose, type SettingsGroup } from '../decisions/proposals.ts';
import { hashToken, newKey } from '../ground/secrets/tokens.ts';
import { newId } from '../ground/db/ids.ts';

/** The command line has no network. */
export type Administrator = Actor & { network?: string };

const from = ({ network }: Administrator) => (network === undefined ? {} : { network });

const of = (action: string, subjectId: string, data: object = {}) => ({ action, subjectId, data });

async function checkAdmissions(tx: Db, companies: rules.NewOperator['companies'] = []) {
  const { admissions, problems } = rules.admissionsOf(companies);
  const ids = admissions.map(({ id }) => id);
  const unknown = await store.unknownCompanies(tx, ids);
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

/** The operator sets a password through the link with the key `invitation`. */
export function createOperator(pool: Pool, actor: Administrator, form: rules.NewOperator, way: LinkWay) {
  const [id, email, name, administrator] = [
    newId(),
    normalised(form.email),
    form.name.trim(),
    form.administrator ?? false,
  ];
  if (!isEmail(email)) throw invalidBody([problemAt('email', 'email.type')]);
  return transaction(pool, async (tx) => {
    const now = new Date();
    const companies = await checkAdmissions(tx, form.companies);
    if (!(await insertOperator(tx, { id, email, name, administrator }, now)))
      throw conflict('operator.exists', { why: 'email', email });
    await setCompanies(tx, id, companies);
    const invitation = await invite(tx, id, way);
    await audit(
      tx,
      noCompany,
      actor,
      of('operator.created', id, { email, name, administrator, companies, ...shownIn(way), ...from(actor) }),
      now,
    );
    return { id, invitation };
  });
}

/** Refuses to remove the last administrator who can sign in. */
export function changeOperator(
  pool: Pool,
  actor: Administrator,
  id: string,
  patch: rules.OperatorPatch,
): Promise<rules.OperatorRecord> {
  return retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      const acting = await store.lockAdministrators(tx, id);
      const before = await store.readOperator(tx, id);
      if (before === undefined) throw notFound();
      const { after, changes } = rules.patched(before, await proposeGains(tx, actor, before, patch, now), now);
      if (changes.length === 0) return before;
      const acts = after.administrator && after.disabledAt === null;
      if (acting.has(id) && acting.size === 1 && !acts) throw conflict('administrator.last', {});
      await writeOperator(tx, after, changes, now);
      const changedTo = (await store.readOperator(tx, id)) as rules.OperatorRecord;
      await audit(tx, noCompany, actor, of('operator.updated', id, { changes, ...from(actor) }), now);
      return changedTo;
    }),
  );
}

async function writeOperator(tx: Db, after: rules.PatchedOperator, changes: readonly { field: string }[], now: Date) {
  const { id } = after;
  const changed = (field: string) => changes.some((change) => change.field === field);
  await store.updateOperator(tx, after);
  if (changed('companies')) await setCompanies(tx, id, await checkAdmissions(tx, after.companies));
  if (changed('disabled') && after.disabledAt !== null) {
    await endAccess(tx, id, undefined, now);
    await deleteOrigins(tx, id);
    await store.voidInvitations(tx, id, now);
  }
}

/** More rights wait for a second administrator, if there is one. Returns the rest of the change. */
async function proposeGains(
  tx: Db,
  actor: Administrator,
  before: rules.OperatorRecord,
  patch: rules.OperatorPatch,
  now: Date,
): Promise<rules.OperatorPatch> {
  const { after } = rules.patched(before, patch, now);
  const gains = rules.gainsOf(before.id, before, after);
  if (gains.length === 0 || actor.id === null || !(await hasOtherAdministrator(tx, actor.id))) return patch;
  await checkAdmissions(tx, after.companies);
  const operator = { id: actor.id, name: actor.name };
  await propose({ tx, company: noCompany, operator, now }, gainsGroup(tx, now), gains);
  const { administrator, companies } = rules.withoutGains(before, after, gains);
  return { ...patch, administrator, companies };
}

const gainsGroup = (tx: Db, now: Date): SettingsGroup<rules.Gain> => ({
  actions: { changed: 'operator.updated', proposed: 'operator.proposed', declined: 'operator.declined' },
  subject: ({ rule }) => rules.subjectOfGain(rule).operatorId,
  has: rules.isGain,
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
    const { after, changes } = rules.patched(before, rules.patchOf(before, gain as rules.Gain), now);
    await writeOperator(tx, after, changes, now);
  },
});

/** Another administrator than the one who asked for it gives an operator more rights, or anybody declines. */
export const decideGain = (
  pool: Pool,
  operator: { id: string; name: string },
  proposalId: string,
  decision: 'confirm' | 'decline',
): Promise<void> =>
  retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      await decideProposal({ tx, company: noCompany, operator, now }, gainsGroup(tx, now), proposalId, decision);
    }),
  );

/** For an operator who lost the first link or the password. Earlier links become void. */
export function inviteAgain(pool: Pool, actor: Administrator, id: string, way: LinkWay) {
  return retryOnConflict(() =>
    transaction(pool, async (tx) => {
      const now = new Date();
      await store.lockAdministrators(tx, id);
      const operator = await store.readOperator(tx, id);
      if (operator === undefined) throw notFound();
      if (operator.disabledAt !== null) throw conflict('operator.disabled', {});
      await store.voidInvitations(tx, id, now);
      const invitation = await invite(tx, id, way);
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
  { shown }: LinkWay = { shown: false },
  validSeconds = invitationSeconds,
): Promise<string> {
  const key = newKey();
  const now = new Date();
  const expiresAt = new Date(now.getTime() + validSeconds * 1000);
  await insertInvitation(db, { hash: hashToken(key), operatorId, createdAt: now, expiresAt, shown });
  return key;
}
