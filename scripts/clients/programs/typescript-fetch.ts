import { openAsBlob } from 'node:fs';
import { Configuration, SupplierInvoicesApi, SuppliersApi } from './generated/index.ts';

const { DOORWAY_URL: basePath = '', DOORWAY_TOKEN = '', DOORWAY_NUMBER: number = '' } = process.env;
const configuration = new Configuration({ basePath, accessToken: DOORWAY_TOKEN });
const suppliers = new SuppliersApi(configuration);
const invoices = new SupplierInvoicesApi(configuration);
const supplierInvoice = {
  externalReferenceId: number,
  supplierNumber: number,
  totalPrice: Number(process.env.DOORWAY_AMOUNT),
};

const step = async <T>(name: string, call: () => Promise<T>): Promise<T | undefined> => {
  try {
    const answer = await call();
    console.log(`${name}: ok`);
    return answer;
  } catch (error) {
    console.log(`${name}: ${String(error)}`);
    return undefined;
  }
};

await step('supplier', async () => suppliers.createSupplier({ supplier: { number, name: 'Nordbygg' } }));
await step('check', async () => (await invoices.checkSupplierInvoice({ supplierInvoice })).findings.length);
const { id = '' } = (await step('create', async () => invoices.createSupplierInvoice({ supplierInvoice }))) ?? {};
await step('list', async () => {
  const list = await invoices.listSupplierInvoices({ externalReferenceId: number, state: 'received' });
  if (list.supplierInvoices[0]?.id !== id) throw new Error('not listed');
});
await step('attach', async () => {
  const pdf = await openAsBlob(process.env.DOORWAY_PDF ?? '', { type: 'application/pdf' });
  return invoices.attach({ supplierInvoiceId: id, file: new File([pdf], 'invoice.pdf', { type: pdf.type }) });
});
await step('put', async () => {
  const body = await openAsBlob(process.env.DOORWAY_SECOND_PDF ?? '');
  return invoices.putSupplierInvoiceFile({ id, name: 'bilaga 1.pdf', body });
});
await step('withdraw', async () =>
  invoices.withdrawSupplierInvoice({ id, supplierInvoiceWithdrawal: { reason: 'Sent twice.' } }),
);
await step('read', async () => {
  const read = await invoices.readSupplierInvoice({ id });
  if (read.state !== 'withdrawn' || read.files.length !== 2) throw new Error(`read ${read.state}`);
  console.log(`amount: ${read.invoice.totalPrice}`);
});
