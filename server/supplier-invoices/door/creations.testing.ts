import type { Sample } from '../../testing/operations.ts';

export const creations: Record<string, Sample> = {
  createSupplierInvoice: {
    reference: 'externalReferenceId',
    table: 'supplier_invoices',
    body: async (_door, seed) => ({ externalReferenceId: seed, supplierNumber: '1' }),
  },
};
