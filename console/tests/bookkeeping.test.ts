import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor, send } from '../../server/testing/door.ts';
import { api, signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { submit } from './company.ts';
import { picture } from './picture.ts';
import { suppliers } from './records.ts';

const door = await openDoor();
const [{ number, ...supplier }] = suppliers as [(typeof suppliers)[0]];
await door.addSupplier(number, supplier);
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
await approved('B-1');
const done = await approved('B-2');
const { token } = (await administrator.call('POST', `/companies/${door.company}/systems`, { name: 'The ledger' })).body;
const booked = await send(door.url, 'POST', `${api}/companies/${door.company}/invoices/${done}/booked`, {
  token,
  body: { voucher: 'L 1207', bookedOn: '2026-11-16' },
});
if (booked.status !== 200) throw new Error(`booked: ${booked.status} ${JSON.stringify(booked.body)}`);
afterAll(async () => {
  await closePages();
  await door?.close();
});

async function approved(supplierInvoiceNumber: string): Promise<string> {
  const sent = { externalReferenceId: supplierInvoiceNumber, supplierInvoiceNumber, supplierNumber: '1001' };
  const id = await submit(door, door.token, { ...sent, totalPrice: 1250.5, currency: 'SEK' });
  expect((await approver.call('POST', `/companies/${door.company}/invoices/${id}/approve`, {})).status).toBe(200);
  return id;
}

const numbersIn = (page: Page) => page.getByRole('table').getByRole('link', { name: /^B-/ }).allInnerTexts();

it('what is booked is chosen in the list, and an invoice says by the keyboard why it cannot be reopened', async () => {
  const { page, go, visit, close, complaints } = await openPage(door, approver);
  await go(`/companies/${door.company}/invoices`);
  const state = page.getByLabel('State', { exact: true });
  await state.selectOption({ label: 'Approved, not booked' });
  await expect.poll(() => numbersIn(page)).toEqual(['B-1']);
  await state.selectOption({ label: 'Booked' });
  await expect.poll(() => numbersIn(page)).toEqual(['B-2']);
  await picture(page, 'booked-list');
  expect(await seriousIn(page)).toEqual([]);
  await visit(`/companies/${door.company}/invoices/${done}`);
  const reopen = page.getByRole('button', { name: 'Reopen' });
  await reopen.focus();
  await page.getByText('This invoice is booked, so it can no longer be decided').first().waitFor();
  await picture(page, 'booked-invoice', { whole: true });
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('a system is made with a token that is shown once, gets another one, and is shut off', async () => {
  const { page, go, close, complaints } = await openPage(door, administrator);
  await go(`/companies/${door.company}/systems`);
  await page.getByRole('button', { name: 'New system' }).click();
  await page.getByLabel('Name of the system').fill('Payments');
  await picture(page, 'new-system');
  await page.getByRole('button', { name: 'Create the system' }).click();
  const secret = page.getByTestId('secret');
  const statusOf = async (token: string) => (await send(door.url, 'GET', `${api}/session`, { token })).status;
  const first = await secret.innerText();
  expect(await statusOf(first)).toBe(200);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await secret.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /Payments/ });
  await row.getByText('1 valid token').waitFor();
  await row.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name of the token').fill('From 2027 on');
  await page.getByRole('button', { name: 'Create the token' }).click();
  const second = await secret.innerText();
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await row.getByText('2 valid tokens').waitFor();
  await row.getByRole('button', { name: 'Tokens', exact: true }).click();
  const former = page.getByRole('dialog').getByRole('row', { name: /^Payments/ });
  await former.waitFor();
  await picture(page, 'system-tokens');
  expect(await seriousIn(page)).toEqual([]);
  await former.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke the token?' }).getByRole('button', { name: 'Revoke' }).click();
  await former.getByText(/^Revoked/).waitFor();
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Shut off' }).click();
  await page.getByRole('dialog', { name: 'Shut off the system?' }).getByRole('button', { name: 'Shut off' }).click();
  await row.getByText(/^Shut off /).waitFor();
  await picture(page, 'systems');
  expect(await statusOf(second)).toBe(401);
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});
