import createClient from 'openapi-fetch';
import type { components, paths } from './partner.js';
import { formOf } from './form.js';

type Schemas = components['schemas'];

/** An invoice from its check to its withdrawal. The supplier exists. */
export async function invoiceCalls(baseUrl: string, token: string, pdf: Blob) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
  const invoice: Schemas['SupplierInvoice'] = {
    externalReferenceId: 'scan-2',
    supplierNumber: '1043',
    totalPrice: 250,
  };

  const checked = await client.POST('/supplierinvoices/supplierinvoices/check', { body: invoice });
  if (checked.error) throw new Error(checked.error.message);

  const created = await client.POST('/supplierinvoices/supplierinvoices', { body: invoice });
  if (created.error) throw new Error(created.error.message);
  const path = { id: created.data.id };

  const attached = await client.POST('/supplierinvoices/attach', {
    // The generated types have form and JSON body side by side, and a file as a string.
    body: { supplierInvoiceId: path.id, file: pdf as unknown as string },
    bodySerializer: formOf,
  });
  if (attached.error) throw new Error(attached.error.message);

  const list = await client.GET('/supplierinvoices/supplierinvoices', {
    params: { query: { externalReferenceId: 'scan-2', state: 'received' } },
  });
  if (list.error) throw new Error(list.error.message);

  const withdrawn = await client.POST('/supplierinvoices/supplierinvoices/{id}/withdraw', {
    params: { path },
    body: { reason: 'Sent twice.' },
  });
  if (withdrawn.error) throw new Error(withdrawn.error.message);

  const read = await client.GET('/supplierinvoices/supplierinvoices/{id}', { params: { path } });
  if (read.error) throw new Error(read.error.message);
  return {
    findings: checked.data.findings.map(({ code }) => code),
    listed: list.data.supplierInvoices.map(({ id }) => id === path.id),
    state: read.data.state,
    reason: read.data.reason,
    files: read.data.files.map(({ id }) => id === attached.data.id),
    totalPrice: read.data.invoice.totalPrice,
  };
}
