import type { OperatorTokenForm } from './schemas.ts';
import type { SignedIn } from './sign-in-schemas.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import type { Notice } from '../../../common/errors/notices.ts';
import { audit } from '../../audit/record.ts';
import { baseUrl } from '../../config.ts';
import type { OperatorDeps } from '../../deps.ts';
import { futureTime } from '../../desk/requests.ts';
import { invalidBody, notFound } from '../../errors/errors.ts';
import { noCompany, transaction, type Pool } from '../../ground/db/pool.ts';
import { networkOf } from '../../ground/http/arrival/rate-limit.ts';
import { hashToken, newOperatorToken } from '../../ground/secrets/tokens.ts';
import { factorsReset, invitation, newLink } from '../letters.ts';
import { post } from '../../ground/mail/mailer.ts';
import { readSettingProposals } from '../../decisions/proposals-store.ts';
import { confirmation } from '../../decisions/proposals.ts';
import { requireWhollyIn, welcomeLink, type LinkWay } from '../admin-actions.ts';
import { isGainIn, subjectOfGain, type Admission, type OperatorRole, type OperatorRecord } from '../admin-rules.ts';
import { isReset, subjectOfReset } from '../factors/reset.ts';
import { readUnproven } from '../../people/store.ts';
import { readCompanyName } from '../../companies/store.ts';
import * as store from '../admin-store.ts';
import { grantedOutside, grantedTo, reachOf, type Operator } from '../../../common/permissions.ts';
import { maxLength, maxLists, merged, type Preferences } from '../preferences.ts';
import { lockPreferences, readPreferences, writePreferences, companiesOf, holdOperator } from '../store.ts';
import { requireSession } from '../sign-in/sign-in-actions.ts';
import type { Caller } from '../sign-in/tries.ts';
import { newId } from '../../ground/db/ids.ts';

export async function describeOperator(pool: Pool, operator: Operator): Promise<Omit<SignedIn, 'maxFileBytes'>> {
  const { id, email, name, administrator } = operator;
  const companies = (await companiesOf(pool, operator)).map(({ sandboxOf, ...one }) => ({
    ...one,
    may: [...grantedTo(one.role)],
    ...(sandboxOf !== null && { sandboxOf }),
  }));
  const preferences = await readPreferences(pool, id);
  return { id, email, name, administrator, companies, may: [...grantedOutside(administrator)], preferences };
}

export function changePreferences(pool: Pool, operatorId: string, changes: Preferences): Promise<Preferences> {
  return transaction(pool, async (tx) => {
    const preferences = merged(await lockPreferences(tx, operatorId), changes);
    if ((preferences.columns?.length ?? 0) > maxLists)
      throw invalidBody([problemAt('columns', 'list.many', { most: maxLists })]);
    if (JSON.stringify(preferences).length > maxLength)
      throw invalidBody([problemAt('columns', 'text.long', { most: maxLength })]);
    await writePreferences(tx, operatorId, preferences);
    return preferences;
  });
}

export function operatorsFor(operator: Operator) {
  const reach = reachOf(operator);
  return { list: store.operatorList(reach), where: store.operatorsWhere(reach) };
}

interface Rights {
  role: OperatorRole | null;
  approvalLimit?: string;
}

const rightsOf = (admission: Admission | undefined): Rights => ({
  role: admission?.role ?? null,
  ...(typeof admission?.approvalLimit === 'string' && { approvalLimit: admission.approvalLimit }),
});

/** Changes that give operators more rights in the reader's reach and wait for a second administrator. */
export async function readGains(pool: Pool, reader: Operator) {
  const all = await readSettingProposals(pool, noCompany);
  const waiting = all.filter(({ rule }) => isGainIn(reachOf(reader), rule));
  const unproven = await readUnproven(pool);
  const proposals = [];
  for (const proposal of waiting) {
    const { id, rule, to, by, at } = proposal;
    const { operatorId, companyId } = subjectOfGain(rule);
    const operator = await store.readOperator(pool, operatorId);
    const isAdministrator = companyId === undefined;
    proposals.push({
      id,
      operator: { id: operatorId, name: operator?.name ?? operatorId },
      company: isAdministrator ? null : (await readCompanyName(pool, companyId)) || companyId,
      from: rightsOf(operator?.companies.find((company) => company.id === companyId)),
      to: isAdministrator ? ({ role: 'administrator' } as const) : rightsOf(JSON.parse(to) as Admission),
      by,
      at,
      confirm: confirmation(proposal, reader.id, 'administrator', unproven),
    });
  }
  const resets = [];
  for (const proposal of all.filter(({ rule }) => reader.administrator && isReset(rule))) {
    const { id, rule, by, at } = proposal;
    const operatorId = subjectOfReset(rule);
    const operator = await store.readOperator(pool, operatorId);
    // Neither the proposer nor the person confirms it.
    const first = operatorId === reader.id ? { ...proposal, by: { ...by, id: reader.id } } : proposal;
    const confirm = confirmation(first, reader.id, 'administrator', unproven);
    resets.push({ id, operator: { id: operatorId, name: operator?.name ?? operatorId }, by, at, confirm });
  }
  return { proposals, resets };
}

