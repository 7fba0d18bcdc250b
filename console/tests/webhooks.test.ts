import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openOwnDoor, paths } from '../../server/testing/door.ts';
import { partnerEventTypes } from '../../common/events.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { answers, openReceiver } from '../../server/testing/receiver.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { picture } from './picture.ts';

const door = await openOwnDoor('Webhooks to this machine are a setting of the process.', {
  env: { WEBHOOKS_ALLOW_PRIVATE: 'true', WEBHOOKS_ALLOW_HTTP: 'true' },
});
const receiver = await openReceiver();
const administrator = await signedIn(door, 'administrator');
const company = `/companies/${door.company}`;
await door.addSupplier('1', { name: 'Nordbygg Material AB' });
afterAll(async () => {
  await closePages();
  await receiver?.[Symbol.asyncDispose]();
  await door?.close();
});

const wide = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const field = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).first().locator('xpath=..').getByRole('definition');
const made = async (form: object = {}): Promise<string> => {
  const { status, body } = await administrator.call('POST', `${company}/webhooks`, { url: receiver.url, ...form });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};
const pageOf = (id: string) => `${company}/webhooks/${id}`;
const set = (table: string, id: string, fields: string) =>
  door.pool.query(`UPDATE ${table} SET ${fields} WHERE ${table === 'webhook_positions' ? 'endpoint_id' : 'id'} = $1`, [
    id,
  ]);
const inMore = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
};

let sent = 0;
/** Rejects an invoice and returns the number of the event. */
async function rejected(): Promise<number> {
  const body = { externalReferenceId: `console-${sent++}`, supplierNumber: '1' };
  const { id } = (await door.post(paths.invoices, body)).body;
  const reject = `${company}/invoices/${id}/reject`;
  expect((await administrator.call('POST', reject, { reason: 'Twice.' })).status).toBe(200);
  const { rows } = await door.pool.query(
    `SELECT seq::integer FROM events WHERE subject_id = $1 AND type = 'supplierinvoice.rejected'`,
    [id],
  );
  return rows[0].seq;
}

