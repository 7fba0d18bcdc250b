import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { addCodes } from '../../server/testing/coding.ts';
import { openDoor } from '../../server/testing/door.ts';
import { setSettings } from '../../server/testing/settings.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { picture } from './picture.ts';
import { anInvoice, suppliers } from './records.ts';

const door = await openDoor();
await addSuppliers(door);
const administrator = await signedIn(door, 'administrator');
const anna = await approver('Kollega ett');
const bo = await approver('Kollega två');
/** The tests share the pages of the two colleagues. */
const mine = await openPage(door, anna);
const theirs = await openPage(door, bo);
const administrating = await openPage(door, administrator);
for (const { go } of [mine, theirs]) await go('/account');
afterAll(async () => {
  await closePages();
  await door?.close();
});

async function approver(name: string): Promise<SignedIn> {
  const made = await signedIn(door, 'approver');
  expect((await administrator.call('PATCH', `/operators/${made.id}`, { name })).status).toBe(200);
  return made;
}

let made = 300;
const invoice = () => submit(door, door.token, anInvoice((made += 1)));
const at = (path: string) => `/companies/${door.company}${path}`;

function nothingWrong(...opened: OpenedPage[]): void {
  for (const { complaints } of opened) expect(complaints).toEqual([]);
}

/** The page refreshes when the operator returns to the window. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

it('one takes an invoice by one click and mentions the other, who sees both', async () => {
  const id = await invoice();
  for (const { visit } of [mine, theirs]) await visit(at(`/invoices/${id}`));
  await mine.page.getByRole('button', { name: 'Assign to me' }).click();
  await mine.page.getByRole('group').getByText('Assigned to you').waitFor();
  expect((await anna.call('GET', at(`/invoices/${id}`))).body.assignedTo.id).toBe(anna.id);

  const area = mine.page.getByLabel('New note');
  await area.pressSequentially('Hej @kollega t');
  await mine.page.getByRole('option', { name: 'Kollega två' }).waitFor();
  await expect.poll(() => mine.page.getByRole('option').count()).toBe(1);
  await area.press('Enter');
  await expect.poll(() => area.inputValue()).toBe('Hej @Kollega två ');
  await area.pressSequentially('kom den?');
  await picture(mine.page, 'together-note', { whole: true });
  await area.press('Control+Enter');
  const note = mine.page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  await note.getByText('kom den?').waitFor();
  await expect.poll(() => area.inputValue()).toBe('');
  const { notes } = (await bo.call('GET', at(`/invoices/${id}`))).body;
  expect(notes).toMatchObject([{ by: { id: anna.id }, mentions: [{ id: bo.id, name: 'Kollega två' }] }]);

  await comeBack(theirs.page);
  const seen = theirs.page.getByRole('region', { name: 'Notes' });
  await seen.locator('mark', { hasText: '@Kollega två' }).waitFor();
  await seen.getByText('Kollega ett').waitFor();
  await theirs.page.getByText('Assigned to Kollega ett').first().waitFor();
  await theirs.page.getByRole('button', { name: '1 note' }).click();
  await expect.poll(() => seen.evaluate((panel) => panel.getBoundingClientRect().top < innerHeight)).toBe(true);
  await theirs.page.getByRole('region', { name: 'History' }).getByText('Assigned to Kollega ett').waitFor();
  expect(await seriousIn(theirs.page)).toEqual([]);
  nothingWrong(mine, theirs);
});

it('an invoice is given to a colleague who is found by part of the name, and to nobody, by keyboard', async () => {
  const id = await invoice();
  const { page, visit } = theirs;
  await visit(at(`/invoices/${id}`));
  await page.getByText('Assigned to nobody').waitFor();
  await page.getByRole('button', { name: 'Assign …' }).focus();
  await page.keyboard.press('Enter');
  const find = page.getByLabel('Find a colleague');
  await find.fill('ga ett');
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([expect.stringContaining('Kollega ett')]);
  expect(await seriousIn(page)).toEqual([]);
  await find.press('ArrowDown');
  await find.press('Enter');
  await page.getByRole('group').getByText('Assigned to Kollega ett').waitFor();
  await page.getByRole('button', { name: 'Assign …' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('group').getByText('Assigned to nobody').waitFor();
  expect((await bo.call('GET', at(`/invoices/${id}`))).body.assignedTo).toBeNull();
  nothingWrong(theirs);
});

it('a change of who is paid that one proposes takes the other to confirm it', async () => {
  await setSettings(door, { payeeTakesTwo: true });
  const number = '1004';
  const [giro, before] = ['5402-9681', suppliers.find((one) => one.number === number)?.bankGiro ?? ''];
  for (const { visit } of [mine, theirs]) await visit(at(`/suppliers/${number}`));
  await mine.page.getByRole('button', { name: 'Edit' }).click();
  const dialog = mine.page.getByRole('dialog');
  await dialog.getByLabel('Bank giro').fill(giro);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const panel = ({ page }: OpenedPage) => page.getByRole('region', { name: 'Waiting for confirmation' });
  const row = (opened: OpenedPage) => panel(opened).getByRole('row', { name: 'Bank giro' });
  await row(mine).getByText(before).waitFor();
  await row(mine).getByText(giro).waitFor();
  const own = panel(mine).getByRole('button', { name: 'Confirm' });
  expect(await own.getAttribute('aria-disabled')).toBe('true');
  await own.hover();
  await mine.page.getByRole('tooltip').getByText('Ask a colleague to confirm it.').waitFor();
  expect((await bo.call('GET', at(`/suppliers/${number}`))).body.bankGiro).toBe(before);
  await picture(mine.page, `together-proposal`, { whole: true });

  await comeBack(theirs.page);
  await row(theirs).getByText(giro).waitFor();
  expect(await seriousIn(theirs.page)).toEqual([]);
  await theirs.visit(at('/suppliers'));
  await theirs.page.getByText('1 change of a supplier waits for confirmation').waitFor();
  await picture(theirs.page, `together-suppliers`);
  await theirs.visit(at(`/suppliers/${number}`));
  await panel(theirs).getByRole('button', { name: 'Confirm' }).click();
  await theirs.page
    .getByRole('dialog', { name: 'Confirm this change?' })
    .getByRole('button', { name: 'Confirm' })
    .click();
  await theirs.page.getByText('The change is made.').waitFor();
  await panel(theirs).waitFor({ state: 'detached' });
  await theirs.page.getByText('by Kollega två, proposed by Kollega ett').waitFor();
  expect((await bo.call('GET', at(`/suppliers/${number}`))).body).toMatchObject({ bankGiro: giro, proposals: [] });
  nothingWrong(mine, theirs);
});

it('who proposed a change takes it back with a reason', async () => {
  await setSettings(door, { payeeTakesTwo: true });
  await anna.call('PATCH', at('/suppliers/1006'), { name: 'Fönster' });
  const { page, visit } = mine;
  await visit(at('/suppliers/1006'));
  await page.getByRole('button', { name: 'Take back' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take back' });
  await dialog.getByLabel('Reason').fill('Skrev fel.');
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('The change is taken back.').waitFor();
  expect((await anna.call('GET', at('/suppliers/1006'))).body).toMatchObject({
    name: 'Skånska Fönster',
    proposals: [],
  });
  nothingWrong(mine);
});

it('what was typed stays when the service fails, and is sent by the next try', async () => {
  const id = await invoice();
  const { page, context, visit } = mine;
  await visit(at(`/invoices/${id}`));
  await page.getByLabel('New note').fill('Ask for the delivery note.');
  await context.route('**/notes', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Write the note' }).click();
  await page.getByRole('region', { name: 'Notes' }).getByRole('alert').waitFor();
  expect(await page.getByLabel('New note').inputValue()).toBe('Ask for the delivery note.');
  // Leaving with an unsaved note asks first.
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  expect(await page.getByLabel('New note').inputValue()).toBe('Ask for the delivery note.');
  await context.unroute('**/notes');
  await page.getByRole('button', { name: 'Write the note' }).click();
  await page.getByRole('listitem').getByText('Ask for the delivery note.').waitFor();
  expect((await anna.call('GET', at(`/invoices/${id}`))).body.notes).toHaveLength(1);
  nothingWrong(mine);
});

