import createClient from 'openapi-fetch';
import type { components, paths } from './partner.js';
import { formOf } from './form.js';

type Schemas = components['schemas'];

/** The five operations, as a partner's program calls them. */
export async function fiveCalls(baseUrl: string, token: string, pdf: Blob) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

  const supplier = await client.POST('/supplierinvoices/suppliers', {
    body: { number: '1042', name: 'Nordbygg Material AB' },
  });
  if (supplier.error) throw new Error(`${supplier.response.headers.get('doorway-error')}: ${supplier.error.message}`);

  // The named type makes a misspelled field a compile error; openapi-fetch alone accepts it.
  const scanned: Schemas['SupplierInvoice'] = {
    externalReferenceId: 'scan-1',
    supplierNumber: '1042',
    invoiceDate: Date.UTC(2026, 10, 15),
    totalPrice: 1568.75,
    currency: null,
    articles: [{ articleDescription: 'Gipsskiva 13 mm', quantity: 10, price: 125.5, totalPrice: 1255 }],
  };
  const invoice = await client.POST('/supplierinvoices/supplierinvoices', {
    params: { header: { 'idempotency-key': 'scan-1' } },
    body: scanned,
  });
  if (invoice.error) throw new Error(invoice.error.message);

  const attachment = await client.POST('/supplierinvoices/attach', {
    // The generated types have form and JSON body side by side, and a file as a string.
    body: { supplierInvoiceId: invoice.data.id, file: pdf as unknown as string },
    bodySerializer: formOf,
  });
  if (attachment.error) throw new Error(attachment.error.message);

  const list = await client.GET('/supplierinvoices/suppliers', { params: { query: { limit: 1 } } });
  if (list.error) throw new Error(list.error.message);

  const workOrder = await client.POST('/doorway/v1/projects/workorder', {
    body: { id: 'fs-1', proposalId: 'P-1', description: 'Replace the pump.' },
  });
  if (workOrder.error) throw new Error(workOrder.error.message);

  const again = await client.POST('/supplierinvoices/suppliers', {
    body: { number: '1042', name: 'Nordbygg Material AB' },
  });
  return {
    supplier: supplier.data.message,
    invoice: invoice.data.id,
    attachment: attachment.data.id,
    firstSupplier: list.data.suppliers[0]?.number,
    next: list.data.next,
    title: workOrder.data.title,
    again: { status: again.response.status, traceId: again.error?.traceId, message: again.error?.message },
  };
}
