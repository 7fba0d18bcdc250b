import { absolute, decimalOf, unitsAt } from '../../../common/decimal.ts';
import { noticeOf, type DutyDetails, type ObstacleCode, type PayeeDeed } from '../../../common/errors/notices.ts';
import { plainText } from '../../../common/numbers/digits.ts';
import { giroKey } from '../../checks/numbers/giro.ts';
import { invoiceDecisions, type InvoiceDecision, type InvoiceState } from '../../decisions/invoices.ts';
import {
  actionsFor,
  actionUnless,
  obstacleOf,
  transitionFor,
  type Action,
  type Transition,
} from '../../decisions/table.ts';
import type { Role } from '../../../common/permissions.ts';
import type { ReleaseHistory } from '../checking/finding-rules.ts';

/** The amount up to which an operator may approve alone. */
export interface ApprovalLimit {
  max: string;
  currency: string;
}

export interface LimitedAmount {
  /** The largest amount on the invoice, regardless of sign; null if it has no total or an amount cannot be read. */
  amount: string | null;
  currency: string | null;
}

export interface SignableInvoice extends LimitedAmount {
  signedBy: string | null;
}

export type Approval = 'approve' | 'sign' | 'signed';

/** Any other approver may give the second of two approvals, regardless of their limit. */
export function approvalBy(operatorId: string, limit: ApprovalLimit | undefined, invoice: SignableInvoice): Approval {
  if (invoice.signedBy === operatorId) return 'signed';
  return invoice.signedBy === null && takesTwo(limit, invoice) ? 'sign' : 'approve';
}

/**
 * An amount that is unknown or in another currency counts as above the limit. A credit counts as the credited amount.
 */
export function takesTwo(limit: ApprovalLimit | undefined, { amount, currency }: LimitedAmount): boolean {
  if (limit === undefined) return false;
  if (amount === null || currencyCode(currency) !== currencyCode(limit.currency)) return true;
  const [sent, max] = [decimalOf(amount), decimalOf(limit.max)];
  const scale = Math.max(sent.scale, max.scale);
  return absolute(unitsAt(scale, sent)) > unitsAt(scale, max);
}

const currencyCode = (currency: string | null) => currency?.trim().toUpperCase();

export interface DutySubject {
  supplierNumber: string;
  releasedBy: string | null;
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
  code: 'duty.released' | 'duty.payee';
  did?: PayeeDeed;
  at: Date;
}

export function dutyOf(
  operatorId: string,
  { supplierNumber, releasedBy, releasedAt }: DutySubject,
  payeeActs: readonly PayeeAct[],
): Duty | undefined {
  if (releasedBy === operatorId && releasedAt !== null) return { code: 'duty.released', at: releasedAt };
  const act = payeeActs.find((one) => one.operatorId === operatorId && one.supplierNumber === supplierNumber);
  return act && { code: 'duty.payee', did: act.did, at: act.at };
}

export interface DutyObstacle {
  code: Duty['code'];
  parameters: DutyDetails;
}

/** How long an act on a payee bars an operator. The company's setting of the check payee.changed does not change it. */
export const dutyMs = 30 * 24 * 60 * 60_000;

/** An operator who changed the payee after this time must not release the invoice. */
export const changersSince = (arrived: Date): Date => new Date(arrived.getTime() - dutyMs);

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

interface OperatorHistory {
  /** They changed the supplier's payee. */
  isChanger?: boolean;
  /** They gave the first of two approvals. */
  isSigner?: boolean;
  duty?: DutyObstacle | undefined;
}

export function invoiceActions(
  state: InvoiceState,
  role: Role,
  { isChanger = false, isSigner = false, duty }: OperatorHistory = {},
): Record<'approve' | 'reject' | 'release' | 'reopen', Action> {
  const actions = actionsFor(invoiceDecisions, ['approve', 'reject', 'release', 'reopen'], state, role);
  if (actions.approve.allowed)
    actions.approve = actionUnless(
      isSigner ? obstacleOf('invoice.signed') : duty && { ...duty, why: noticeOf(duty.code, duty.parameters).message },
    );
  if (actions.release.allowed && isChanger) actions.release = actionUnless(obstacleOf('release.changer'));
  return actions;
}

/** Bounds one transaction. */
export const bulkBatchSize = 100;
export const maxChosen = 10_000;

export type BulkDecision = 'approve' | 'reject';

export interface BulkCandidate extends SignableInvoice, DutySubject {
  id: string;
  state: InvoiceState;
  /** Dismissed findings do not count. */
  hasFindings: boolean;
}

export interface BulkDecider {
  id: string;
  limit: ApprovalLimit | undefined;
  /** Undefined if the company has switched the duties off. */
  payeeActs: readonly PayeeAct[] | undefined;
}

export function bulkTransition(
  { decision, withFindings }: { decision: BulkDecision; withFindings: boolean },
  { id, limit, payeeActs }: BulkDecider,
  invoice: BulkCandidate | undefined,
): { transition: Transition<InvoiceState, InvoiceDecision> } | { code: ObstacleCode } {
  if (invoice === undefined) return { code: 'invoice.unknown' };
  const found = transitionFor(invoiceDecisions, invoice.state, decision);
  if ('obstacle' in found) return { code: found.obstacle.code };
  // Findings and limits do not prevent a rejection.
  if (decision === 'reject') return found;
  const duty = payeeActs && dutyOf(id, invoice, payeeActs);
  if (duty !== undefined) return { code: duty.code };
  if (invoice.hasFindings && !withFindings) return { code: 'invoice.findings' };
  const approval = approvalBy(id, limit, invoice);
  // Invoices that need two approvals are left out and approved one by one.
  return approval === 'approve' ? found : { code: approval === 'sign' ? 'invoice.limit' : 'invoice.signed' };
}
