import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../server/testing/door.ts';
import { makeLinks } from '../../server/operators/sign-in/links.ts';
import { pdfOf } from '../../server/testing/files.ts';
import { isLongRun } from '../../server/testing/long.ts';
import { decideAs, goodPassword, signedIn } from '../../server/testing/operator.ts';
import { counted } from './actions.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { attach, submit } from './company.ts';
import { png } from './files.ts';
import { ink } from './ink.ts';
import { anInvoice, lastPaper } from './records.ts';
import { routingText } from '../src/pages/routing/text.ts';

/** The tests share the pages of two approvers; each has its own supplier. */
const door = await openDoor();
const approver = await signedIn(door, 'approver');
const second = await signedIn(door, 'approver');
const mine = await openPage(door, approver);
await mine.go('/account');
const theirs = await openPage(door, second);
await theirs.go('/account');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const company = () => `/companies/${door.company}`;

let made = 0;
/** A supplier with clean invoices, in the order of the list. The list's first link leads to the address `first`. */
async function supplierWith(many: number, name = 'Nordbygg', more: (n: number) => object = () => ({})) {
  const supplier = `s${(made += 1)}`;
  await door.addSupplier(supplier, { name: `${name} ${made}` });
  const numbers: string[] = [];
  const ids: string[] = [];
  for (let n = many; n >= 1; n--) {
    const supplierInvoiceNumber = `${supplier}-${n}`;
    const sent = { supplierNumber: supplier, supplierInvoiceNumber, externalReferenceId: supplierInvoiceNumber };
    const clean = { ...anInvoice(n), ...sent, currency: 'SEK', paymentReferenceOCR: '', ...more(n) };
    ids.unshift(await submit(door, door.token, clean));
    numbers.unshift(supplierInvoiceNumber);
  }
  const filters = `supplier=${supplier}&state=received`;
  const list = `${company()}/invoices?${filters}`;
  return { supplier, numbers, ids, list, first: `${company()}/invoices/${ids[0]}?queue=list&${filters}` };
}

const stateOf = async (id: string) => (await approver.call('GET', `${company()}/invoices/${id}`)).body.state;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Conditions that take a while are awaited within the page, because each look from outside costs as much as a key. */
const often = { polling: 50 };

/** The invoice is open, its heading has the focus and it has been on the screen long enough for keys to decide. */
async function isOpen(page: Page, title: string, position?: string): Promise<void> {
  await isShown(page, title, position);
  await page.waitForFunction(() => document.querySelector('[data-waiting]') === null, undefined, often);
}

async function isShown(page: Page, title: string, position?: string): Promise<void> {
  const isFocused = (text: string) => document.querySelector('h1:focus')?.textContent === text;
  await page.waitForFunction(isFocused, title, often);
  if (position !== undefined) await page.getByText(position, { exact: true }).waitFor();
}

// The first test, because each invoice that waits makes the list longer.
it('from sign-in to the first approval takes eight actions by keyboard', async () => {
  const { ids, numbers } = await supplierWith(1);
  const { page, go, close } = await openPage(door);
  await go('/sign-in');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('email');
  const person = counted(page);
  await person.type(approver.email);
  await person.press('Tab');
  await person.type(goodPassword);
  await person.press('Enter');
  await page.getByRole('link', { name: /^To approve/ }).waitFor();
  await person.press('j');
  await person.press('Enter');
  await page.getByRole('link', { name: numbers[0] as string, exact: true }).waitFor();
  await person.press('Enter');
  await isOpen(page, `Invoice ${numbers[0]}`);
  await person.press('a');
  await expect.poll(() => stateOf(ids[0] as string)).toBe('approved');
  expect(person.actions).toBe(8);
  await close();
});

