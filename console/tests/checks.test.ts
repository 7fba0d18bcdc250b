import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { counted } from './actions.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { addSuppliers, attach, submit } from './company.ts';
import { png } from './files.ts';
import { picture } from './picture.ts';
import { anInvoice } from './records.ts';
import { adding, suspicious } from './suspicious.ts';

const door = await openDoor();
await addSuppliers(door);
await door.addSupplier('1007', { name: 'Nya Måleriet', organizationalNumber: '850101-0014' });
const inbox = await door.tokenFor({ partner: 'Inbox' });
const administrator = await signedIn(door, 'administrator');
const approver = await signedIn(door, 'approver');
const viewer = await signedIn(door, 'viewer');
const held = await submit(door, door.token, suspicious);
const wide = { viewport: { width: 1440, height: 900 } };
/** Pages that several tests share. */
const approving = await openPage(door, approver, wide);
await approving.go('/account');
const viewing = await openPage(door, viewer, wide);
await viewing.go('/account');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const company = () => `/companies/${door.company}`;
const pageOf = (id: string) => `${company()}/invoices/${id}`;
const field = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=..').getByRole('definition');
const compared = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Invoice and supplier’s record' }).getByRole('row', { name });

let number = 40_000;
/** A clean invoice except for the given fields. */
function invoiceOf(supplierNumber: string, more: object = {}) {
  number++;
  return {
    ...anInvoice(number),
    supplierNumber,
    supplierInvoiceNumber: `C-${number}`,
    currency: 'SEK',
    paymentReferenceOCR: '',
    ...more,
  };
}

it('each finding is explained once, the gravest first, and it and the mark at its field lead to each other', async () => {
  const { page, visit, complaints } = approving;
  await visit(pageOf(held));
  const summary = page.getByRole('alert').filter({ hasText: 'This invoice is held' });
  await summary.getByText('It can be rejected now, and approved once someone has released it.').waitFor();
  const warnings = page.getByRole('alert').filter({ hasText: 'findings' });
  expect(await summary.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/Hold\s+Bank giro differs/),
  ]);
  const told = await page.getByRole('alert').getByRole('listitem').allInnerTexts();
  expect(told.slice(1).join()).not.toContain('Hold');
  for (const sentence of [
    'The invoice is to be paid to bank giro 5402-9681, but the supplier’s record has 5805-6201.',
    'Line 2 comes to 3,000.00 SEK, but its line total is 2,900.00 SEK, which is 100.00 SEK less.',
    'is before the invoice date',
  ]) {
    expect(told.join(' ')).toContain(sentence);
    expect(await page.getByText(sentence).filter({ visible: true }).count(), sentence).toBe(1);
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await warnings.getByRole('button', { name: 'Show Due date' }).click();
  await expect.poll(focused).toMatch(/^[\d-]+.*Due before its date$/);
  await field(page, 'Due date').getByRole('button', { name: 'Due before its date' }).click();
  await expect.poll(focused).toContain('is before the invoice date');
  await warnings.getByRole('button', { name: 'Show line 2' }).click();
  await expect.poll(focused).toContain('Concrete C30');
  await page.getByRole('table', { name: 'Lines' }).getByRole('button', { name: 'Line does not add up' }).click();
  await expect.poll(focused).toContain('Line 2 comes to');
  // The words of the partner's developers are one click away.
  const quiet = page.getByRole('region', { name: 'Notes and dismissed findings' });
  const technical = quiet.getByText('but its total is 2900.00: a difference of -100.00');
  expect(await technical.isVisible()).toBe(false);
  await quiet.getByText('Technical details').click();
  await technical.waitFor();
  await quiet.getByText('articles[1].totalPrice').waitFor();
  const approve = page.getByRole('button', { name: 'Approve' });
  expect(await approve.getAttribute('aria-disabled')).toBe('true');
  // A hold is released, not dismissed.
  expect(await summary.getByRole('button', { name: 'Dismiss: Bank giro differs' }).count()).toBe(0);
  // A double click selects a whole amount; the account is copied as a bank takes it.
  await page
    .getByText('6,900.00 SEK')
    .first()
    .dblclick({ position: { x: 4, y: 10 } });
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('6,900.00');
  // The browser of the tests lets nobody write to the clipboard.
  await page.evaluate(() => {
    navigator.clipboard.writeText = (text) => Promise.resolve(void (document.title = text));
  });
  await page.getByRole('button', { name: 'Copy 54029681' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.title()).toBe('54029681');
  await picture(page, 'held', { whole: true });
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('invoice and record stand side by side where they differ, and a release takes the account over', async () => {
  const id = await submit(door, door.token, invoiceOf('1001', { supplierBankGiro: '5050-1055' }));
  const { page, visit, complaints } = approving;
  await visit(pageOf(id));
  const row = compared(page, 'Bank giro');
  expect(await row.innerText()).toMatch(/5050-1055\s+991-2346\s+Differs/);
  // Suspected fraud is rejected without a release; undone, the invoice is held again.
  await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0);
  await page.keyboard.press('r');
  const rejection = page.getByRole('dialog', { name: 'Reject' });
  await rejection.getByText('Scanner is not notified, because it has no webhook endpoint for this.').waitFor();
  await rejection.getByLabel('Reason').fill('Not their account.');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/ is rejected\.$/).waitFor();
  await page.keyboard.press('z');
  await page.getByText(/ is open again\.$/).waitFor();
  await page.getByRole('button', { name: 'Release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release' });
  await dialog.getByRole('button', { name: 'Release' }).click();
  await dialog.getByText('This is required.').waitFor();
  await dialog.getByText('Bank giro: 991-2346 → 5050-1055').waitFor();
  await dialog.getByLabel('Save the new account in the supplier’s record').check();
  await dialog.getByLabel('Reason').fill('They confirmed the account by telephone.');
  await picture(page, 'dialog-release-account');
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Release' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('They confirmed the account by telephone.').first().waitFor();
  await expect.poll(() => row.innerText()).toMatch(/5050-1055\s+5050-1055\s+Same/);
  const { body } = await approver.call('GET', `${company()}/suppliers/1001`);
  expect(body.bankGiro).toBe('5050-1055');
  expect(await page.getByRole('button', { name: 'Release' }).count()).toBe(0);
  await page.getByRole('alert').getByText('Hold, released').waitFor();
  await page.getByText('Invoice released, and the account saved in the supplier’s record').waitFor();
  const approve = page.getByRole('button', { name: 'Approve' });
  await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('true');
  // The reason stands beside the button.
  await page.getByText(/^You released this invoice on .+ so another approver must approve it\./).waitFor();
  await picture(page, 'approve-refused');
  expect(complaints).toEqual([]);
});

