import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../testing/door.ts';
import { signedIn } from '../../testing/operator.ts';

const door = await openDoor();
await door.addSupplier('1');
await door.addSupplier('2');
const viewer = await signedIn(door, 'viewer');
afterAll(() => door.close());

const send = async (externalReferenceId: string, fields: object): Promise<string> =>
  (await door.post(paths.invoices, { externalReferenceId, supplierNumber: '1', ...fields })).body.id;
const related = async (id: string) => {
  // The list brings the projections up to date.
  await viewer.call('GET', `/companies/${door.company}/invoices`);
  const { credits, creditedBy } = (await viewer.call('GET', `/companies/${door.company}/invoices/${id}`)).body;
  return { credits, creditedBy };
};

it('a credit note and the credited invoice name each other, however the number is written', async () => {
  const invoice = await send('i', { supplierInvoiceNumber: 'F-0042' });
  const other = await send('o', { supplierInvoiceNumber: 'F-43' });
  const note = await send('c', { supplierInvoiceNumber: 'K-1', creditInvoiceReference: 'f42', totalPrice: -10 });
  const second = await send('d', { supplierInvoiceNumber: 'K-2', creditInvoiceReference: 'F 42' });
  const elsewhere = await send('e', { supplierNumber: '2', creditInvoiceReference: 'F-0042' });
  const unnamed = await send('u', { supplierInvoiceNumber: 'K-3', totalPrice: -10 });
  const itself = await send('s', { supplierInvoiceNumber: 'S-1', creditInvoiceReference: 'S-1' });
  const none = { credits: [], creditedBy: [] };
  expect(await related(invoice)).toEqual({
    credits: [],
    creditedBy: [
      { id: note, supplierInvoiceNumber: 'K-1' },
      { id: second, supplierInvoiceNumber: 'K-2' },
    ],
  });
  expect(await related(note)).toEqual({
    credits: [{ id: invoice, supplierInvoiceNumber: 'F-0042' }],
    creditedBy: [],
  });
  for (const id of [other, elsewhere, unnamed, itself]) expect(await related(id)).toEqual(none);
});