it('clean invoices are approved with one key each, the list says that all is done, and undo reaches back over them after their messages are gone', async () => {
  const many = isLongRun ? 20 : 3;
  // A time of day in the first one's date is only a note, which asks nothing.
  const noted = (n: number) => (n === 1 ? { invoiceDate: Date.UTC(2025, 10, 13, 9, 41) } : {});
  const { numbers, ids, list } = await supplierWith(many, 'Nordbygg', noted);
  const { page, visit, complaints } = mine;
  await visit(list);
  await page.getByRole('link', { name: numbers[0] as string, exact: true }).waitFor();
  const person = counted(page);
  await person.press('j');
  await person.press('Enter');
  for (const [at, number] of numbers.entries()) {
    await isOpen(page, `Invoice ${number}`, `${at + 1} of ${many}`);
    if (at === 0) await page.getByText('Date with a time of day').filter({ visible: true }).first().waitFor();
    await person.press('a');
  }
  await page.getByText('All done').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  expect(new URL(page.url()).search).toBe(new URL(list, page.url()).search);
  // Two keys open the first.
  expect(person.actions).toBe(many + 2);
  for (const id of ids) expect(await stateOf(id)).toBe('approved');

  const told = page.getByRole('alert').filter({ hasText: `${numbers.at(-1)} is approved.` });
  // It stands in the header, so that it covers no document, with its button whole.
  const [toast, undo] = await Promise.all(
    [told, told.getByRole('button', { name: 'Undo' })].map(async (part) => part.boundingBox()),
  );
  expect((toast?.y ?? 0) + (toast?.height ?? 99)).toBeLessThanOrEqual(60);
  expect((undo?.x ?? 0) + (undo?.width ?? 0)).toBeLessThan((toast?.x ?? 0) + (toast?.width ?? 0));
  await told.getByRole('button', { name: 'Close' }).click();
  await told.waitFor({ state: 'detached' });
  // A colleague has reopened and rejected the one before the last: that is said, and the others are undone all the same.
  const refused = many - 2;
  const rejected = `${company()}/invoices/${ids[refused]}`;
  await decideAs(second, rejected, 'reopen', { reason: 'Wrong.' });
  await decideAs(second, rejected, 'reject', { reason: 'Never delivered.' });
  for (const at of [many - 1, refused, many - 3]) {
    await page.keyboard.press('z');
    await page
      .getByText(
        at === refused
          ? /^\S+ could not be undone\. Nothing was taken back, because The approver made a later decision at \d\d:\d\d: Invoice rejected\.$/
          : `${numbers[at]} is open again.`,
      )
      .waitFor();
    if (at !== refused) await isOpen(page, `Invoice ${numbers[at]}`);
  }
  const { body } = await approver.call('GET', `${company()}/invoices/${ids[many - 3]}`);
  expect(body.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.reopened', reason: 'Undone' });
  expect(await Promise.all(ids.slice(-3).map(stateOf))).toEqual(['received', 'rejected', 'received']);
  expect(complaints).toEqual([]);
});

it('one is rejected with a reason by keys alone, and the next opens; a button undoes it and opens it again', async () => {
  const { numbers, ids, first } = await supplierWith(2);
  const { page, visit } = mine;
  await visit(first);
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 2');
  await page.keyboard.press('r');
  await expect.poll(() => page.getByRole('dialog').locator('textarea:focus').count()).toBe(1);
  await page.keyboard.press('Control+Enter');
  await page.getByText('This is required.').waitFor();
  expect(await stateOf(ids[0] as string)).toBe('received');
  await page.keyboard.type('Never delivered, ask Kajsa.');
  await page.keyboard.press('Control+Enter');
  const told = page.getByRole('alert').filter({ hasText: `${numbers[0]} is rejected.` });
  // The message stays while the mouse is on it.
  await told.hover();
  await isOpen(page, `Invoice ${numbers[1]}`, '2 of 2');
  expect(await page.getByRole('dialog').count()).toBe(0);
  const invoice = async () => (await approver.call('GET', `${company()}/invoices/${ids[0]}`)).body;
  const rejected = await invoice();
  expect(rejected.state).toBe('rejected');
  expect(rejected.timeline.at(-1).reason).toBe('Never delivered, ask Kajsa.');
  await told.getByRole('button', { name: 'Undo' }).click();
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 2');
  await page.getByText(`${numbers[0]} is open again.`).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe(null);
  const reopened = await invoice();
  expect(reopened.state).toBe('received');
  expect(reopened.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.reopened', reason: 'Undone' });
  await page.keyboard.press('a');
  await isOpen(page, `Invoice ${numbers[1]}`, '2 of 2');
});

it('keys decide only about an invoice that has been seen with its document, once however long they are held; the next document is there before', async () => {
  const { numbers, ids, first } = await supplierWith(3);
  const slow = ids[1] as string;
  await attach(door, slow, 'slow.png', png);
  await attach(door, ids[2] as string, 'paper.pdf', lastPaper);
  const { page, visit } = mine;
  let showFile = () => {};
  const isHeldBack = new Promise<void>((resolve) => (showFile = resolve));
  await page.route(`**/invoices/${slow}/files/*`, (route) => isHeldBack.then(() => route.continue()));
  await visit(first);
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 3');
  await page.keyboard.down('a');
  await isShown(page, `Invoice ${numbers[1]}`, '2 of 3');
  // The repeats of a key that is held down do nothing, and neither does a new press before the file is shown.
  for (let repeats = 0; repeats < 3; repeats++) await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.keyboard.press('a');
  await page
    .getByRole('tooltip', { name: 'Not yet: the document is still loading. Press again when you see it.' })
    .waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await stateOf(slow)).toBe('received');
  const fetched = page.waitForResponse((response) => response.url().includes(`${ids[2]}/files/`));
  showFile();
  await isOpen(page, `Invoice ${numbers[1]}`, '2 of 3');
  await page.unrouteAll();
  await (await fetched).finished();
  // Whatever is shown of the last invoice's file was fetched before.
  await page.route(`**/invoices/${ids[2]}/files/*`, (route) => route.abort());
  // A person aims with the mouse, so a click decides at once; the second of a double click decides nothing.
  await page.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  await isOpen(page, `Invoice ${numbers[2]}`, '3 of 3');
  await expect.poll(() => ink(page.getByRole('img', { name: 'Page 1 of 2 of paper.pdf' }))).toBeGreaterThan(0.05);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Approve', exact: true }).dispatchEvent('click', { detail: 2 });
  expect([await stateOf(slow), await stateOf(ids[2] as string)]).toEqual(['approved', 'received']);
});

it('while a file waits to be read an approval asks, and once it is read a key approves', async () => {
  const { numbers, ids, first } = await supplierWith(2);
  for (const id of ids) await attach(door, id, 'invoice.pdf', pdfOf(2_000, id));
  const { page, visit, complaints } = mine;
  await visit(first);
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 2');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve' });
  await dialog.getByText('its files are still being read?').waitFor();
  expect(await stateOf(ids[0] as string)).toBe('received');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await isOpen(page, `Invoice ${numbers[1]}`, '2 of 2');
  expect(await stateOf(ids[0] as string)).toBe('approved');
  await page.keyboard.press('a');
  await dialog.getByText('its files are still being read?').waitFor();
  await door.pool.query('UPDATE supplier_invoices SET files_due_at = NULL WHERE company_id = $1', [door.company]);
  await dialog.getByText('its files are still being read?').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('a');
  await expect.poll(() => stateOf(ids[1] as string)).toBe('approved');
  expect(complaints).toEqual([]);
});