/** The link itself only if the service sends no mail: whoever has it can act as the operator. */
export type InvitationOutcome = { invitation: string } | { sent: true } | { sent: false; notSent: Notice };

/** Without a mail server the link is shown to whoever asks for it. */
export const linkWay = ({ mailer }: Pick<OperatorDeps, 'mailer'>): LinkWay => ({ shown: mailer === undefined });

/**
 * Sends the link at once, not through the queue: it is a secret, and the database has only its hash. If that fails, the
 * administrator can ask for another one.
 */
export async function sendInvitation(
  { config, pool, mailer }: Pick<OperatorDeps, 'config' | 'pool' | 'mailer'>,
  sender: Operator,
  operatorId: string,
  key: string,
): Promise<InvitationOutcome> {
  if (mailer === undefined) return { invitation: key };
  const operator = await store.readOperator(pool, operatorId);
  if (operator === undefined) throw notFound();
  const { language = (await readPreferences(pool, sender.id)).language ?? 'en' } = await readPreferences(
    pool,
    operatorId,
  );
  const letter = (operator.invited ? invitation : newLink)[language];
  return post(mailer, {
    to: { name: operator.name, address: operator.email },
    ...letter({ name: operator.name, by: sender.name, link: welcomeLink(baseUrl(config, config.port), key) }),
  });
}

/** Tells the person, who then knows if it was somebody else's wish. */
export async function mailReset(
  { config, pool, mailer }: Pick<OperatorDeps, 'config' | 'pool' | 'mailer'>,
  sender: Pick<Operator, 'name'>,
  { id, name, email }: OperatorRecord,
): Promise<void> {
  if (mailer === undefined) return;
  const { language = 'en' } = await readPreferences(pool, id);
  const link = `${baseUrl(config, config.port)}/console/account`;
  await post(mailer, { to: { name, address: email }, ...factorsReset[language]({ name, by: sender.name, link }) });
}

export const ownTokens = ({ id }: Operator) => ({
  list: store.operatorTokenList,
  where: store.operatorTokensWhere(id),
});

export async function tokensOf(pool: Pool, reader: Operator, operatorId: string) {
  await requireWhollyIn(pool, reachOf(reader), operatorId);
  return { list: store.operatorTokenList, where: store.operatorTokensWhere(operatorId) };
}

const tokenDays = 90;

const ofToken = (action: string, subjectId: string, data: object) => ({
  action,
  subjectType: 'operatorToken',
  subjectId,
  data,
});

/** A token with the rights of the operator. The database has only its hash. */
export function createOwnToken(pool: Pool, operator: Operator, form: OperatorTokenForm, { address, session }: Caller) {
  const [id, token, now, name] = [newId(), newOperatorToken(), new Date(), form.name.trim()];
  const expiresAt = futureTime(form.expiresAt, now) ?? new Date(now.getTime() + tokenDays * 24 * 3_600_000);
  return transaction(pool, async (tx) => {
    // A transaction that ends the operator's access either waits for this token and revokes it, or has already ended
    // the session.
    await holdOperator(tx, operator.id);
    await requireSession(tx, operator.id, session);
    await store.insertOperatorToken(tx, {
      hash: hashToken(token),
      id,
      operatorId: operator.id,
      name,
      createdAt: now,
      expiresAt,
    });
    const data = { name, expiresAt, network: networkOf(address) };
    await audit(tx, noCompany, operator, ofToken('operatortoken.created', id, data), now);
    return { id, token };
  });
}

/** Revoking a token again changes and records nothing. */
export function revokeTokenOf(
  pool: Pool,
  by: Operator,
  { operatorId, id }: { operatorId: string; id: string },
  address: string,
): Promise<void> {
  return transaction(pool, async (tx) => {
    const now = new Date();
    const owner = operatorId === by.id ? by : await requireWhollyIn(tx, reachOf(by), operatorId);
    const revoked = await store.revokeOperatorToken(tx, operatorId, id, now);
    if (revoked === undefined) throw notFound();
    const data = { name: revoked.name, operator: owner.name, email: owner.email, network: networkOf(address) };
    if (revoked.now) await audit(tx, noCompany, by, ofToken('operatortoken.revoked', id, data), now);
  });
}
