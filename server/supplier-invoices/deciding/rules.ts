import { absolute, decimalOf, unitsAt } from '../../../common/decimal.ts';
import { noticeOf, type DutyDetails, type ObstacleCode, type PayeeDeed } from '../../../common/errors/notices.ts';
import { plainText } from '../../../common/numbers/digits.ts';
import { giroKey } from '../../checks/numbers/giro.ts';
import { recentMs } from '../../checks/rules/payee.ts';
import { invoiceDecisions, type InvoiceDecision, type InvoiceState } from '../../decisions/invoices.ts';
import {
  actionsFor,
  actionUnless,
  obstacleOf,
  transitionFor,
  type Action,
  type Transition,
} from '../../decisions/table.ts';
import type { Role } from '../../operators/permissions.ts';
import type { ReleaseHistory } from '../checking/finding-rules.ts';

/** The amount up to which an operator may approve alone. */
export interface ApprovalLimit {
  max: string;
  currency: string;
}

export interface LimitedAmount {
  /**
   * The largest amount that the invoice names, whatever its sign; null if it has no total or an amount cannot be read.
   */
  amount: string | null;
  currency: string | null;
}

export interface SignableInvoice extends LimitedAmount {
  /** The operator who gave the first of two approvals. */
  signedBy: string | null;
}

export type Approval = 'approve' | 'sign' | 'signed';

/** The second of two approvals may come from any other approver, whatever their limit. */
export function approvalBy(operatorId: string, limit: ApprovalLimit | undefined, invoice: SignableInvoice): Approval {
  if (invoice.signedBy === operatorId) return 'signed';
  return invoice.signedBy === null && takesTwo(limit, invoice) ? 'sign' : 'approve';
}

/**
 * An amount that is unknown or in another currency counts as above the limit. A credit counts as the amount that it
 * credits.
 */
export function takesTwo(limit: ApprovalLimit | undefined, { amount, currency }: LimitedAmount): boolean {
  if (limit === undefined) return false;
  if (amount === null || currencyCode(currency) !== currencyCode(limit.currency)) return true;
  const [sent, max] = [decimalOf(amount), decimalOf(limit.max)];
  const scale = Math.max(sent.scale, max.scale);
  return absolute(unitsAt(scale, sent)) > unitsAt(scale, max);
}

const currencyCode = (currency: string | null) => currency?.trim().toUpperCase();

/** The fields of an invoice that duties depend on. */
export interface DutySubject {
  supplierNumber: string;
  releasedBy: string | null;
  releasedAt: Date | null;
  signedBy: string | null;
}

/** The last thing that an operator did to a supplier's payee. */
export interface PayeeAct {
  supplierNumber: string;
  operatorId: string;
  did: PayeeDeed;
  at: Date;
}

/** The reason why another person must approve an invoice. */
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

/** An operator who changed the payee since this time must not release an invoice that arrived at `arrived`. */
export const changersSince = (arrived: Date): Date => new Date(arrived.getTime() - recentMs);

type Account = Readonly<Record<'bankGiro' | 'postGiro', string>>;

/** The patch that puts the account of an invoice into a supplier's record. */
export const accountToAccept = (invoice: Account, supplier: Account): Partial<Account> =>
  Object.fromEntries(
    (['bankGiro', 'postGiro'] as const).flatMap((kind) => {
      const key = giroKey(invoice[kind]);
      return key === '' || key === giroKey(supplier[kind]) ? [] : [[kind, plainText(invoice[kind]).trim()]];
    }),
  );

/** Whether an invoice has a hold that was neither released nor dismissed. */
export const isStillHeld = ({ findings, releasedAt, releasedFindings }: ReleaseHistory): boolean =>
  findings
    .slice(releasedAt === null ? 0 : (releasedFindings ?? findings.length))
    .some(({ severity, dismissed }) => severity === 'hold' && dismissed === undefined);

/** Earlier acts of an operator that limit what they may do with an invoice. */
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

/** Decided in one transaction. */
export const bulkBatchSize = 100;
export const maxChosen = 10_000;

export type BulkDecision = 'approve' | 'reject';

/** The fields of an invoice that a bulk decision depends on. */
export interface BulkCandidate extends SignableInvoice, DutySubject {
  id: string;
  state: InvoiceState;
  /** Whether it has findings that nobody has dismissed. */
  hasFindings: boolean;
}

export interface BulkDecider {
  id: string;
  limit: ApprovalLimit | undefined;
  /** Undefined if the company has switched the duties off. */
  payeeActs: readonly PayeeAct[] | undefined;
}

/** The transition of one invoice in a bulk decision, or the reason why it is left out. */
export function bulkTransition(
  { decision, withFindings }: { decision: BulkDecision; withFindings: boolean },
  { id, limit, payeeActs }: BulkDecider,
  invoice: BulkCandidate | undefined,
): { transition: Transition<InvoiceState, InvoiceDecision> } | { code: ObstacleCode } {
  if (invoice === undefined) return { code: 'invoice.unknown' };
  const found = transitionFor(invoiceDecisions, invoice.state, decision);
  if ('obstacle' in found) return { code: found.obstacle.code };
  // Findings and limits are no obstacle to a rejection.
  if (decision === 'reject') return found;
  const duty = payeeActs && dutyOf(id, invoice, payeeActs);
  if (duty !== undefined) return { code: duty.code };
  if (invoice.hasFindings && !withFindings) return { code: 'invoice.findings' };
  const approval = approvalBy(id, limit, invoice);
  // Invoices that need two approvals are approved one by one.
  return approval === 'approve' ? found : { code: approval === 'sign' ? 'invoice.limit' : 'invoice.signed' };
}