it('whoever goes elsewhere while a decision is sent stays there', async () => {
  const { numbers, ids, first } = await supplierWith(2);
  const { page, visit } = mine;
  const approval = `**/invoices/${ids[0]}/approve`;
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(approval, async (route) => {
    await held;
    await route.continue();
  });
  await visit(first);
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 2');
  await Promise.all([page.waitForRequest(approval), page.keyboard.press('a')]);
  await visit(`${company()}/suppliers`);
  await heading(page, 'Suppliers').waitFor();
  const answered = page.waitForResponse(approval);
  answer();
  await (await answered).finished();
  await page.unroute(approval);
  await page.getByText(`${numbers[0]} is approved.`).waitFor();
  // The next invoice would open once the list is answered, which it is before a later request.
  await page.evaluate(async (address) => (await fetch(address)).text(), `/operator/v1${company()}/invoices`);
  expect(new URL(page.url()).pathname).toBe(`/console${company()}/suppliers`);
});

it('where something looks wrong an approval asks, with the findings; where nothing does a comment is still possible', async () => {
  const { numbers, ids, first } = await supplierWith(3, 'Odd', (n) => (n === 1 ? { currency: 'KRONOR' } : {}));
  const { page, visit, complaints } = mine;
  await visit(first);
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 3');
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve' });
  await dialog.getByText('Unknown currency').waitFor();
  await dialog.getByText('is not a currency. A currency is written with three letters').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 3');
  expect(await stateOf(ids[0] as string)).toBe('received');
  await page.keyboard.press('a');
  await expect.poll(() => dialog.locator('textarea:focus').count()).toBe(1);
  await page.keyboard.press('Control+Enter');
  await isOpen(page, `Invoice ${numbers[1]}`, '2 of 3');
  await page.keyboard.press('Shift+A');
  await expect.poll(() => dialog.locator('textarea:focus').count()).toBe(1);
  await page.keyboard.type('Half of it.');
  await page.keyboard.press('Control+Enter');
  await isOpen(page, `Invoice ${numbers[2]}`, '3 of 3');
  const { body } = await approver.call('GET', `${company()}/invoices/${ids[1]}`);
  expect(body.timeline.at(-1)).toMatchObject({ type: 'supplierinvoice.approved', reason: 'Half of it.' });
  expect(complaints).toEqual([]);
});

