import { recordInvoiceEvent } from './invoice-event.ts';
import { type CompanyId, type Db, rowOf } from '../ground/db/pool.ts';
import type { Person } from '../people/store.ts';

export const lockAssignment = (tx: Db, company: CompanyId, id: string) =>
  rowOf<{ assignedTo: string | null }>(tx, {
    name: 'lock-assignment',
    text: 'SELECT assigned_to AS "assignedTo" FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, id],
  });

export interface Assignment {
  invoiceId: string;
  assignedTo: Person | null;
  operator: Person;
  traceId: string;
}

/** The caller has locked the company's counters and the invoice. */
export async function writeAssignment(tx: Db, company: CompanyId, assignment: Assignment, now: Date): Promise<void> {
  const { invoiceId, assignedTo, operator, traceId } = assignment;
  await tx.query({
    name: 'assign-invoice',
    text: 'UPDATE supplier_invoices SET assigned_to = $3 WHERE company_id = $1 AND id = $2',
    values: [company, invoiceId, assignedTo?.id],
  });
  const data = { by: { id: operator.id, name: operator.name }, traceId, assignedTo };
  await recordInvoiceEvent(tx, company, invoiceId, 'supplierinvoice.assigned', data, now);
}
