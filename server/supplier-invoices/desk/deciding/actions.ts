import { readPayee } from '../queries.ts';
import { decide, type DecisionDeps, type DecisionHooks, type DecisionRequest } from '../../../decisions/decide.ts';
import { invoiceDecisions, invoices, type InvoiceDecision, type InvoiceState } from '../../../decisions/invoices.ts';
import { transitionFor } from '../../../decisions/table.ts';
import { problemAt } from '../../../../common/errors/catalogue.ts';
import { conflict, invalidBody, notFound } from '../../../errors/errors.ts';
import type { CompanyId, Db } from '../../../ground/db/pool.ts';
import { faultOfIdentifier, identifierOf } from '../../../identifiers.ts';
import { applySupplierPatch } from '../../../suppliers/change.ts';
import type { SupplierEntry } from '../../../suppliers/shape.ts';
import { lockSuppliers } from '../../../suppliers/store.ts';
import { readApprovalSubject, readLimit, readReleaseHistory, readVoucher } from '../../deciding/approval-store.ts';
import { readApproval, readReleaseObstacle } from '../../deciding/duties.ts';
import { judgeAtApproval } from '../../checking/judge-again.ts';
import { accountToAccept, isStillHeld, obstacleToUnsign, type DutyObstacle } from '../../deciding/rules.ts';

type Hooks = DecisionHooks<InvoiceState, InvoiceDecision>;
type RequestTo<Decision extends InvoiceDecision> = DecisionRequest<Decision>;
/** The number of the decision's event; undefined if an earlier request already made the decision. */
type Decided = Promise<number | undefined>;

const refusalOf = ({ code, parameters }: DutyObstacle) => conflict('decision.refused', { why: code, ...parameters });

export interface ApprovalForm {
  seenFindings?: number;
  /** The operator approves although files wait to be read. */
  withUnreadFiles?: boolean;
}

const approvalHooks = (
  { company, operator, id }: RequestTo<'approve'>,
  { seenFindings, withUnreadFiles = false }: ApprovalForm,
): Hooks => {
  let filesWait = false;
  return {
    resolve: async (tx, transition, now) => {
      const invoice = await readApprovalSubject(tx, company, id);
      ({ filesWait } = invoice);
      const limit = await readLimit(tx, company, operator);
      const { step, obstacle } = await readApproval(tx, company, { id: operator.id, limit }, invoice);
      if (obstacle !== undefined) throw refusalOf(obstacle);
      if (filesWait && !withUnreadFiles) throw conflict('decision.refused', { why: 'invoice.unread' });
      const finding =
        (await readUnseenFinding(tx, company, id, seenFindings)) ??
        (await judgeAtApproval(tx, company, [id], operator.id, now)).get(id.toLowerCase());
      if (finding !== undefined) return conflict('approval.stopped', { ...finding.parameters, finding: finding.code });
      if (step !== 'first') return transition;
      return (transitionFor(invoiceDecisions, transition.from, 'sign') as { transition: typeof transition }).transition;
    },
    apply: () => Promise.resolve(filesWait ? { withUnreadFiles: true } : {}),
  };
};

const reopeningHooks = ({ company, id }: RequestTo<'reopen'>): Hooks => ({
  resolve: async (tx, transition) =>
    isStillHeld(await readReleaseHistory(tx, company, id)) ? { ...transition, to: 'held' } : transition,
  apply: (_tx, _now, { from, to }) => Promise.resolve({ from, state: to }),
});

/** A job may have found something since the operator opened the invoice. */
async function readUnseenFinding(tx: Db, company: CompanyId, id: string, seenFindings: number | undefined) {
  if (seenFindings === undefined) return undefined;
  const { findings } = await readReleaseHistory(tx, company, id);
  return findings.slice(seenFindings).find(({ severity, dismissed }) => severity !== 'info' && dismissed === undefined);
}

export const approveInvoice = (deps: DecisionDeps, request: RequestTo<'approve'>, form: ApprovalForm): Decided =>
  decide(deps, invoices, request, approvalHooks(request, form));

/** The signature is read under the record's lock, so that it cannot count for a second approval and be taken back. */
export const withdrawApproval = (deps: DecisionDeps, request: RequestTo<'unsign'>): Decided =>
  decide(deps, invoices, request, {
    resolve: async (tx, transition) => {
      const { signedBy } = await readApprovalSubject(tx, request.company, request.id);
      const why = obstacleToUnsign(request.operator.id, signedBy);
      if (why !== undefined) throw conflict('decision.refused', { why });
      return transition;
    },
  });

export const rejectInvoice = (deps: DecisionDeps, request: RequestTo<'reject'>): Decided =>
  decide(deps, invoices, request);

export const reopenInvoice = (deps: DecisionDeps, request: RequestTo<'reopen'>): Decided =>
  decide(deps, invoices, request, reopeningHooks(request));

/** Refuses operators who changed the supplier's payee. May copy the invoice's account into the supplier's record. */
export async function releaseInvoice(
  deps: DecisionDeps,
  request: RequestTo<'release'>,
  acceptAccount: boolean,
): Decided {
  const { company, operator, id, traceId } = request;
  const invoice = await readPayee(deps.pool, company, id);
  if (invoice === undefined) throw notFound();
  const number = invoice.supplierNumber;
  let supplier: SupplierEntry | undefined;
  return decide(deps, invoices, request, {
    // Keeps the payee unchanged between the check of its changers and the release.
    lock: async (tx) => {
      supplier = (await lockSuppliers(tx, company, [number])).get(number);
    },
    apply: async (tx, now) => {
      const obstacle = await readReleaseObstacle(tx, company, operator.id, invoice);
      if (obstacle !== undefined) throw refusalOf(obstacle);
      if (!acceptAccount || supplier === undefined) return {};
      const patch = accountToAccept(invoice, supplier);
      const { changed, proposed } = await applySupplierPatch(tx, company, operator, traceId, number, patch, now);
      return { ...(changed && { accountAccepted: true }), ...(proposed && { accountProposed: true }) };
    },
  });
}

interface BookingForm {
  voucher: string;
  bookedOn?: string | null;
}

const plausibleYear = /^(19|2[01])/;

/** Idempotent: repeating the request with the same voucher changes nothing; another voucher is refused. */
export async function bookInvoice(deps: DecisionDeps, request: RequestTo<'book'>, form: BookingForm): Decided {
  const fault = faultOfIdentifier(form.voucher);
  const bookedOn = form.bookedOn ?? undefined;
  const problems = [
    ...(fault === undefined ? [] : [{ path: 'voucher', ...fault }]),
    ...(bookedOn === undefined || plausibleYear.test(bookedOn) ? [] : [problemAt('bookedOn', 'field.invalid')]),
  ];
  if (problems.length > 0) throw invalidBody(problems);
  const voucher = identifierOf(form.voucher);
  return decide(deps, invoices, request, {
    isDone: async (tx) => {
      const existing = await readVoucher(tx, request.company, request.id);
      if (existing !== null && existing !== voucher) throw conflict('booking.exists', { voucher: existing });
      return existing === voucher;
    },
    apply: () => Promise.resolve({ voucher, bookedOn }),
  });
}