it('open work orders are decided with one key each, and undo reaches back over them', async () => {
  await door.addProject({
    number: 'w',
    name: 'Eken',
    proposalIds: ['W'],
    facilities: [{ number: '1', name: 'House A' }],
  });
  const what = ['Paint the stairwell', 'Mend the door'];
  const ids: string[] = [];
  for (const description of [...what].toReversed())
    ids.unshift((await door.post(paths.workOrders, { id: description, proposalId: 'W', description })).body.id);
  const orderState = async (id: string) => (await approver.call('GET', `${company()}/work-orders/${id}`)).body.state;
  const { page, visit } = mine;
  await visit(`${company()}/work-orders?state=open`);
  await page.getByRole('link', { name: what[0] as string, exact: true }).waitFor();
  const person = counted(page);
  await person.press('j');
  await person.press('Enter');
  await isOpen(page, what[0] as string, '1 of 2');
  await person.press('a');
  await isOpen(page, what[1] as string, '2 of 2');
  await person.press('a');
  await page.waitForURL('**/work-orders?state=open');
  expect(person.actions).toBe(4);
  expect(await Promise.all(ids.map(orderState))).toEqual(['done', 'done']);
  await person.press('z');
  await isOpen(page, what[1] as string);
  await person.press('z');
  await isOpen(page, what[0] as string);
  expect(await Promise.all(ids.map(orderState))).toEqual(['open', 'open']);
  expect(await seriousIn(page)).toEqual([]);
});

