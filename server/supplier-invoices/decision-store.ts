import { decisionStore } from '../events/decisions.ts';
import type { InvoiceState } from './states.ts';

export const { lockState, writeDecision } = decisionStore<InvoiceState>({
  name: 'invoice',
  table: 'supplier_invoices',
  told: {
    supplierInvoiceId: 'id',
    externalReferenceId: 'external_reference_id',
    supplierNumber: 'supplier_number',
  },
  alsoSet: `
    released_at = CASE WHEN $9 = 'supplierinvoice.released' THEN $2::timestamptz ELSE released_at END,
    released_by = CASE WHEN $9 = 'supplierinvoice.released' THEN $5::uuid ELSE released_by END,
    released_findings = CASE WHEN $9 = 'supplierinvoice.released' THEN jsonb_array_length(findings) ELSE released_findings END,
    signed_at = CASE WHEN $9 = 'supplierinvoice.signed' THEN $2::timestamptz END,
    signed_by = CASE WHEN $9 = 'supplierinvoice.signed' THEN $5::uuid END`,
  events: [
    'supplierinvoice.approved',
    'supplierinvoice.signed',
    'supplierinvoice.rejected',
    'supplierinvoice.released',
    'supplierinvoice.reopened',
  ],
});
