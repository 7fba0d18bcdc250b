import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { submit } from './company.ts';
import { picture } from './picture.ts';
import { suppliers } from './records.ts';

const door = await openDoor();
const [{ number, ...supplier }] = suppliers as [(typeof suppliers)[0]];
await door.addSupplier(number, supplier);
const approver = await signedIn(door, 'approver');
/** The tests share this page. */
const approving = await openPage(door, approver);
await approving.go('/account');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const send = (supplierInvoiceNumber: string) =>
  submit(door, door.token, {
    externalReferenceId: supplierInvoiceNumber,
    supplierInvoiceNumber,
    supplierNumber: number,
    totalPrice: 1250.5,
    currency: 'SEK',
  });
const reason = 'Sent with the wrong amount.';
const withdraw = async (id: string) =>
  expect((await door.post(`${paths.invoices}/${id}/withdraw`, { reason })).status).toBe(200);

it('an operator who decides about a withdrawn invoice reads who withdrew it', async () => {
  const id = await send('W-1');
  const { page, visit, complaints } = approving;
  await visit(`/companies/${door.company}/invoices/${id}`);
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  // The page has not heard of it yet: the operator clicks at the same moment.
  await page.route('**/events**', (route) => route.abort());
  await page.route(`**/invoices/${id}/approve`, async (route) => {
    await withdraw(id);
    await route.continue();
  });
  await approve.click();
  const dialog = page.getByRole('dialog', { name: 'Withdrawn by the partner' });
  await dialog.getByText(/^The partner Scanner withdrew this invoice on/).waitFor();
  await picture(page, 'withdrawn-meanwhile');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByText(/^Withdrawn by the partner Scanner on/).waitFor();
  await page.getByText('Invoice withdrawn by the partner', { exact: true }).waitFor();
  await approve.waitFor({ state: 'detached' });
  await picture(page, 'withdrawn-invoice', { whole: true });
  expect(await seriousIn(page)).toEqual([]);
  await visit(`/companies/${door.company}/invoices`);
  await page.getByLabel('State', { exact: true }).selectOption({ label: 'Withdrawn' });
  await page.getByRole('link', { name: 'W-1', exact: true }).waitFor();
  await picture(page, 'withdrawn-list');
  await page.unrouteAll();
  expect(complaints.filter((complaint) => !complaint.includes('409') && !complaint.includes('ERR_FAILED'))).toEqual([]);
  complaints.length = 0;
});

it('an open invoice shows at once that its partner withdrew it', async () => {
  const id = await send('W-live');
  const { page, visit, complaints } = approving;
  await visit(`/companies/${door.company}/invoices/${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await withdraw(id);
  await page.getByText(/^Withdrawn by the partner Scanner on/).waitFor();
  expect(complaints).toEqual([]);
});

it('a proposal of a partner names it and the number to call, and one operator confirms it', async () => {
  const body = { ...supplier, number, name: 'Renamed', bankGiro: '5050-1055', phone: '018-1' };
  expect((await door.call('PUT', `${paths.suppliers}/${number}`, { body })).status).toBe(200);
  const { page, visit, complaints } = approving;
  await visit(`/companies/${door.company}/proposals`);
  const proposal = page.getByRole('region', { name: /^Proposed by the partner Scanner,/ });
  await proposal.waitFor();
  await page.getByText(/record, 018-1, comes from a partner, and nobody at the company has confirmed it\./).waitFor();
  await picture(page, 'partner-proposal');
  expect(await seriousIn(page)).toEqual([]);
  await proposal.getByRole('button', { name: 'Confirm', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm this change?' });
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('The change is made.').waitFor();
  await visit(`/companies/${door.company}/suppliers/${number}`);
  await page.getByText('Renamed').first().waitFor();
  await page.getByText('018-1', { exact: true }).first().waitFor();
  await picture(page, 'partner-proposal-history', { whole: true });
  expect(complaints).toEqual([]);
});
