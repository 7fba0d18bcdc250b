import {
  type ObstacleCode,
  type DutyDetails,
  type Notice,
  type PayeeDeed,
  type SecondReason,
} from '../../../common/errors/notices.ts';
import { mayDo, type Role } from '../../../common/permissions.ts';
import { invoiceDecisions, type InvoiceState, type InvoiceDecision } from '../../decisions/invoices.ts';
import { obstacleOf, transitionFor, type Obstacle, type Transition } from '../../decisions/table.ts';
import { absolute, decimalOf, unitsAt } from '../../../common/decimal.ts';
import { plainText } from '../../../common/numbers/digits.ts';
import { giroKey } from '../../checks/numbers/giro.ts';
import { twoPeopleObstacleOf, type UnprovenOperator } from '../../people/two-people.ts';
import type { ReleaseHistory } from '../checking/finding-rules.ts';

const isUndecided = (state: InvoiceState): boolean => state === 'received' || state === 'held';

/** Asking the partner is for those who may decide: meanwhile the invoice is in nobody's queue. */
export function obstacleToAsk(state: InvoiceState, role: Role): Obstacle | undefined {
  if (!isUndecided(state)) return obstacleOf(invoiceDecisions.obstacles[state] as ObstacleCode);
  return mayDo(role, 'decide') ? undefined : obstacleOf('role.refused');
}

/** Of one invoice. Includes answered ones: a partner reads them all back with the invoice. */
export const maxQuestions = 20;

interface QuestionTimes {
  dueAt: Date | null;
  answeredAt: Date | null;
  closedAt: Date | null;
}

export const questionStates = ['waiting', 'due', 'answered'] as const;
export type QuestionState = (typeof questionStates)[number];

/** The projection and the list say the same in SQL. With several open questions, the earliest due time counts. */
export function questionState(
  state: InvoiceState,
  questions: readonly QuestionTimes[],
  now: Date,
): QuestionState | undefined {
  if (!isUndecided(state)) return undefined;
  const open = questions.filter(({ answeredAt, closedAt }) => answeredAt === null && closedAt === null);
  if (open.some(({ dueAt }) => dueAt !== null && dueAt <= now)) return 'due';
  if (open.length > 0) return 'waiting';
  return questions.some(({ answeredAt }) => answeredAt !== null) ? 'answered' : undefined;
}

/** The amount up to which an operator may approve alone. */
export interface ApprovalLimit {
  max: string;
  currency: string;
}

/** Administrators have no limit. */
export const approvalLimitOf = (
  { approvalLimit: max, currency }: { approvalLimit: string | null; currency: string },
  isAdministrator: boolean,
): ApprovalLimit | undefined => (isAdministrator || max === null ? undefined : { max, currency });

interface LimitedAmount {
  /** The largest amount on the invoice, regardless of sign; null if it has no total or an amount cannot be read. */
  amount: string | null;
  currency: string | null;
}

export interface SignableInvoice extends LimitedAmount {
  signedBy: string | null;
}

export interface InvoiceWithFiles {
  /** Whether a file waits to be read and compared with the invoice. */
  filesWait: boolean;
}

/** Which of two approvals an operator's approval is. */
type ApprovalStep = 'first' | 'second';

/** Any other approver may give the second of two approvals, regardless of their limit. */
function stepOf(limit: ApprovalLimit | undefined, invoice: SignableInvoice): ApprovalStep | undefined {
  if (invoice.signedBy !== null) return 'second';
  return whyTwo(limit, invoice) && 'first';
}

/**
 * Why an approval takes two operators; undefined if it does not. An amount that is unknown or in another currency counts
 * as above the limit. A credit counts as the credited amount.
 */
export function whyTwo(
  limit: ApprovalLimit | undefined,
  { amount, currency }: LimitedAmount,
): SecondReason['because'] | undefined {
  if (limit === undefined) return undefined;
  if (amount === null) return 'unknown';
  if (currencyCode(currency) !== currencyCode(limit.currency)) return 'currency';
  const [sent, max] = [decimalOf(amount), decimalOf(limit.max)];
  const scale = Math.max(sent.scale, max.scale);
  return absolute(unitsAt(scale, sent)) > unitsAt(scale, max) ? 'limit' : undefined;
}

const currencyCode = (currency: string | null) => currency?.trim().toUpperCase();

export interface DutySubject {
  supplierNumber: string;
  /** Everybody who ever released the invoice, the last one last. */
  releasers: readonly string[];
  /** The last release. */
  releasedAt: Date | null;
  signedBy: string | null;
}

export interface PayeeAct {
  supplierNumber: string;
  operatorId: string;
  did: PayeeDeed;
  at: Date;
}

export interface Duty {
  code: 'invoice.signed' | 'duty.released' | 'duty.payee';
  did?: PayeeDeed;
  at?: Date;
}

/** The reason why somebody else must approve the invoice. Without `payeeActs` the company has switched the duties off. */
export function dutyOf(
  operatorId: string,
  { supplierNumber, releasers, releasedAt, signedBy }: DutySubject,
  payeeActs: readonly PayeeAct[] | undefined,
): Duty | undefined {
  if (signedBy === operatorId) return { code: 'invoice.signed' };
  if (payeeActs === undefined) return undefined;
  if (releasers.includes(operatorId)) {
    const isLast = releasers.at(-1) === operatorId && releasedAt !== null;
    return { code: 'duty.released', ...(isLast && { at: releasedAt }) };
  }
  const act = payeeActs.find((one) => one.operatorId === operatorId && one.supplierNumber === supplierNumber);
  return act && { code: 'duty.payee', did: act.did, at: act.at };
}