it('an invoice of a supplier that one operator changed is released by another, and approved by a third', async () => {
  const changer = await signedIn(door, 'approver');
  const changed = await changer.call('PATCH', `${company()}/suppliers/1006`, { bankGiro: '991-2346' });
  expect(changed.status).toBe(200);
  const id = await submit(door, door.token, invoiceOf('1006', { supplierBankGiro: '991-2346' }));
  const { page, visit } = approving;
  await visit(pageOf(id));
  await page.getByRole('button', { name: 'Release' }).click();
  const dialog = page.getByRole('dialog', { name: 'Release' });
  // The record has the account by now, so there is nothing to accept.
  expect(await dialog.getByRole('checkbox').count()).toBe(0);
  await dialog.getByLabel('Reason').fill('The supplier confirmed the new account by telephone.');
  await dialog.getByRole('button', { name: 'Release' }).click();
  await page.getByText('The invoice is released').waitFor();
  // One operator changed the supplier and another released the invoice, so a third approves.
  await page.getByText(/^You released this invoice on/).waitFor();
});

it('a duplicate stands beside the other invoice, and is decided in three actions, also from the list', async () => {
  const first = invoiceOf('1005', { supplierInvoiceNumber: 'H-0012' });
  const earlier = await submit(door, door.token, first);
  await attach(door, earlier, 'first.png', png);
  const again = { ...first, supplierInvoiceNumber: 'h 12', orderNumber: 'O-2' };
  const second = await submit(door, door.token, { ...again, externalReferenceId: 'again' });
  const third = await submit(door, door.token, { ...again, externalReferenceId: 'and again' });
  for (const id of [second, third]) await attach(door, id, 'again.png', Buffer.concat([png, Buffer.from(id)]));
  const { page, visit, complaints } = approving;
  await visit(`${company()}/invoices?supplier=1005&state=received&sort=createdAt`);
  const person = counted(page);
  await person.click(page.getByRole('link', { name: 'h 12', exact: true }).first());
  const panel = page.getByRole('region', { name: 'Possible duplicate' });
  await panel.getByText('90 % like invoice H-0012: same number, amount and date').waitFor();
  expect(await panel.getByRole('link', { name: 'invoice H-0012' }).getAttribute('href')).toContain(earlier);
  // Each sentence is on the page once.
  expect(await page.getByText('90 % like').count()).toBe(1);
  expect(await page.getByRole('alert').filter({ hasText: 'finding' }).count()).toBe(0);
  const pairs = panel.getByRole('table', { name: 'This invoice and H-0012' });
  await pairs.getByRole('row', { name: 'Invoice number (differs) h 12 H-0012' }).waitFor();
  await pairs.getByRole('row', { name: 'State Received Received' }).waitFor();
  await pairs.getByRole('row', { name: 'Order number (differs) O-2' }).waitFor();
  await picture(page, 'duplicate', { whole: true });
  expect(await seriousIn(page)).toEqual([]);
  await pairs.getByRole('button', { name: 'first.png' }).click();
  const both = page.getByRole('dialog', { name: 'Both documents' });
  for (const name of ['first.png', 'again.png']) await both.getByRole('img', { name: `The file ${name}` }).waitFor();
  await picture(page, 'duplicate-documents');
  expect(await seriousIn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await both.waitFor({ state: 'detached' });

  await person.click(panel.getByRole('button', { name: 'Not a duplicate' }));
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await expect.poll(() => reason.inputValue()).toBe('Not a duplicate of invoice H-0012');
  await picture(page, 'duplicate-dismissal');
  await person.press('Control+Enter');
  await panel.waitFor({ state: 'detached' });
  expect(person.actions).toBe(3);
  await page.getByText('2 dismissed findings').click();
  await page.getByText('Not a duplicate of invoice H-0012').first().waitFor();

  await person.press('j');
  await panel.getByText('90 % like invoice H-0012: same number, amount and date').waitFor();
  await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0);
  await person.press('d');
  await expect.poll(() => reason.inputValue()).toBe('Duplicate of invoice H-0012');
  await person.press('Control+Enter');
  await page.getByText('h 12 is rejected.').waitFor();
  expect(person.actions).toBe(6);
  const { body } = await approver.call('GET', pageOf(third));
  expect([body.state, body.decision.reason]).toEqual(['rejected', 'Duplicate of invoice H-0012']);
  // The queue goes on, here to the list, because this was its last invoice.
  await page.getByText('That was the last invoice.').waitFor();
  expect(complaints).toEqual([]);
});

