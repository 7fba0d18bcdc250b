import type { StoredFinding } from './finding-rules.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { readInvoiceForEvent, recordInvoiceEvent } from '../invoice-event.ts';
import type { Finding } from '../../checks/rule.ts';
import { recordEvents, type Cause } from '../../events/record.ts';
import { type CompanyId, type Db, rowOf, execute } from '../../ground/db/pool.ts';
import type { Person } from '../../people/two-people.ts';

/** SQL for whether nobody has dismissed some finding that is more than a note. */
export const hasWarnings = (findings: string): string => `EXISTS (
  SELECT FROM jsonb_array_elements(${findings}) AS finding
  WHERE NOT finding ? 'dismissed' AND finding ->> 'severity' IS DISTINCT FROM 'info')`;

export interface InvoiceWithFindings {
  state: InvoiceState;
  findings: StoredFinding[];
}

export const lockFindings = (tx: Db, company: CompanyId, id: string): Promise<InvoiceWithFindings | undefined> =>
  rowOf(tx, {
    name: 'lock-findings',
    text: 'SELECT state, findings FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, id],
  });

/** The service dismisses findings that a later file disproves, without a request. */
export type Dismissal = { place: number; code: string; reason: string } & (
  | { by: Person; traceId: string }
  | { by: { name: 'the service' }; traceId?: undefined }
);

/** The caller has locked the company's counters and the invoice. */
export async function writeDismissal(tx: Db, company: CompanyId, id: string, dismissal: Dismissal, now: Date) {
  const { place, by, reason } = dismissal;
  await tx.query({
    name: 'dismiss-finding',
    text: `UPDATE supplier_invoices SET findings = jsonb_set(findings, ARRAY[($3::integer - 1)::text, 'dismissed'], $4::jsonb)
           WHERE company_id = $1 AND id = $2`,
    values: [company, id, place, { at: now.toISOString(), by, reason }],
  });
  await recordInvoiceEvent(tx, company, id, 'supplierinvoice.dismissed', dismissal, now);
}

/** The caller has locked the invoice. */
export const addFindings = (tx: Db, company: CompanyId, id: string, findings: readonly Finding[]): Promise<void> =>
  execute(tx, {
    name: 'add-findings',
    text: 'UPDATE supplier_invoices SET findings = findings || $3::jsonb WHERE company_id = $1 AND id = $2',
    values: [company, id, JSON.stringify(findings)],
  });

/** Only a received invoice becomes held. The caller has locked the company's counters and the invoice. */
export async function holdInvoice(
  tx: Db,
  company: CompanyId,
  id: string,
  { heldFor, partnerId, partnerName, operator, traceId }: Cause & { heldFor: string[] },
  now: Date,
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold-invoice',
    text: `UPDATE supplier_invoices SET state = 'held' WHERE company_id = $1 AND id = $2 AND state = 'received'`,
    values: [company, id],
  });
  if (rowCount === 0) return;
  const invoice = await readInvoiceForEvent(tx, company, id);
  const about = { ...invoice, heldFor, traceId };
  const ownerId = invoice.partnerId === partnerId ? undefined : invoice.partnerId;
  const data =
    operator === undefined
      ? { ...about, partnerId, partnerName, ownerId }
      : { ...about, by: { id: operator.id, name: operator.name } };
  await recordEvents(tx, company, [{ type: 'supplierinvoice.held', subjectId: invoice.supplierInvoiceId, data }], now);
}
