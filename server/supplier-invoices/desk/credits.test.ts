import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';

const door = await openDoor();
await door.addSupplier('1');
await door.addSupplier('2');
const approver = await signedIn(door, 'approver');
afterAll(() => door.close());

const at = (path = '') => `/companies/${door.company}/invoices${path}`;
const send = async (externalReferenceId: string, fields: object): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId, supplierNumber: '1', ...fields })).body.id;
const related = async (id: string) => {
  // The list brings the projections up to date.
  await approver.call('GET', at());
  const { credits, creditedBy, remaining } = (await approver.call('GET', at(`/${id}`))).body;
  return { credits, creditedBy, remaining };
};
it('a credit note and the credited invoice name each other, however the number is written', async () => {
  const invoice = await send('i', { supplierInvoiceNumber: 'F-0042', totalPrice: 5000, currency: 'SEK' });
  const other = await send('o', { supplierInvoiceNumber: 'F-43' });
  const credit = {
    creditInvoiceReference: 'f42',
    totalPrice: -1250.1,
    currency: 'SEK',
    invoiceDate: 1_793_491_200_000,
  };
  const note = await send('c', { supplierInvoiceNumber: 'K-1', ...credit });
  const second = await send('d', { supplierInvoiceNumber: 'K-2', ...credit, creditInvoiceReference: 'F 42' });
  const elsewhere = await send('e', { supplierNumber: '2', creditInvoiceReference: 'F-0042' });
  const unnamed = await send('u', { supplierInvoiceNumber: 'K-3', totalPrice: -10 });
  const itself = await send('s', { supplierInvoiceNumber: 'S-1', creditInvoiceReference: 'S-1' });
  await approver.call('POST', at(`/${second}/reject`), { reason: 'Twice' });
  const remaining = { credited: '1250.1', amount: '3749.9' };
  const shown = { invoiceDay: '2026-11-01', totalPrice: '-1250.1', currency: 'SEK' };
  expect(await related(invoice)).toEqual({
    credits: [],
    creditedBy: [
      { id: note, supplierInvoiceNumber: 'K-1', ...shown, state: 'received', reference: 'f42' },
      { id: second, supplierInvoiceNumber: 'K-2', ...shown, state: 'rejected', reference: 'F 42' },
    ],
    remaining,
  });
  expect(await related(note)).toMatchObject({
    credits: [{ id: invoice, supplierInvoiceNumber: 'F-0042', totalPrice: '5000', state: 'received' }],
    creditedBy: [],
    remaining,
  });
  const none = { credits: [], creditedBy: [], remaining: null };
  for (const id of [other, elsewhere, unnamed, itself]) expect(await related(id)).toEqual(none);
  // A second invoice with the number makes the reference ambiguous, until it is rejected.
  const twin = await send('t', { supplierInvoiceNumber: 'F42', totalPrice: 1, currency: 'SEK' });
  for (const id of [invoice, note, twin]) expect((await related(id)).remaining).toEqual({ unknown: 'several' });
  await approver.call('POST', at(`/${twin}/reject`), { reason: 'A duplicate' });
  for (const id of [invoice, note]) expect((await related(id)).remaining).toEqual(remaining);
  expect((await related(twin)).remaining).toBeNull();
});
