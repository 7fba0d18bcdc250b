import type { OwnInvoice } from './own-invoices-store.ts';
import { findingsForPartner } from '../../../checks/message.ts';

/** An invoice as its partner reads it back. A field without a value is left out. */
export const ownInvoice = (invoice: OwnInvoice) => ({
  id: invoice.id,
  externalReferenceId: invoice.externalReferenceId,
  supplierNumber: invoice.supplierNumber,
  supplierInvoiceNumber: invoice.supplierInvoiceNumber ?? undefined,
  invoiceDay: invoice.invoiceDay ?? undefined,
  paymentDueDay: invoice.paymentDueDay ?? undefined,
  state: invoice.state,
  reason: invoice.reason ?? undefined,
  findings: findingsForPartner(invoice.findings),
  files: invoice.files,
  questions: invoice.questions,
  createdAt: invoice.createdAt.getTime(),
  updatedAt: invoice.updatedAt.getTime(),
  decidedAt: invoice.decidedAt?.getTime(),
  bookedAt: invoice.bookedAt?.getTime(),
});
