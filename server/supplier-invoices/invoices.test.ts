import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor, paths, type Door } from '../testing/door.ts';

let door: Door;
beforeAll(async () => {
  door = await openDoor();
  await door.addSupplier('1');
});
afterAll(() => door.close());

it('an invoice is accepted once, and a repeat says what exists', async () => {
  const invoice = { externalReferenceId: 'once', supplierNumber: '1', totalPrice: 12.5 };
  const first = await door.post(paths.invoices, invoice);
  expect(first).toMatchObject({ status: 200, body: { message: 'Supplier invoice created.' } });
  const second = await door.post(paths.invoices, { ...invoice, totalPrice: 12.6 });
  expect(second.status).toBe(409);
  expect(second.body.message).toContain(first.body.id);
  expect(second.body.message).toContain('totalPrice');
});