it('a supplier without an account gets that of the invoice, and of a personal number the end is nowhere shown', async () => {
  const id = await submit(
    door,
    door.token,
    invoiceOf('1007', { supplierBankGiro: '5805-6201', supplierOrganizationalNumber: '19850101-0014' }),
  );
  const { page, visit, complaints } = approving;
  await visit(pageOf(id));
  expect(await compared(page, 'Bank giro').innerText()).toMatch(/5805-6201\s+–\s+Not in the record/);
  expect(await compared(page, 'Organisational number').innerText()).toMatch(/850101-\*{4}\s+850101-\*{4}/);
  expect(await page.locator('body').innerText()).not.toContain('0014');
  await page.getByRole('button', { name: 'Save the account in the supplier’s record' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('bank giro 5805-6201').waitFor();
  await dialog.getByLabel('Reason').fill('It stands in the contract.');
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save the account in the supplier’s record' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 dismissed finding').waitFor();
  expect((await approver.call('GET', `${company()}/suppliers/1007`)).body.bankGiro).toBe('5805-6201');
  await visit(`${company()}/suppliers/1007`);
  await page.getByText('850101-****').first().waitFor();
  // Masked digits are not sent back as stars.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('City').fill('Sala');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('definition').filter({ hasText: 'Sala' }).waitFor();
  const { rows } = await door.pool.query(
    'SELECT organizational_number FROM suppliers WHERE company_id = $1 AND number = $2',
    [door.company, '1007'],
  );
  expect(rows).toEqual([{ organizational_number: '850101-0014' }]);
  expect(await page.locator('body').innerText()).not.toContain('0014');
  expect(complaints).toEqual([]);
});

// Before any click on this page: the mark shows its tooltip if it has the focus by the keyboard.
it('the list is filtered by finding, and the overview leads from a partner and a check to its invoices', async () => {
  const { page, visit } = viewing;
  await submit(door, inbox, invoiceOf('1002', { currency: 'KR' }));
  await visit(`${company()}/invoices`);
  await page.getByLabel('Finding').selectOption({ label: 'Due before its date' });
  const rows = page.getByRole('table', { name: 'Invoices' }).getByRole('row');
  await expect.poll(() => new URL(page.url()).search).toBe('?finding=date.due');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await rows.filter({ hasText: 'G-31001' }).getByText('Held').waitFor();
  await rows.filter({ hasText: 'G-31001' }).locator('[data-severity]').focus();
  await page.getByRole('tooltip', { name: 'The most serious: hold' }).waitFor();
  await picture(page, 'filtered');
  await page.getByLabel('Finding').selectOption({ label: 'Payee: any' });
  await expect.poll(() => new URL(page.url()).search).toBe('?finding=payee');
  await rows.filter({ hasText: 'G-31001' }).waitFor();

  await visit(`${company()}/overview`);
  const table = page.getByRole('table', { name: 'Findings by partner' });
  const link = table.getByRole('link', { name: 'Inbox, Unknown currency: 1' });
  await link.waitFor();
  await picture(page, 'overview-findings', { whole: true });
  expect(await seriousIn(page)).toEqual([]);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor();
  expect(await page.getByLabel('Finding').inputValue()).toBe('currency.unknown');
  await expect.poll(() => rows.count()).toBe(2);
});

it('a company raises a check to a hold, two administrators switch one off, and what arrives then is judged by it', async () => {
  const second = await signedIn(door, 'administrator');
  const { page, go, visit, close, complaints } = await openPage(door, administrator, wide);
  await go(`${company()}/suppliers`);
  await page.getByRole('link', { name: 'Checks' }).click();
  await page.getByRole('heading', { level: 1, name: 'Checks' }).waitFor();
  const choice = (name: string) => page.getByRole('radiogroup', { name: `${name}: in this company` });
  await choice('Unknown currency').getByText('Hold').click();
  await choice('Supplier name differs').getByText('Off').click();
  await page.getByText('this check no longer holds invoices that would pay someone else').waitFor();
  const limit = (name: string) => page.getByRole('textbox', { name: `${name}: in this company` });
  await limit('Tolerance of sums, in öre').fill('5000');
  await page.getByText('Enter a whole number from 0 to 1000.').waitFor();
  await limit('Tolerance of sums, in öre').fill('5');
  await limit('How long a change of payee counts as recent').fill('14');
  await page.getByText('Fewer days than now').waitFor();
  await page.getByText('4 changes are not saved').waitFor();
  await picture(page, 'checks-changed');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByText('waits until another administrator confirms it. Unknown currency: hold. Tolerance of sums, in öre: 5.')
    .waitFor();
  await page.getByRole('status').getByText('Nothing is changed.').waitFor();
  const wanted = 'Supplier name differs: default → off';
  await page.getByRole('region', { name: 'How long a change of payee counts as recent: 30 → 14' }).waitFor();
  const own = page.getByRole('region', { name: wanted });
  expect(await own.getByRole('button', { name: 'Confirm' }).getAttribute('aria-disabled')).toBe('true');
  await own.getByRole('button', { name: 'Take back' }).waitFor();

  const other = await openPage(door, second, wide);
  await other.go(`${company()}/checks`);
  await other.page.getByRole('region', { name: wanted }).getByRole('button', { name: 'Confirm' }).click();
  await picture(other.page, 'checks-confirm');
  expect(await seriousIn(other.page)).toEqual([]);
  await other.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await other.page.getByText('The change is made.').waitFor();
  expect(other.complaints).toEqual([]);
  await other.close();
  const { body } = await administrator.call('GET', `${company()}/checks`);
  const settings = Object.fromEntries(
    body.rules.map(({ code, setting }: { code: string; setting: string }) => [code, setting]),
  );
  expect(settings).toMatchObject({ 'currency.unknown': 'hold', 'payee.name': 'off', 'payee.bankgiro': 'usual' });
  const id = await submit(door, door.token, invoiceOf('1002', { currency: 'KR', supplierName: 'Somebody else' }));
  const record = (await administrator.call('GET', pageOf(id))).body;
  expect([record.state, record.findings.map(({ code }: { code: string }) => code)]).toEqual([
    'held',
    ['currency.unknown'],
  ]);
  await visit(`${company()}/audit`);
  await page.getByRole('cell', { name: 'Checks changed' }).first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('pages that rendered/ shows in states of their own have no serious violation', async () => {
  const { page, visit, complaints } = viewing;
  const invoice = await submit(door, door.token, { ...adding, supplierNumber: '1006' });
  const asked = (await approver.call('POST', `${pageOf(invoice)}/questions`, { text: 'Which order is it?' })).body;
  const answer = { questionId: asked.questions.at(-1).id, text: 'It is order 4711.' };
  expect((await door.post(`${paths.invoices}/${invoice}/answers`, answer)).status).toBe(200);
  const { body: endpoint } = await administrator.call('POST', `${company()}/webhooks`, { url: 'https://8.8.8.8/gone' });
  for (const path of [pageOf(invoice), pageOf(held), `${company()}/checks`, `${company()}/webhooks/${endpoint.id}`]) {
    await visit(path);
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('details')) folded.open = true;
    });
    expect(await seriousIn(page), path).toEqual([]);
  }
  expect(complaints).toEqual([]);
});

it('an operator who changed the supplier finds a release that cannot be clicked, without a serious violation', async () => {
  const changed = await approver.call('PATCH', `${company()}/suppliers/1004`, { bankGiro: '991-2346' });
  expect(changed.status).toBe(200);
  const { page, visit, complaints } = approving;
  await visit(pageOf(await submit(door, door.token, invoiceOf('1004', { supplierBankGiro: '991-2346' }))));
  const release = page.getByRole('button', { name: 'Release' });
  expect(await release.getAttribute('aria-disabled')).toBe('true');
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
