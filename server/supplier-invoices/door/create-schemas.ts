import Type, { type Static } from 'typebox';
import { message } from '../../door/shapes.ts';

export const SupplierInvoiceCreated = Type.Object(
  {
    id: Type.String({
      description: 'The identifier that the service gave the invoice. Attach files to it as supplierInvoiceId.',
    }),
    message,
  },
  { $id: 'SupplierInvoiceCreated', description: 'The invoice was accepted.' },
);
export type SupplierInvoiceCreated = Static<typeof SupplierInvoiceCreated>;