it('an administrator sets an approver’s limit, in the currency of the company, and takes it away', async () => {
  await administrator.call('PATCH', at('/settings'), { currency: 'NOK' });
  const { page, go } = administrating;
  const limitOf = async () =>
    (await administrator.call('GET', '/operators?limit=200')).body.rows.find(({ id }: { id: string }) => id === bo.id)
      .companies[0].approvalLimit;
  await go('/operators');
  const row = page.getByRole('row', { name: bo.email });
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  const limit = dialog.getByLabel(`Limit at ${door.companyName}, NOK`);
  await limit.fill('ten');
  await dialog.getByText('Write an amount').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await limit.fill('50 000,50');
  expect(await seriousIn(page)).toEqual([]);
  await picture(page, 'together-limit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText(`approver up to 50,000.50, ${door.companyName}`).waitFor();
  expect(await limitOf()).toBe('50000.50');
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel(`Limit at ${door.companyName}, NOK`).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('up to').waitFor({ state: 'detached' });
  expect(await limitOf()).toBeUndefined();
  nothingWrong(administrating);
});

it('settings are saved, what weakens a duty waits for a second administrator, and unsaved ones are asked about', async () => {
  await setSettings(door, { payeeTakesTwo: false, currency: 'SEK' });
  const second = await signedIn(door, 'administrator');
  const { page, go } = administrating;
  // A page that was open before shows the former settings for a moment.
  await go(at('/settings'));
  const reasons = page.getByLabel('Reasons for rejecting an invoice');
  await reasons.fill('Wrong amount.\n\n Sent twice.');
  await page.getByRole('button', { name: 'Save the texts' }).click();
  await page.getByText('The settings are saved.').waitFor();
  await expect.poll(() => reasons.inputValue()).toBe('Wrong amount.\nSent twice.');
  const two = page.getByRole('switch', { name: 'A second person confirms changes of a supplier’s payment details' });
  expect(await two.isChecked()).toBe(false);
  await two.click();
  await page.getByLabel('Currency of the approvers’ limits').selectOption('EUR');
  await picture(page, 'together-settings');
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('The settings are saved. What weakens a duty waits').waitFor();
  expect((await administrator.call('GET', at('/settings'))).body).toMatchObject({
    currency: 'SEK',
    payeeTakesTwo: true,
  });
  await page.getByRole('switch', { name: 'Different people prepare and approve' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Write why.').waitFor();
  await page.getByLabel('Why one person may do both').fill('Bara en attestant.');
  await picture(page, 'together-settings-duties');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const duties = 'Different people prepare and approve: yes → no';
  await page.getByRole('region', { name: duties }).getByText('Bara en attestant.').waitFor();
  await page.getByRole('region', { name: duties }).getByRole('button', { name: 'Take back' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);

  const other = await openPage(door, second);
  await other.go(at('/settings'));
  await other.page
    .getByRole('region', { name: 'Currency of the approvers’ limits: SEK → EUR' })
    .getByRole('button', { name: 'Decline' })
    .click();
  await other.page.getByText('The change is declined.').waitFor();
  await picture(other.page, 'together-settings-waiting');
  const region = other.page.getByRole('region', { name: 'Different people prepare and approve: yes → no' });
  await region.getByRole('button', { name: 'Confirm' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await other.page.getByText('Why one person may do both: Bara en attestant.').waitFor();
  expect((await second.call('GET', at('/settings'))).body).toMatchObject({ separateDuties: false, waiting: [] });
  await setSettings(door, { dutiesOffReason: null });
  nothingWrong(administrating, other);
  await other.close();
});

it('a note that is written during an outage waits, survives a reload, and is saved once when the service answers', async () => {
  const id = await invoice();
  const { page, visit } = mine;
  await visit(at(`/invoices/${id}`));
  let sent = 0;
  // The first note arrives, but its answer is lost.
  await page.route('**/operator/v1/**', async (route) => {
    if (route.request().method() === 'POST' && (sent += 1) === 1) await route.fetch();
    return route.abort();
  });
  const note = page.getByRole('region', { name: 'Notes' }).getByRole('listitem');
  const line = page.getByText('No connection to Doorway; trying again.');
  for (const text of ['Kom den?', 'Den kom.']) {
    await page.getByLabel('New note').fill(text);
    await page.getByRole('button', { name: 'Write the note' }).click();
    await note.filter({ hasText: text }).getByText('Waits for the connection').waitFor();
    await line.waitFor();
  }
  await picture(page, 'together-outage');
  expect(await seriousIn(page)).toEqual([]);
  await page.reload();
  await page.getByText('Doorway is not answering').waitFor();
  await page.unroute('**/operator/v1/**');
  await note.filter({ hasText: 'Den kom.' }).getByText('Kollega ett').waitFor();
  expect(await line.count()).toBe(0);
  expect(await note.count()).toBe(2);
  const { notes } = (await bo.call('GET', at(`/invoices/${id}`))).body;
  expect(notes.map(({ text }: { text: string }) => text)).toEqual(['Kom den?', 'Den kom.']);
  // The router logs the failed reload.
  mine.complaints.length = 0;
});

it('an invoice is coded by part of a code, and the next one of the supplier by its proposal', async () => {
  await addCodes(door, { account: ['4010', '5410'] });
  const { page, visit } = mine;
  await visit(at(`/invoices/${await submit(door, door.token, { ...anInvoice(400), supplierNumber: '1003' })}`));
  const panel = page.getByRole('region', { name: 'Coding' });
  await panel.getByRole('button', { name: 'Code', exact: true }).click();
  await panel.getByRole('combobox', { name: 'Account' }).pressSequentially('54');
  await page.getByRole('option', { name: '5410' }).click();
  expect(await seriousIn(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Save the coding' }).click();
  await panel.getByText('By Kollega ett').waitFor();
  await visit(at(`/invoices/${await submit(door, door.token, { ...anInvoice(401), supplierNumber: '1003' })}`));
  await panel.getByRole('button', { name: 'Use the proposal' }).click();
  await panel.getByText('Account: 5410').waitFor();
  await panel.getByText('By Kollega ett').waitFor();
  nothingWrong(mine);
});
