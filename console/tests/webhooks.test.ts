import { afterAll, expect, it } from 'vitest';
import { openOwnDoor, paths } from '../../server/testing/door.ts';
import { partnerEventTypes } from '../../common/events.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { answers, openReceiver } from '../../server/testing/receiver.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { picture } from './picture.ts';

const door = await openOwnDoor('Webhooks to this machine are a setting of the process.', {
  env: { WEBHOOKS_ALLOW_PRIVATE: 'true', WEBHOOKS_ALLOW_HTTP: 'true' },
});
const receiver = await openReceiver();
const administrator = await signedIn(door, 'administrator');
const company = `/companies/${door.company}`;
const wide = { viewport: { width: 1440, height: 900 } };
/** Most tests share the administrator's page. */
const shared = await openPage(door, administrator, wide);
const { page, go, visit, complaints } = shared;
await go('/account');
await door.addSupplier('1', { name: 'Nordbygg Material AB' });
afterAll(async () => {
  await closePages();
  await receiver?.[Symbol.asyncDispose]();
  await door?.close();
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const field = (name: string) =>
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
const inMore = async (name: string) => {
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
  await visit(`${company}/partners`);
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
  await expect.poll(() => field('Belongs to').textContent()).toBe('Scanner');
  await expect.poll(() => field('Events').textContent()).toBe('Invoice approved, Invoice rejected');
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
  expect(complaints).toEqual([]);
});

it('a delivery shows what was sent and answered, and is sent again with one click', async () => {
  const seq = await rejected();
  const id = await made();
  receiver.behave = answers(500, 'Not now.');
  await administrator.call('POST', `${company}/webhooks/${id}/resend`, { seq });
  await visit(pageOf(id));
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
});

it('an endpoint that fails says which event the others wait for, and it is passed over', async () => {
  const first = await rejected();
  const id = await made({ since: first, types: ['supplierinvoice.rejected'] });
  await rejected();
  await set('webhook_positions', id, `tries = 6, failing_since = '2026-11-15T08:00Z', next_try_at = '2036-11-15'`);
  await visit(pageOf(id));
  await page.getByText(`Event ${first} (Invoice rejected) has failed since 2026-11-15 09:00`).waitFor();
  expect(await field('Waiting').textContent()).toBe('2');
  expect(await field('Failed attempts').textContent()).toBe('6');
  await picture(page, 'webhooks-failing');
  await page.getByRole('button', { name: 'Skip this event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip this event' }).click();
  await page.getByText('The event is skipped.').waitFor();
  await expect.poll(() => field('Waiting').textContent()).toBe('1');
  await expect.poll(() => page.getByText('does not take its events').count()).toBe(0);
  await inMore('Send all again since');
  await page.getByLabel('From event number').fill(String(first));
  await page.getByRole('button', { name: 'Send them again' }).click();
  await page.getByText('The events are being sent again.').waitFor();
  await expect.poll(() => field('Waiting').textContent()).toBe('2');
});

it('an endpoint is changed, given a new secret, switched off and on, and deleted', async () => {
  const id = await made({ types: ['supplierinvoice.approved'] });
  await visit(pageOf(id));
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('All, also those that are added later').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => field('Events').textContent()).toBe('All');
  await inMore('New secret');
  await page.getByRole('button', { name: 'Create a new secret' }).click();
  expect(await page.getByTestId('secret').textContent()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await field('Previous secret valid until').waitFor();
  await inMore('Switch off');
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await page.getByText('The endpoint is off, and nothing is sent to it').waitFor();
  await picture(page, 'webhooks-off');
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect.poll(() => page.getByText('The endpoint is off, and nothing is sent to it').count()).toBe(0);
  await inMore('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  expect((await administrator.call('GET', `${company}/webhooks/${id}`)).status).toBe(404);
});

/** An endpoint that fails and has a delivery. */
async function failing(): Promise<string> {
  const id = await made({ url: `${receiver.url}/a/rather/long/path/of/a/receiver?with=a-parameter` });
  await set('webhook_positions', id, `tries = 2, failing_since = '2026-11-15T08:00Z', next_try_at = '2036-11-15'`);
  await administrator.call('POST', `${company}/webhooks/${id}/test`);
  return id;
}

/** Shows the list and the endpoint. */
async function fits(opened: OpenedPage, look: 'phone' | 'dark' | 'swedish', id: string): Promise<void> {
  for (const [name, at] of [
    ['list', `${company}/webhooks`],
    ['endpoint', pageOf(id)],
  ] as const) {
    await opened.visit(at);
    await opened.page.getByRole('row').nth(1).waitFor();
    await expect.poll(() => opened.page.locator('.mantine-Skeleton-root').count()).toBe(0);
    await picture(opened.page, `webhooks-${name}-${look}`, { whole: true });
    const beyond = await opened.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond).toBeLessThanOrEqual(0);
    // Only the words differ in Swedish.
    if (look !== 'swedish') expect(await seriousIn(opened.page, { coloursOnly: look === 'dark' })).toEqual([]);
  }
  expect(opened.complaints).toEqual([]);
}

it('the list and an endpoint fit the screen of a phone, and a dark one', async () => {
  const id = await failing();
  const mobile = await openPage(door, administrator, phone);
  await mobile.go('/account');
  await fits(mobile, 'phone', id);
  await mobile.close();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(() => page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
  await fits(shared, 'dark', id);
});

it('in Swedish they fit as well; an address that is refused is told in the dialog, and what was typed stays', async () => {
  const swedish = await openPage(door, administrator, { ...wide, locale: 'sv-SE' });
  await swedish.go('/account');
  await fits(swedish, 'swedish', await failing());
  await swedish.visit(`${company}/webhooks`);
  await swedish.page.getByRole('button', { name: 'Ny mottagare' }).click();
  const dialog = swedish.page.getByRole('dialog');
  await dialog.getByLabel('Adress').fill('https://someone:secret@127.0.0.1/');
  await dialog.getByRole('button', { name: 'Skapa mottagaren' }).click();
  await dialog.getByText(/får inte innehålla användarnamn eller lösenord/).waitFor();
  expect(await dialog.getByLabel('Adress').inputValue()).toBe('https://someone:secret@127.0.0.1/');
  await swedish.close();
});
