import { closeQuestions } from './questions-store.ts';
import { recordInvoiceEvent } from './invoice-event.ts';
import type { EventCause } from '../events/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface Withdrawal extends EventCause {
  /** The invoice. */
  id: string;
  reason: string | undefined;
}

/** Whether it was received or held. The caller has locked the company's counters and the invoice. */
export async function withdrawInvoice(
  tx: Db,
  company: CompanyId,
  { id, reason, partnerId, partnerName, traceId }: Withdrawal,
  now: Date,
): Promise<boolean> {
  // Without its keys, no later invoice counts as a duplicate of it: sending it again corrected is why partners withdraw.
  const { rowCount } = await tx.query({
    name: 'withdraw-invoice',
    text: `UPDATE supplier_invoices
           SET state = 'withdrawn', withdrawn_at = $3, reason = $4, signed_at = NULL, signed_by = NULL,
               number_key = NULL, amount_key = NULL, ocr_key = NULL
           WHERE company_id = $1 AND id = $2 AND state IN ('received', 'held')`,
    values: [company, id, now, reason],
  });
  if (rowCount === 0) return false;
  await closeQuestions(tx, company, id, now);
  const data = { reason, partnerId, partnerName, traceId };
  await recordInvoiceEvent(tx, company, id, 'supplierinvoice.withdrawn', data, now);
  return true;
}
