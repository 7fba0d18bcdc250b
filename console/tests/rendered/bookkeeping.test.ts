import { afterAll, expect, it } from 'vitest';
import { openDoor, send } from '../../../server/testing/door.ts';
import { api, signedIn } from '../../../server/testing/operator.ts';
import { submit } from '../company.ts';
import { suppliers } from '../records.ts';
import { render } from './render.ts';

const door = await openDoor();
const [{ number, ...supplier }] = suppliers as [(typeof suppliers)[0]];
await door.addSupplier(number, supplier);
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const [waiting, done] = [await approved('B-1'), await approved('B-2')];
const { token } = (await administrator.call('POST', `/companies/${door.company}/systems`, { name: 'The ledger' })).body;
const booked = await send(door.url, 'POST', `${api}/companies/${door.company}/invoices/${done}/booked`, {
  token,
  body: { voucher: 'L 1207', bookedOn: '2026-11-16' },
});
if (booked.status !== 200) throw new Error(`booked: ${booked.status} ${JSON.stringify(booked.body)}`);
afterAll(() => door?.close());

async function approved(supplierInvoiceNumber: string): Promise<string> {
  const sent = { externalReferenceId: supplierInvoiceNumber, supplierInvoiceNumber, supplierNumber: '1001' };
  const id = await submit(door, door.token, { ...sent, totalPrice: 1250.5, currency: 'SEK' });
  expect((await approver.call('POST', `/companies/${door.company}/invoices/${id}/approve`, {})).status).toBe(200);
  return id;
}

it.each([
  ['en', 'State', 'Approved, not booked', 'Booked', 'voucher L 1207'],
  ['sv', 'Status', 'Attesterad, ej bokförd', 'Bokförd', 'ver. L 1207'],
] as const)(
  'in %s the list is narrowed down to what is approved and not booked, and to what is booked',
  async (language, label, notBooked, booked, voucher) => {
    const show = (query = '') => render(door, approver, `/companies/${door.company}/invoices${query}`, { language });
    const all = await show();
    expect(all.text).toContain(voucher);
    const choices = all.one('combobox', label).all('option');
    for (const [name, numbers] of [
      [notBooked, ['B-1']],
      [booked, ['B-2']],
    ] as const) {
      const choice = choices.find(({ text }) => text === name);
      const list = await show(`?state=${choice?.attributes.value}`);
      expect(
        list
          .one('table')
          .all('link', /^B-/)
          .map(({ text }) => text),
      ).toEqual(numbers);
    }
  },
);

it('a booked invoice says with which voucher, by whom and since when, and cannot be reopened', async () => {
  const page = await render(door, approver, `/companies/${door.company}/invoices/${done}`);
  expect(page.text).toMatch(/Booked with voucher L 1207, reported by The ledger on .+\. Booking date 2026-11-16\./);
  expect(page.text).toContain('Invoice booked, voucher L 1207');
  const reopen = page.one('button', 'Reopen');
  expect(reopen.isDisabled).toBe(true);
  expect(page.text).toContain('This invoice is booked, so it can no longer be decided');
  const other = await render(door, approver, `/companies/${door.company}/invoices/${waiting}`);
  expect(other.one('button', 'Reopen').isDisabled).toBe(false);
});
