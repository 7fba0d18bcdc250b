import { detailsOf } from './action-rules.ts';
import type { ApprovedCoding } from '../coding/coding-rules.ts';
import { writeCodings } from '../coding/coding-store.ts';
import { isStillHeld } from './decision-rules.ts';
import type { InvoiceToDecide } from './lock-store.ts';
import { closeQuestions } from '../questions-store.ts';
import type { DutyDetails } from '../../../common/errors/notices.ts';
import { dayIn } from '../../../common/days.ts';
import { allowedTransition, requireLatest } from '../../decisions/decide.ts';
import {
  invoiceDecisions,
  type InvoiceDecision,
  type InvoiceState,
  type InvoiceUndo,
} from '../../decisions/invoices.ts';
import { readLatestDecision, recordDecisions, type NewDecision } from '../../decisions/store.ts';
import { transitionFor, type Transition } from '../../decisions/table.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { InvoiceOfEvent } from '../../events/record.ts';

type InvoiceTransition = Transition<InvoiceState, InvoiceDecision>;

/** Throws if the invoice's state does not allow the decision. */
export const transitionOf = (
  invoice: InvoiceToDecide,
  decision: Exclude<InvoiceDecision, InvoiceUndo>,
  reason: string | undefined,
): InvoiceTransition => allowed(invoice, decision, reason, {});

/** The same for operators, who are told who decided before them, and when. */
export async function transitionByOperator(
  tx: Db,
  company: CompanyId,
  invoice: InvoiceToDecide,
  decision: Exclude<InvoiceDecision, InvoiceUndo>,
  reason: string | undefined,
): Promise<InvoiceTransition> {
  const found = transitionFor(invoiceDecisions, invoice.state, decision);
  const details =
    'obstacle' in found ? detailsOf(found.obstacle.code, await readLatestDecision(tx, company, invoice.id)) : {};
  return allowed(invoice, decision, reason, details);
}

export interface TakenBack {
  /** The event of the decision that is taken back; null if it has none, because events are not kept forever. */
  takenBack: number | null;
}

/** The same for a decision that takes an earlier one back. Throws unless that is the latest decision. */
export async function undoOf(
  tx: Db,
  company: CompanyId,
  invoice: InvoiceToDecide,
  undo: InvoiceUndo,
  { reason, takenBack }: TakenBack & { reason: string | undefined },
): Promise<InvoiceTransition> {
  await requireLatest(tx, company, invoice.id, takenBack);
  return allowed(invoice, undo, reason, {});
}

/** An invoice with a hold that nobody has released is held again. Returns the number of the event. */
export async function reopenLocked(
  tx: Db,
  request: Omit<NewDecision, 'transition'> & TakenBack & { reason: string | undefined },
  invoice: InvoiceToDecide,
  now: Date,
): Promise<number> {
  const reopening = await undoOf(tx, request.company, invoice, 'reopen', request);
  const transition = isStillHeld(invoice) ? { ...reopening, to: 'held' as const } : reopening;
  const details = { from: invoice.state, state: transition.to };
  return recordInvoiceDecisions(tx, { ...request, transition, details }, [invoice], now);
}

function allowed(
  { state, withdrawnAt, partnerName, timeZone }: InvoiceToDecide,
  decision: InvoiceDecision,
  reason: string | undefined,
  details: DutyDetails,
): InvoiceTransition {
  // An operator may have had the invoice open when its partner withdrew it.
  const withdrawn = withdrawnAt !== null && { by: partnerName, on: dayIn(withdrawnAt.getTime(), timeZone) };
  return allowedTransition(invoiceDecisions, state, decision, reason, withdrawn || details);
}

type DecidedInvoice = Omit<InvoiceOfEvent, 'supplierInvoiceId'> &
  Pick<InvoiceToDecide, 'id' | 'hasOpenQuestions'> & {
    /** Of an approval. */
    coding?: ApprovedCoding | undefined;
  };

/** Returns the number of the last event. The caller has locked the invoices and checked that the decision is allowed. */
export async function recordInvoiceDecisions(
  tx: Db,
  decision: NewDecision,
  invoices: readonly DecidedInvoice[],
  now: Date,
): Promise<number> {
  const { company, transition } = decision;
  for (const { id, hasOpenQuestions } of invoices)
    if (hasOpenQuestions && transition.outcome === 'set') await closeQuestions(tx, company, id, now);
  const takenOver = invoices.flatMap(({ id, coding }) => (coding?.proposed ? [{ id, rows: coding.rows }] : []));
  if (takenOver.length > 0) await writeCodings(tx, company, takenOver, decision.operator.id, now);
  const records = invoices.map(({ id, externalReferenceId, supplierNumber, partnerId, partnerName, coding }) => {
    const coded = coding && { coding: coding.rows, codingProposed: coding.proposed };
    return {
      id,
      ofEvent: { supplierInvoiceId: id, externalReferenceId, supplierNumber, partnerId, partnerName, ...coded },
      ...(coding?.proposed && { audited: coded }),
    };
  });
  return recordDecisions(tx, 'supplierinvoice', decision, records, now);
}
