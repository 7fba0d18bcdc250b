import { invoiceOn, type Sample } from '../../../testing/operations.ts';

export const creations: Record<string, Sample> = {
  attach: {
    reference: undefined,
    table: 'attachments',
    body: async (door, seed) => ({
      supplierInvoiceId: await invoiceOn(door, `for ${seed}`),
      fileName: 'invoice.xml',
      content: Buffer.from(`<invoice>${seed}</invoice>`).toString('base64'),
    }),
  },
};
