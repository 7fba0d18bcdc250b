import type { InvoiceOfEvent } from '../events/record.ts';
import { invoiceDecisions, type InvoiceDecision, type InvoiceState } from './invoices.ts';
import { recordDecisions } from './store.ts';
import { transitionFor, type Transition } from './table.ts';
import type { Actor } from '../audit/record.ts';
import { isHeld } from '../checks/judge.ts';
import type { Finding } from '../checks/rule.ts';
import { type CompanyId, type Db, rowOf } from '../ground/db/pool.ts';

/** A finding stops an approved invoice too, as long as it is not booked. */
export const becomesHeld = (state: InvoiceState, findings: readonly Finding[]): boolean =>
  (state === 'received' || state === 'approved') && isHeld(findings);

/**
 * A hold ends the approvals that came before it: an approved invoice is reopened, and the first of two approvals is
 * taken back. The caller has locked the invoice, and holds it afterwards.
 */
export async function voidApprovals(
  tx: Db,
  company: CompanyId,
  id: string,
  heldFor: readonly string[],
  operator: Actor,
  now: Date,
): Promise<void> {
  const invoice = await readApproved(tx, company, id);
  if (invoice === undefined) return;
  const { state, ...ofEvent } = invoice;
  const decision: InvoiceDecision = state === 'approved' ? 'reopen' : 'unsign';
  const { transition } = transitionFor(invoiceDecisions, state, decision) as {
    transition: Transition<InvoiceState, InvoiceDecision>;
  };
  const details = { heldFor, ...(state === 'approved' && { from: state, state: 'held' }) };
  const records = [{ id: invoice.supplierInvoiceId, ofEvent }];
  await recordDecisions(tx, 'supplierinvoice', { company, operator, transition, details }, records, now);
}

interface ApprovedInvoice extends InvoiceOfEvent {
  state: 'approved' | 'received';
}

/** An invoice that is approved, or has the first of two approvals; otherwise undefined. */
const readApproved = (db: Db, company: CompanyId, id: string): Promise<ApprovedInvoice | undefined> =>
  rowOf(db, {
    name: 'read-approved',
    text: `SELECT state, id AS "supplierInvoiceId", external_reference_id AS "externalReferenceId",
                  supplier_number AS "supplierNumber", partner_id AS "partnerId",
                  (SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = partner_id) AS "partnerName"
           FROM supplier_invoices
           WHERE company_id = $1 AND id = $2 AND (state = 'approved' OR (state = 'received' AND signed_by IS NOT NULL))`,
    values: [company, id],
  });
