import type { Static } from 'typebox';
import { message } from '../../door/shapes.ts';
import { named, text } from '../../ground/http/document/fields.ts';

export const SupplierInvoiceCreated = named('SupplierInvoiceCreated', 'The invoice was accepted.', {
  id: text('The identifier that the service gave the invoice. Attach files to it as supplierInvoiceId.'),
  message,
});
export type SupplierInvoiceCreated = Static<typeof SupplierInvoiceCreated>;