it('of two operators at the same queue the second is told who decided and when, also in an open dialog, and goes on', async () => {
  const { numbers, ids, first } = await supplierWith(3);
  const [one, two] = [mine, theirs];
  await one.visit(first);
  await two.visit(first);
  for (const { page } of [one, two]) await isOpen(page, `Invoice ${numbers[0]}`, '1 of 3');
  // Both press the key at the same moment.
  await two.page.route(`**/invoices/${ids[0]}/approve`, async (route) => {
    await one.page.keyboard.press('a');
    await isOpen(one.page, `Invoice ${numbers[1]}`, '2 of 3');
    await route.continue();
  });
  await two.page.keyboard.press('a');
  const dialog = two.page.getByRole('dialog', { name: /^The approver approved this invoice at \d\d:\d\d\.$/ });
  await dialog.waitFor();
  await expect.poll(() => dialog.locator('button:focus').innerText()).toBe('Next invoice');
  expect(await seriousIn(two.page)).toEqual([]);
  await two.page.keyboard.press('Enter');
  await isOpen(two.page, `Invoice ${numbers[1]}`, '2 of 3');
  await two.page.keyboard.press('r');
  await expect.poll(() => two.page.getByRole('dialog').locator('textarea:focus').count()).toBe(1);
  await two.page.keyboard.type('Twice.');
  await one.page.keyboard.press('a');
  await isOpen(one.page, `Invoice ${numbers[2]}`, '3 of 3');
  await dialog.waitFor();
  await two.page.getByRole('dialog', { name: 'Reject' }).waitFor({ state: 'detached' });
  // The keys of somebody who is still typing press no button.
  await two.page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Next invoice' }).click();
  await isOpen(two.page, `Invoice ${numbers[2]}`, '3 of 3');
  // A key that can do nothing says why at the buttons.
  await decideAs(approver, `${company()}/invoices/${ids[2]}`, 'approve', {});
  await two.page.getByRole('button', { name: 'Reopen' }).waitFor();
  for (const key of ['a', 'q']) {
    await two.page.keyboard.press(key);
    await two.page.getByRole('tooltip', { name: /^The approver approved this invoice at \d\d:\d\d\.$/ }).waitFor();
  }
  expect(await dialog.count()).toBe(0);
  for (const id of ids.slice(0, 2))
    expect(
      (await approver.call('GET', `${company()}/invoices/${id}`)).body.timeline.map(
        ({ type }: { type: string }) => type,
      ),
    ).toEqual(['supplierinvoice.created', 'supplierinvoice.approved']);
});

it('J and K walk through the queue, a reload keeps it, and Escape and the back button lead to the row in the list with its filters', async () => {
  const { numbers, ids, list } = await supplierWith(3);
  const { page, visit } = mine;
  await visit(`${list}&sort=createdAt`);
  const names = [...numbers].reverse();
  await page.getByRole('link', { name: names[0] as string, exact: true }).click();
  await isOpen(page, `Invoice ${names[0]}`, '1 of 3');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await isOpen(page, `Invoice ${names[1]}`, '2 of 3');
  await page.reload();
  await isOpen(page, `Invoice ${names[1]}`, '2 of 3');
  await page.getByRole('button', { name: 'Next invoice' }).click();
  await isOpen(page, `Invoice ${names[2]}`, '3 of 3');
  await page.keyboard.press('k');
  await isOpen(page, `Invoice ${names[1]}`, '2 of 3');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: names[0] as string, exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('createdAt');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe(names[1]);
  await page.keyboard.press('j');
  await expect.poll(focused).toBe(names[2]);
  await page.keyboard.press('Enter');
  await isOpen(page, `Invoice ${names[2]}`);
  await page.goBack();
  await expect.poll(focused).toBe(names[2]);
  // A colleague decides about the row with the focus.
  await decideAs(second, `${company()}/invoices/${ids.at(0)}`, 'approve');
  await page.getByRole('link', { name: names[2] as string, exact: true }).waitFor({ state: 'detached' });
  await expect.poll(focused).toBe(names[1]);
});

