import { readPayee } from '../invoice-queries.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import type { Operator } from '../../../../common/permissions.ts';
import { decide, type DecisionDeps, type DecisionRequest } from '../../../decisions/decide.ts';
import type { DecisionDetails } from '../../../decisions/store.ts';
import { ApiError, conflict, invalidBody, notFound } from '../../../errors/errors.ts';
import type { CompanyId, Db } from '../../../ground/db/pool.ts';
import { faultOfIdentifier, identifierOf } from '../../../identifiers.ts';
import { applySupplierPatch } from '../../../suppliers/change.ts';
import { lockSuppliers } from '../../../suppliers/store.ts';
import { approvedCoding, isCodingMissing } from '../../coding/coding-rules.ts';
import type { StoredFinding } from '../../checking/finding-rules.ts';
import { judgeAtApproval } from '../../checking/judge-again.ts';
import {
  recordInvoiceDecisions,
  reopenLocked,
  transitionByOperator,
  transitionOf,
  undoOf,
  type TakenBack,
} from '../../deciding/decide.ts';
import { readDutyObstacle, readReleaseObstacle } from '../../deciding/duties.ts';
import { lockToApprove, lockToDecide, type InvoiceToDecide } from '../../deciding/lock-store.ts';
import { accountToAccept, approvalOf, obstacleToUnsign, type DutyObstacle } from '../../deciding/decision-rules.ts';

type Request = DecisionRequest<Operator>;
type UndoRequest = Request & TakenBack;

const refusalOf = ({ code, parameters }: DutyObstacle) => conflict('decision.refused', { why: code, ...parameters });

async function lockInvoice(tx: Db, company: CompanyId, id: string): Promise<InvoiceToDecide> {
  const invoice = await lockToDecide(tx, company, id);
  if (invoice === undefined) throw notFound();
  return invoice;
}

export interface ApprovalForm {
  seenFindings?: number;
  /** The operator approves although files wait to be read. */
  withUnreadFiles?: boolean;
}

/** A job may have found something since the operator opened the invoice. */
const unseenIn = (findings: readonly StoredFinding[], seen = findings.length) =>
  findings.slice(seen).find(({ severity, dismissed }) => severity !== 'info' && dismissed === undefined);

/** Returns the number of the decision's event, as all decisions do. */
export async function approveInvoice(deps: DecisionDeps, request: Request, form: ApprovalForm): Promise<number> {
  const { company, operator, id, reason } = request;
  const decided = await decide(deps, company, async (tx, now) => {
    const locked = await lockToApprove(tx, company, id, operator);
    if (locked === undefined) throw notFound();
    const { invoice, approver } = locked;
    const approval = await transitionByOperator(tx, company, invoice, 'approve', reason);
    const { step, duty, link } = approvalOf(approver, invoice);
    if (duty !== undefined) throw refusalOf(await readDutyObstacle(tx, company, approver, invoice, duty));
    if (link !== undefined) throw refusalOf(link);
    if (isCodingMissing(invoice.codingContext, approver.settings.codingRequired))
      throw conflict('decision.refused', { why: 'coding.missing' });
    if (invoice.filesWait && !form.withUnreadFiles) throw conflict('decision.refused', { why: 'invoice.unread' });
    const { weakened } = approver.settings;
    const finding =
      unseenIn(invoice.findings, form.seenFindings) ?? (await judgeAtApproval(tx, company, invoice, weakened, now));
    // Returned, not thrown: the finding stays stored.
    if (finding !== undefined) return conflict('approval.stopped', { ...finding.parameters, finding: finding.code });
    const transition = step === 'first' ? transitionOf(invoice, 'sign', reason) : approval;
    const details: DecisionDetails = invoice.filesWait ? { withUnreadFiles: true } : {};
    const coded = { ...invoice, coding: approvedCoding(invoice.codingContext) };
    return recordInvoiceDecisions(tx, { ...request, transition, details }, [coded], now);
  });
  if (decided instanceof ApiError) throw decided;
  return decided;
}