/** The operators whose acts on an invoice and its payee take another person for an approval. */
export const actedBefore = (
  { supplierNumber, releasers, signedBy }: DutySubject,
  payeeActs: readonly PayeeAct[] | undefined,
): (string | null)[] =>
  payeeActs === undefined
    ? [signedBy]
    : [
        signedBy,
        ...releasers,
        ...payeeActs.filter((act) => act.supplierNumber === supplierNumber).map(({ operatorId }) => operatorId),
      ];

/** An operator in relation to the payees of some invoices. */
export interface Decider {
  id: string;
  limit: ApprovalLimit | undefined;
  /** Undefined if the company has switched the duties off. */
  payeeActs: readonly PayeeAct[] | undefined;
  /** Operators who may not count as people of their own. */
  unproven: readonly UnprovenOperator[];
}

/** Returns which of two approvals the operator's approval is, if it takes two, and why somebody else must approve. */
export function approvalOf({ id, limit, payeeActs, unproven }: Decider, invoice: SignableInvoice & DutySubject) {
  const step = stepOf(limit, invoice);
  const duty = dutyOf(id, invoice, payeeActs);
  const link = duty === undefined ? twoPeopleObstacleOf(unproven, id, actedBefore(invoice, payeeActs)) : undefined;
  return { step, duty, link };
}

/** Somebody else must do it. */
export interface DutyObstacle {
  code: Duty['code'] | 'release.changer' | 'duty.link' | 'duty.person';
  parameters: DutyDetails;
}

/** A notice for operators before they approve. */
export interface ApprovalOutlook {
  step?: ApprovalStep | undefined;
  obstacle?: DutyObstacle | undefined;
  notice?: Notice | undefined;
}

/** How long an act on a payee bars an operator. The company's setting of the check payee.changed does not shorten it. */
export const dutyDays = 30;

/** An operator who changed the payee in these days before the invoice arrived must not release it. */
export const changerDays = (recentDays: number): number => Math.max(dutyDays, recentDays);

type Account = Readonly<Record<'bankGiro' | 'postGiro', string>>;

/** The change to a supplier's record that adopts the account of an invoice. */
export const accountToAccept = (invoice: Account, supplier: Account): Partial<Account> =>
  Object.fromEntries(
    (['bankGiro', 'postGiro'] as const).flatMap((kind) => {
      const key = giroKey(invoice[kind]);
      return key === '' || key === giroKey(supplier[kind]) ? [] : [[kind, plainText(invoice[kind]).trim()]];
    }),
  );

export const isStillHeld = ({ findings, releasedAt, releasedFindings }: ReleaseHistory): boolean =>
  findings
    .slice(releasedAt === null ? 0 : (releasedFindings ?? findings.length))
    .some(({ severity, dismissed }) => severity === 'hold' && dismissed === undefined);

/** Only its signer can take the first of two approvals back. */
export function obstacleToUnsign(operatorId: string, signedBy: string | null): ObstacleCode | undefined {
  if (signedBy === null) return 'signature.missing';
  return signedBy === operatorId ? undefined : 'signature.other';
}

/** Bounds one transaction. */
export const bulkBatchSize = 100;
export const maxChosen = 10_000;

export type BulkVerdict = 'approve' | 'reject';

/** What a bulk does with each of its invoices. `reopen` takes back the decisions of an earlier bulk. */
export type BulkDecision = BulkVerdict | 'ask' | 'assign' | 'reopen';

export interface BulkCandidate extends SignableInvoice, DutySubject, InvoiceWithFiles {
  id: string;
  state: InvoiceState;
  /** Dismissed findings do not count. */
  hasFindings: boolean;
}

export function bulkTransition(
  { decision, withFindings }: { decision: BulkVerdict; withFindings: boolean },
  decider: Decider,
  invoice: BulkCandidate | undefined,
): { transition: Transition<InvoiceState, InvoiceDecision> } | { code: ObstacleCode } {
  if (invoice === undefined) return { code: 'invoice.unknown' };
  const found = transitionFor(invoiceDecisions, invoice.state, decision);
  if ('obstacle' in found) return { code: found.obstacle.code };
  // Findings and limits do not prevent a rejection.
  if (decision === 'reject') return found;
  const { step, duty, link } = approvalOf(decider, invoice);
  const obstacle = duty ?? link;
  if (obstacle !== undefined) return { code: obstacle.code };
  if (invoice.filesWait) return { code: 'invoice.unread' };
  if (invoice.hasFindings && !withFindings) return { code: 'invoice.findings' };
  // The first of two approvals is given one by one.
  return step === 'first' ? { code: 'invoice.limit' } : found;
}

interface DecidedInvoice extends ReleaseHistory {
  state: InvoiceState;
  /** Whether nobody has decided since. */
  isLatest: boolean;
}

/** The bulk takes back a decision of an earlier one. */
export function bulkReopening(
  invoice: DecidedInvoice | undefined,
): { transition: Transition<InvoiceState, InvoiceDecision> } | { code: ObstacleCode } {
  if (invoice === undefined) return { code: 'invoice.unknown' };
  const found = transitionFor(invoiceDecisions, invoice.state, 'reopen');
  if ('obstacle' in found) return { code: found.obstacle.code };
  if (!invoice.isLatest) return { code: 'decision.later' };
  return { transition: isStillHeld(invoice) ? { ...found.transition, to: 'held' } : found.transition };
}