it('keys are silent while somebody types, with modifiers and below a dialog; ? shows them all', async () => {
  const { numbers, ids, list, first } = await supplierWith(2);
  const { page, visit } = mine;
  await visit(list);
  await page.getByRole('link', { name: numbers[0] as string, exact: true }).waitFor();
  await page.keyboard.press('/');
  const search = page.getByLabel('Search', { exact: true });
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('j?k');
  expect(await search.inputValue()).toBe('j?k');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await visit(first);
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 2');
  for (const key of ['Control+a', 'Alt+a', 'Meta+j', 'Control+j']) await page.keyboard.press(key);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.getByRole('row', { name: 'A Approve', exact: true }).waitFor();
  for (const row of [
    'R Reject',
    'J Next invoice',
    'K Previous invoice',
    'Z Undo the last decision',
    '/ To the search, or to the first filter',
  ])
    await help.getByRole('row', { name: row, exact: true }).first().waitFor();
  await help.getByRole('row', { name: 'Ctrl + Enter Send' }).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  for (const key of ['a', 'j', 'r']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  // The key that closed the dialog did not lead back to the list.
  await isOpen(page, `Invoice ${numbers[0]}`, '1 of 2');
  for (const id of ids) expect(await stateOf(id)).toBe('received');
});

it('above a limit the button says that another approval must follow; the first can be taken back, and the second approves by two keys, having read why', async () => {
  const { numbers, ids, first: address, list } = await supplierWith(2);
  // Visiting reads the limit with the invoice.
  const setLimit = (limit: number | null) =>
    door.pool.query('UPDATE operator_companies SET approval_limit = $2 WHERE operator_id = $1', [second.id, limit]);
  await setLimit(1);
  const [one, two] = [theirs, mine];
  await one.visit(address);
  await isOpen(one.page, `Invoice ${numbers[0]}`, '1 of 2');
  const first = one.page.getByRole('button', { name: 'Approve (1 of 2)' });
  const why = /^A second approver is needed: .+ SEK is above your limit of 1\.00 SEK\. .+ such as The approver/;
  await one.page.getByText(why).waitFor();
  const described = (await first.getAttribute('aria-describedby')) ?? '';
  expect(await one.page.locator(`[id="${described}"]`).innerText()).toMatch(why);
  expect(await seriousIn(one.page)).toEqual([]);
  await one.page.keyboard.press('a');
  await isOpen(one.page, `Invoice ${numbers[1]}`, '2 of 2');
  await one.page.getByText(`You approved ${numbers[0]}. A second approver is needed.`).waitFor();
  await one.page.keyboard.press('z');
  await one.page.getByText(`Your approval of ${numbers[0]} is taken back.`).waitFor();
  await isOpen(one.page, `Invoice ${numbers[0]}`, '1 of 2');
  await first.click();
  await isOpen(one.page, `Invoice ${numbers[1]}`, '2 of 2');
  await one.page.keyboard.press('k');
  await isOpen(one.page, `Invoice ${numbers[0]}`, '1 of 2');
  await one.page.getByText(/^You gave the first of two approvals\. A second approver is needed, such as/).waitFor();
  await one.page.getByRole('button', { name: 'Take back my approval' }).click();
  await one.page.getByText('Your approval is taken back.').waitFor();
  await decideAs(second, `${company()}/invoices/${ids[0]}`, 'approve', { comment: 'Price agreed with Kajsa.' });
  await setLimit(null);
  await two.visit(list);
  await two.page.getByRole('link', { name: numbers[0] as string, exact: true }).waitFor();
  const person = counted(two.page);
  await person.press('Enter');
  await isOpen(two.page, `Invoice ${numbers[0]}`, '1 of 2');
  await two.page.getByText(/^First approval of two: The approver, .+Price agreed with Kajsa\.$/).waitFor();
  await two.page.getByRole('button', { name: 'Approve (2 of 2)' }).waitFor();
  await person.press('a');
  await expect.poll(() => stateOf(ids[0] as string)).toBe('approved');
  expect(person.actions).toBe(2);
});

it('a decided invoice is reopened with a reason, and a credit note leads to what it credits and back', async () => {
  const { numbers, ids, supplier } = await supplierWith(1);
  const note = { ...anInvoice(7), currency: 'SEK', paymentReferenceOCR: '', supplierNumber: supplier };
  await submit(door, door.token, {
    ...note,
    externalReferenceId: `${supplier}-K`,
    supplierInvoiceNumber: `${supplier}-K`,
    creditInvoiceReference: numbers[0],
  });
  await approver.call('POST', `${company()}/invoices/${ids[0]}/reject`, { reason: 'No.' });
  await approver.call('GET', `${company()}/invoices`);
  const { page, visit } = mine;
  await visit(`${company()}/invoices/${ids[0]}`);
  const reopen = async () => {
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Delivered after all.');
  };
  await reopen();
  // A decision that a colleague makes behind the dialog is not taken back.
  await decideAs(second, `${company()}/invoices/${ids[0]}`, 'reopen', { reason: 'Mine.' });
  await decideAs(second, `${company()}/invoices/${ids[0]}`, 'reject', { reason: 'Mine.' });
  await page
    .getByRole('dialog', { name: /^The approver (reopened|rejected) this invoice at / })
    .getByRole('button', { name: 'OK' })
    .click();
  await page.getByText('Mine.').first().waitFor({ state: 'attached' });
  expect(await stateOf(ids[0] as string)).toBe('rejected');
  await reopen();
  await page.keyboard.press('Control+Enter');
  await page.getByText('The invoice is open again.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`Invoice ${numbers[0]}`);
  expect(await stateOf(ids[0] as string)).toBe('received');
  await page.getByRole('link', { name: `${supplier}-K` }).click();
  await isOpen(page, `Invoice ${supplier}-K`);
  await page.getByText('Credit note', { exact: true }).waitFor();
  await page.getByRole('link', { name: numbers[0] as string, exact: true }).click();
  await isOpen(page, `Invoice ${numbers[0]}`);
});

it('the decisions stay in sight, whatever is scrolled, at 1440 px and on a phone', async () => {
  const { numbers, first } = await supplierWith(1, 'Long', () => ({
    articles: Array.from({ length: 60 }, (_, at) => ({ articleDescription: `Line ${at}`, totalPrice: 1 })),
  }));
  const { page, visit } = mine;
  await visit(first);
  await isOpen(page, `Invoice ${numbers[0]}`);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('heading', { name: 'History' }).scrollIntoViewIfNeeded();
    for (const name of ['Approve', 'Reject']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(box === null ? -1 : box.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
  }
});

it('a link in a mail opens one invoice with its document on a phone without a sign-in, and two taps approve it', async () => {
  const { ids, numbers } = await supplierWith(1, 'Rör');
  const [id, path] = [ids[0] as string, `${company()}/invoices/${ids[0]}`];
  await attach(door, id, 'photo.png', png);
  const keys = await makeLinks(door.pool, { companyId: door.company, operatorId: approver.id }, [id], new Date());
  const { page, go, asked, complaints, close } = await openPage(door, undefined, {
    viewport: { width: 390, height: 844 },
  });
  await go(`${path}/decide#${keys.get(id)}`);
  await heading(page, `Invoice ${numbers[0]}`).waitFor();
  await expect.poll(() => page.getByRole('img', { name: /photo\.png/ }).isVisible()).toBe(true);
  // What is decided by, and the buttons, are on one screen.
  for (const shown of [page.getByText('Rör'), page.getByRole('button', { name: 'Reject' })]) {
    const box = await shown.first().boundingBox();
    expect(box === null ? -1 : box.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await seriousIn(page, { everywhere: true })).toEqual([]);
  const person = counted(page);
  const button = page.getByRole('button', { name: 'Approve' });
  await person.click(button);
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Approve' }));
  await page.getByText(/^Approved by The approver, /).waitFor();
  expect([person.actions, await stateOf(id), await button.count()]).toEqual([2, 'approved', 0]);
  // No server has got the key in an address.
  expect(asked.filter((address) => new URL(address).href.split('#')[0]?.includes('dwm_'))).toEqual([]);
  await page.reload();
  await page.getByText('you have decided already').waitFor();
  await page.getByRole('link', { name: 'Sign in to see more' }).click();
  await page.getByLabel('E-mail').waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toContain(path);
  expect(complaints).toEqual([]);
  await close();
});

it('a deputy for today is set by four actions from any page', async () => {
  const { page, visit } = mine;
  await signedIn(door, 'companyAdministrator');
  const deputy = 'The companyAdministrator';
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(`${company()}/overview`);
  const person = counted(page);
  await person.click(page.getByRole('link', { name: routingText.en.title }));
  await person.click(page.getByRole('combobox', { name: routingText.en.deputy }));
  await person.click(page.getByRole('option', { name: deputy }));
  await person.click(page.getByRole('button', { name: routingText.en.enter }));
  await page
    .getByRole('listitem')
    .filter({ hasText: routingText.en.deputyIs(deputy) })
    .waitFor();
  expect(person.actions).toBe(4);
  expect(await seriousIn(page)).toEqual([]);
});
