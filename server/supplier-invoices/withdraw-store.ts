import { invoiceFields } from './store.ts';
import { closeQuestions } from '../decisions/invoices.ts';
import { eventParts, type EventCause } from '../events/record.ts';
import { runChain, type Chain } from '../ground/db/chain.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface Withdrawal extends EventCause {
  /** The invoice. */
  id: string;
  eventId: string;
  reason: string | undefined;
}

// Without its keys, no later invoice counts as a duplicate of it: sending it again corrected is why partners withdraw.
const withdrawal: Chain = {
  name: 'withdraw-invoice',
  parts: [
    [
      'withdrawn',
      `UPDATE supplier_invoices
       SET state = 'withdrawn', withdrawn_at = $2, reason = $5, signed_at = NULL, signed_by = NULL,
           number_key = NULL, amount_key = NULL, ocr_key = NULL
       WHERE company_id = $1 AND id = $3 AND state IN ('received', 'held')
       RETURNING id, external_reference_id, supplier_number`,
    ],
    [
      'fresh',
      `SELECT $4::uuid AS event_id, 'supplierinvoice.withdrawn' AS type, id::text AS subject_id, 1 AS place,
              jsonb_strip_nulls(jsonb_build_object(
                ${invoiceFields}, 'reason', $5::text, 'partnerId', $6::uuid, 'partnerName', $7::text, 'traceId', $8::text)) AS data
       FROM withdrawn`,
    ],
    closeQuestions(),
    ...eventParts('one', 'fresh', ['supplierinvoice.withdrawn']),
  ],
  result: 'SELECT FROM withdrawn',
};

/** Whether it was received or held. The caller has locked the company's counters and the invoice. */
export async function withdrawInvoice(
  tx: Db,
  company: CompanyId,
  { id, eventId, reason, partnerId, partnerName, traceId }: Withdrawal,
  now: Date,
): Promise<boolean> {
  const values = [company, now, id, eventId, reason, partnerId, partnerName, traceId];
  const { rowCount } = await runChain(tx, withdrawal, values);
  return rowCount === 1;
}
