import { recordDecision } from './decide.ts';
import { invoiceDecisions, invoices, type InvoiceDecision, type InvoiceState } from './invoices.ts';
import { transitionFor, type Transition } from './table.ts';
import type { Actor } from '../audit/record.ts';
import { isHeld, type Finding } from '../checks/judge.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

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
  by: Actor,
  now: Date,
): Promise<void> {
  const state = await readApproved(tx, company, id);
  if (state === undefined) return;
  const decision: InvoiceDecision = state === 'approved' ? 'reopen' : 'unsign';
  const found = transitionFor(invoiceDecisions, state, decision) as {
    transition: Transition<InvoiceState, InvoiceDecision>;
  };
  const details = { heldFor, ...(state === 'approved' && { from: state, state: 'held' }) };
  await recordDecision(tx, invoices, { company, operator: by, id }, found.transition, now, details);
}

/** The state of an invoice that is approved, or has the first of two approvals; otherwise undefined. */
async function readApproved(db: Db, company: CompanyId, id: string): Promise<'approved' | 'received' | undefined> {
  const { rows } = await db.query<{ state: 'approved' | 'received' }>({
    name: 'read-approved',
    text: `SELECT state FROM supplier_invoices
           WHERE company_id = $1 AND id = $2 AND (state = 'approved' OR (state = 'received' AND signed_by IS NOT NULL))`,
    values: [company, id],
  });
  return rows[0]?.state;
}