/** The signature is read under the record's lock, so that it cannot count for a second approval and be taken back. */
export const withdrawApproval = (deps: DecisionDeps, request: UndoRequest): Promise<number> =>
  decide(deps, request.company, async (tx, now) => {
    const { company, operator, id } = request;
    const invoice = await lockInvoice(tx, company, id);
    const transition = await undoOf(tx, company, invoice, 'unsign', request);
    const why = obstacleToUnsign(operator.id, invoice.signedBy);
    if (why !== undefined) throw conflict('decision.refused', { why });
    return recordInvoiceDecisions(tx, { ...request, transition }, [invoice], now);
  });

export const rejectInvoice = (deps: DecisionDeps, request: Request): Promise<number> =>
  decide(deps, request.company, async (tx, now) => {
    const invoice = await lockInvoice(tx, request.company, request.id);
    const transition = await transitionByOperator(tx, request.company, invoice, 'reject', request.reason);
    return recordInvoiceDecisions(tx, { ...request, transition }, [invoice], now);
  });

export const reopenInvoice = (deps: DecisionDeps, request: UndoRequest): Promise<number> =>
  decide(deps, request.company, async (tx, now) => {
    const invoice = await lockInvoice(tx, request.company, request.id);
    return reopenLocked(tx, request, invoice, now);
  });

/** Refuses operators who changed the supplier's payee. May copy the invoice's account into the supplier's record. */
export async function releaseInvoice(deps: DecisionDeps, request: Request, acceptAccount: boolean): Promise<number> {
  const { company, operator, id, reason, traceId } = request;
  const payee = await readPayee(deps.pool, company, id);
  if (payee === undefined) throw notFound();
  const number = payee.supplierNumber;
  return decide(deps, company, async (tx, now) => {
    // Keeps the payee unchanged between the check of its changers and the release.
    const supplier = (await lockSuppliers(tx, company, [number])).get(number);
    const invoice = await lockInvoice(tx, company, id);
    const transition = await transitionByOperator(tx, company, invoice, 'release', reason);
    const obstacle = await readReleaseObstacle(tx, company, operator.id, invoice);
    if (obstacle !== undefined) throw refusalOf(obstacle);
    const details: DecisionDetails = {};
    if (acceptAccount && supplier !== undefined) {
      const patch = accountToAccept(payee, supplier);
      const { changed, proposed } = await applySupplierPatch(tx, company, operator, traceId, number, patch, now);
      if (changed) details.accountAccepted = true;
      if (proposed) details.accountProposed = true;
    }
    return recordInvoiceDecisions(tx, { ...request, transition, details }, [invoice], now);
  });
}

interface BookingForm {
  voucher: string;
  bookedOn?: string | null;
}

const plausibleYear = /^(19|2[01])/;

/**
 * Idempotent: repeating the request with the same voucher changes nothing and returns undefined; another voucher is
 * refused.
 */
export async function bookInvoice(deps: DecisionDeps, request: Request, form: BookingForm) {
  const fault = faultOfIdentifier(form.voucher);
  const bookedOn = form.bookedOn ?? undefined;
  const problems = [
    ...(fault === undefined ? [] : [{ path: 'voucher', ...fault }]),
    ...(bookedOn === undefined || plausibleYear.test(bookedOn) ? [] : [problemAt('bookedOn', 'field.invalid')]),
  ];
  if (problems.length > 0) throw invalidBody(problems);
  const voucher = identifierOf(form.voucher);
  return decide(deps, request.company, async (tx, now) => {
    const invoice = await lockInvoice(tx, request.company, request.id);
    if (invoice.voucher === voucher) return undefined;
    if (invoice.voucher !== null) throw conflict('booking.exists', { voucher: invoice.voucher });
    const transition = transitionOf(invoice, 'book', request.reason);
    const details = { voucher, bookedOn };
    return recordInvoiceDecisions(tx, { ...request, transition, details }, [invoice], now);
  });
}
