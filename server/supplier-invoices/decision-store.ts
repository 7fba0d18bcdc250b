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
  events: ['supplierinvoice.approved', 'supplierinvoice.rejected', 'supplierinvoice.released'],
});