it('an endpoint is made for a partner, its secret is shown once, and a test reaches it', async () => {
  const { page, go, close, complaints } = await openPage(door, administrator, wide);
  await go(`${company}/partners`);
  await page.getByRole('link', { name: 'Scanner' }).click();
  await page.getByRole('link', { name: 'Its webhook endpoints' }).click();
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  await picture(page, 'webhooks-empty');
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel('Belongs to').locator('option:checked').textContent()).toBe('Scanner');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Only these').check();
  await dialog.getByText('Choose at least one.').waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBe(partnerEventTypes.length);
  await dialog.getByLabel('Invoice approved').check();
  await dialog.getByLabel('Invoice rejected').check();
  await picture(page, 'webhooks-new');
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the endpoint' }).click();
  const secret = await page.getByTestId('secret').textContent();
  expect(secret).toMatch(/^whsec_/);
  await picture(page, 'webhooks-secret');
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect.poll(() => page.getByText(secret ?? '').count()).toBe(0);
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
  await expect.poll(() => field(page, 'Belongs to').textContent()).toBe('Scanner');
  await expect.poll(() => field(page, 'Events').textContent()).toBe('Invoice approved, Invoice rejected');
  await page.getByText('Nothing has been sent yet').waitFor();
  receiver.behave = answers(200, 'Thank you.');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test arrived: the answer was 200.').waitFor();
  await page.getByRole('row', { name: /Test.*Delivered · 200.*Thank you\./ }).waitFor();
  expect(receiver.received.at(-1)?.body).toContain('"type":"webhook.test"');
  receiver.behave = answers(503, 'Down for the night.');
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('It failed: the answer was 503.').waitFor();
  await page.getByRole('row', { name: /Failed · 503.*Down for the night\./ }).waitFor();
  await page.getByLabel('Outcome').selectOption('failed');
  await expect.poll(() => page.getByRole('row', { name: /Delivered · 200/ }).count()).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('an address that is refused is told in the dialog, and what was typed stays', async () => {
  const { page, go, close } = await openPage(door, administrator, { ...wide, locale: 'sv-SE' });
  await go(`${company}/webhooks`);
  await page.getByRole('button', { name: 'Ny mottagare' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adress').fill('https://someone:secret@127.0.0.1/');
  await dialog.getByRole('button', { name: 'Skapa mottagaren' }).click();
  await dialog.getByText(/får inte innehålla användarnamn eller lösenord/).waitFor();
  expect(await dialog.getByLabel('Adress').inputValue()).toBe('https://someone:secret@127.0.0.1/');
  await close();
});

it('a delivery shows what was sent and answered, and is sent again with one click', async () => {
  const seq = await rejected();
  const id = await made();
  receiver.behave = answers(500, 'Not now.');
  await administrator.call('POST', `${company}/webhooks/${id}/resend`, { seq });
  const { page, go, close, complaints } = await openPage(door, administrator, wide);
  await go(pageOf(id));
  await page
    .getByRole('row', { name: /Invoice rejected.*Failed · 500/ })
    .getByRole('button')
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Not now.').waitFor();
  await dialog.getByText('"reason": "Twice."').waitFor();
  await picture(page, 'webhooks-delivery');
  expect(await seriousIn(page)).toEqual([]);
  receiver.behave = answers(204);
  const before = receiver.received.length;
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('The event arrived: the answer was 204.').waitFor();
  expect(receiver.received).toHaveLength(before + 1);
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /Invoice rejected.*Delivered · 204.*The administrator/ }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('an endpoint that fails says which event the others wait for, and it is passed over', async () => {
  const first = await rejected();
  const id = await made({ since: first, types: ['supplierinvoice.rejected'] });
  await rejected();
  await set('webhook_positions', id, `tries = 6, failing_since = '2026-11-15T08:00Z', next_try_at = '2036-11-15'`);
  const { page, go, close } = await openPage(door, administrator, wide);
  await go(pageOf(id));
  await page.getByText(`Event ${first} (Invoice rejected) has failed since 2026-11-15 09:00`).waitFor();
  expect(await field(page, 'Waiting').textContent()).toBe('2');
  expect(await field(page, 'Failed attempts').textContent()).toBe('6');
  await picture(page, 'webhooks-failing');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Skip this event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip this event' }).click();
  await page.getByText('The event is skipped.').waitFor();
  await expect.poll(() => field(page, 'Waiting').textContent()).toBe('1');
  await expect.poll(() => page.getByText('does not take its events').count()).toBe(0);
  await inMore(page, 'Send all again since');
  await page.getByLabel('From event number').fill(String(first));
  await page.getByRole('button', { name: 'Send them again' }).click();
  await page.getByText('The events are being sent again.').waitFor();
  await expect.poll(() => field(page, 'Waiting').textContent()).toBe('2');
  await close();
});

it('an endpoint is changed, given a new secret, switched off and on, and deleted', async () => {
  const id = await made({ types: ['supplierinvoice.approved'] });
  const { page, go, close } = await openPage(door, administrator, wide);
  await go(pageOf(id));
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('All, also those that are added later').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => field(page, 'Events').textContent()).toBe('All');
  await inMore(page, 'New secret');
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  expect(await page.getByTestId('secret').textContent()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await field(page, 'Previous secret valid until').waitFor();
  await inMore(page, 'Switch off');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('The endpoint is off, and nothing is sent to it').waitFor();
  await picture(page, 'webhooks-off');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect.poll(() => page.getByText('The endpoint is off, and nothing is sent to it').count()).toBe(0);
  await inMore(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  expect((await administrator.call('GET', `${company}/webhooks/${id}`)).status).toBe(404);
  await close();
});

it('the overview tells of an endpoint that was switched off, and leads there; an address is for administrators', async () => {
  const id = await made({ url: `${receiver.url}/gone` });
  await set('webhook_endpoints', id, `switched_off_at = '2026-11-15T08:00Z', switched_off_for = 'gone'`);
  const viewer = await signedIn(door, 'viewer');
  const { page, go, close, complaints } = await openPage(door, viewer, wide);
  await go(`${company}/overview`);
  await page.getByText('A webhook endpoint was switched off').waitFor();
  await picture(page, 'webhooks-overview');
  await page.getByRole('link', { name: 'The company’s own system' }).click();
  await page.getByRole('heading', { name: 'Endpoint: The company' }).waitFor();
  await page.getByText('On 2026-11-15 09:00 CET it answered 410').waitFor();
  await page.getByText('The address, the deliveries and the answers are for administrators.').waitFor();
  await picture(page, 'webhooks-viewer');
  const button = page.getByRole('button', { name: 'Switch on' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('button', { name: 'More', exact: true }).count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Deliveries' }).count()).toBe(0);
  expect(await seriousIn(page)).toEqual([]);
  await go(`${company}/webhooks`);
  await page.getByRole('row').nth(1).waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Belongs to', 'State']);
  expect(await page.getByText(receiver.url).count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});

it.each([
  ['phone', phone],
  ['dark', { colorScheme: 'dark', viewport: { width: 1024, height: 768 } }],
  ['swedish', { ...wide, locale: 'sv-SE' }],
] as const)('the list and an endpoint fit the screen: %s', async (look, options) => {
  const id = await made({ url: `${receiver.url}/a/rather/long/path/of/a/receiver?with=a-parameter` });
  await set('webhook_positions', id, `tries = 2, failing_since = '2026-11-15T08:00Z', next_try_at = '2036-11-15'`);
  await administrator.call('POST', `${company}/webhooks/${id}/test`);
  const { page, go, visit, close, complaints } = await openPage(door, administrator, options);
  await go('/account');
  for (const [name, at] of [
    ['list', `${company}/webhooks`],
    ['endpoint', pageOf(id)],
  ] as const) {
    await visit(at);
    await page.getByRole('row').nth(1).waitFor();
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0);
    await picture(page, `webhooks-${name}-${look}`, { whole: true });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
    // Only the words differ in Swedish.
    if (look !== 'swedish') expect(await seriousIn(page, { coloursOnly: look === 'dark' })).toEqual([]);
  }
  expect(complaints).toEqual([]);
  await close();
});
