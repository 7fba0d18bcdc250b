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
import { invitation, newLink } from '../letters.ts';
import { post } from '../../ground/mail/mailer.ts';
import { readSettingProposals } from '../../decisions/proposals-store.ts';
import { confirmation } from '../../decisions/proposals.ts';
import { welcomeLink, type LinkWay } from '../admin-actions.ts';
import { isGain, subjectOfGain, type Admission } from '../admin-rules.ts';
import { readUnproven } from '../../people/store.ts';
import { readCompanyName } from '../../companies/store.ts';
import * as store from '../admin-store.ts';
import { grantedOutside, grantedTo, type Operator } from '../../../common/permissions.ts';
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

export const operatorRows = { list: store.operatorList, where: store.allOperators };

interface Rights {
  role: 'administrator' | 'approver' | 'viewer' | null;
  approvalLimit?: string;
}

const rightsOf = (admission: Admission | undefined): Rights => ({
  role: admission?.role ?? null,
  ...(typeof admission?.approvalLimit === 'string' && { approvalLimit: admission.approvalLimit }),
});

/** Changes that give operators more rights and wait for a second administrator. */
export async function readGains(pool: Pool, readerId: string) {
  const waiting = (await readSettingProposals(pool, noCompany)).filter(({ rule }) => isGain(rule));
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
      confirm: confirmation(proposal, readerId, 'administrator', unproven),
    });
  }
  return { proposals };
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

export const ownTokens = ({ id }: Operator) => ({
  list: store.operatorTokenList,
  where: store.operatorTokensWhere(id),
});

export async function tokensOf(pool: Pool, operatorId: string) {
  if ((await store.readOperator(pool, operatorId)) === undefined) throw notFound();
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
    const owner = operatorId === by.id ? by : await store.readOperator(tx, operatorId);
    const revoked = await store.revokeOperatorToken(tx, operatorId, id, now);
    if (owner === undefined || revoked === undefined) throw notFound();
    const data = { name: revoked.name, operator: owner.name, email: owner.email, network: networkOf(address) };
    if (revoked.now) await audit(tx, noCompany, by, ofToken('operatortoken.revoked', id, data), now);
  });
}
