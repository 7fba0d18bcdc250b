import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { decideAs, signedIn } from '../../server/testing/operator.ts';
import { setSettings } from '../../server/testing/settings.ts';
import { counted } from './actions.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { submit } from './company.ts';
import { picture } from './picture.ts';
import { inTurns } from './turns.ts';

let suppliers = 0;
let made = 0;
const door = await openDoor();
const operator = await signedIn(door, 'administrator');
const two = await signedIn(door, 'approver');
/** Most tests share this page. */
const { page, go, visit, complaints } = await openPage(door, operator);
await go('/account');
afterAll(async () => {
  await closePages();
  await door?.close();
});

/** Clean invoices of their own supplier, numbered from 1. */
async function invoices(many: number, fields: object = {}): Promise<{ supplier: string; ids: string[] }> {
  const supplier = `S${(suppliers += 1)}`;
  await door.addSupplier(supplier, { bankGiro: '991-2346' });
  const ids = Array.from({ length: many }, (_, at) =>
    submit(door, door.token, {
      externalReferenceId: `bulk-${(made += 1)}`,
      supplierNumber: supplier,
      supplierInvoiceNumber: `${supplier}-${at + 1}`,
      totalPrice: 100.5 + at,
      currency: 'SEK',
      ...fields,
    }),
  );
  return { supplier, ids: await Promise.all(ids) };
}

/** Events per invoice, and their states now. */
async function decided(ids: string[]): Promise<{ states: Record<string, number>; events: number[] }> {
  const { rows: states } = await door.pool.query<{ state: string; many: number }>(
    'SELECT state, count(*)::integer AS many FROM supplier_invoices WHERE id = ANY ($1) GROUP BY 1',
    [ids],
  );
  const { rows: events } = await door.pool.query<{ many: number }>(
    `SELECT count(*)::integer AS many FROM events
     WHERE subject_id = ANY ($1) AND type IN ('supplierinvoice.approved', 'supplierinvoice.rejected') GROUP BY subject_id`,
    [ids],
  );
  return {
    states: Object.fromEntries(states.map(({ state, many }) => [state, many])),
    events: [...new Set(events.map(({ many }) => many))],
  };
}

const listOf = (supplier: string) => `/companies/${door.company}/invoices?supplier=${supplier}`;
const barOf = (shown: Page) => shown.getByRole('region', { name: 'Selected invoices' });
const bar = barOf(page);
const approving = page.getByRole('dialog', { name: 'Approve several invoices' });

/** The service decides about a hundred at once, so these take two requests. */
const many = 102;

/** Shows the supplier's invoices, and waits until they have replaced the rows before. */
async function show(supplier: string): Promise<void> {
  await visit(listOf(supplier));
  await page
    .getByRole('checkbox', { name: `Select ${supplier}-` })
    .first()
    .waitFor();
}

async function selectAll(): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await bar.getByText('50 selected').waitFor();
  await page.getByRole('button', { name: `Select all ${many} in this list` }).click();
  await bar.getByText(`All ${many} in this list are selected`).waitFor();
}

it('two invoices are selected and approved, with their sum in sight first', async () => {
  const { supplier, ids } = await invoices(4);
  await show(supplier);
  await page.getByRole('checkbox', { name: `Select ${supplier}-1 from Supplier ${supplier}` }).check();
  await page.getByRole('checkbox', { name: `Select ${supplier}-2 from Supplier ${supplier}` }).check();
  await bar.getByText('2 selected').waitFor();
  await bar.getByText('202.00 SEK').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Approve' }).click();
  await approving.getByText('2 invoices will be approved:').waitFor();
  await approving.getByText('202.00 SEK').waitFor();
  await approving.getByRole('button', { name: 'Approve 2' }).click();
  await page.getByText('2 invoices are approved.').waitFor();
  await bar.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Approved' }).count()).toBe(2);
  expect(await decided(ids)).toEqual({ states: { approved: 2, received: 2 }, events: [1] });
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  expect(complaints).toEqual([]);
});

it('fifty invoices are approved by three keys, opened again by one, asked about, assigned and rejected', async () => {
  const presetReasons = { reject: ['Never ordered.'], ask: [], release: [], cancel: [] };
  await setSettings(door, { presetReasons });
  const { supplier, ids } = await invoices(50);
  await show(supplier);
  const person = counted(page);
  const dialogOf = (name: string) => page.getByRole('dialog', { name });
  await person.press('Shift+X');
  await bar.getByText('50 selected').waitFor();
  await person.press('a');
  await approving.locator('button:focus', { hasText: 'Approve 50' }).waitFor();
  await person.press('Enter');
  await page.getByText('50 invoices are approved.').waitFor();
  expect(person.actions).toBe(3);
  expect(await decided(ids)).toEqual({ states: { approved: 50 }, events: [1] });
  // A colleague has acted on one of them.
  const [one] = ids as [string];
  const invoice = `/companies/${door.company}/invoices/${one}`;
  await decideAs(two, invoice, 'reopen', { reason: 'Mine.' });
  await decideAs(two, invoice, 'reject', { reason: 'Mine.' });
  await person.press('z');
  await page.getByText('49 invoices are open again. 1 was not undone: somebody decided it since.').waitFor();
  expect((await decided(ids)).states).toEqual({ received: 49, rejected: 1 });

  await visit(`${listOf(supplier)}&state=received`);
  await page.getByText('49 shown').waitFor();
  await page.keyboard.press('Shift+X');
  await bar.getByText('49 selected').waitFor();
  await page.keyboard.press('q');
  const asking = dialogOf('Ask about several invoices');
  await asking.locator('textarea:focus').fill('Which order?');
  await page.keyboard.press('Control+Enter');
  await page.getByText('The questions about 49 invoices are sent.').waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
  await bar.getByRole('button', { name: 'Assign' }).click();
  await dialogOf('Assign several invoices').locator('button:focus', { hasText: 'Assign 49' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('49 invoices are assigned.').waitFor();
  // A box with the focus takes no keys away.
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
  await page.keyboard.press('r');
  await dialogOf('Reject several invoices').getByRole('button', { name: 'Never ordered.' }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByText('49 invoices are rejected.').waitFor();
  const { rows } = await door.pool.query(
    `SELECT count(*)::integer AS many, min(assigned_to::text) AS assignee FROM supplier_invoices
     WHERE id = ANY ($1) AND state = 'rejected' AND assigned_to IS NOT NULL`,
    [ids],
  );
  expect(rows).toEqual([{ many: 49, assignee: operator.id }]);
  expect(complaints).toEqual([]);
});

it('shift selects a range, X the row with the focus, and other filters forget the selection', async () => {
  const { supplier } = await invoices(6);
  await visit(`${listOf(supplier)}&sort=totalPrice`);
  const box = (n: number) => page.getByRole('checkbox', { name: `Select ${supplier}-${n} from` });
  await box(2).click();
  await box(5).click({ modifiers: ['Shift'] });
  await bar.getByText('4 selected').waitFor();
  await box(3).click();
  await bar.getByText('3 selected').waitFor();
  await page.getByRole('link', { name: `${supplier}-6`, exact: true }).focus();
  await page.keyboard.press('x');
  await bar.getByText('4 selected').waitFor();
  await page.keyboard.press('x');
  await bar.getByText('3 selected').waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Held' }).click();
  await bar.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('?state=held&waitsFor=company&sort=dueDate');
});

it('what cannot be decided is left out by reason, with links, those with findings are included on request, and the audit log folds the run', async () => {
  const { supplier, ids } = await invoices(2);
  const approved = ids[0] as string;
  expect((await two.call('POST', `/companies/${door.company}/invoices/${approved}/approve`, {})).status).toBe(200);
  const odd = await submit(door, door.token, {
    externalReferenceId: `odd-${supplier}`,
    supplierNumber: supplier,
    supplierInvoiceNumber: `${supplier}-odd`,
    currency: 'QQQ',
  });
  const held = await submit(door, door.token, {
    externalReferenceId: `held-${supplier}`,
    supplierNumber: supplier,
    supplierInvoiceNumber: `${supplier}-held`,
    supplierBankGiro: '5050-1055',
  });
  await show(supplier);
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await bar.getByText('4 selected').waitFor();
  await bar.getByRole('button', { name: 'Approve' }).click();
  await approving.getByText('1 invoice will be approved:').waitFor();
  const leftOut = approving.getByRole('list', { name: '3 are left out' });
  for (const group of ['1 already approved', '1 with findings', '1 held']) await leftOut.getByText(group).click();
  await expect
    .poll(() => leftOut.getByRole('link').allInnerTexts())
    .toEqual(expect.arrayContaining([`${supplier}-1`, `${supplier}-odd`, `${supplier}-held`]));
  await leftOut.getByText('This invoice is already approved.').waitFor();
  expect(await leftOut.getByRole('link', { name: `${supplier}-held` }).getAttribute('href')).toContain(held);
  const heldOnes = leftOut.getByRole('link', { name: 'Show invoices: held' });
  const shown = await heldOnes.evaluate((link: HTMLAnchorElement) => link.href);
  await approving.getByText('Scanner is not notified, because it has no webhook endpoint for this.').waitFor();
  await leftOut.getByText('1 with findings').waitFor();
  await picture(page, 'bulk-left-out');
  expect(await seriousIn(page)).toEqual([]);
  await approving.getByLabel('Include invoices with findings').check();
  await approving.getByText('2 invoices will be approved:').waitFor();
  await approving.getByRole('list', { name: '2 are left out' }).waitFor();
  await approving.getByRole('button', { name: 'Approve 2' }).click();
  await page.getByText('2 invoices are approved.').waitFor();
  expect(await decided([...ids, odd, held])).toEqual({ states: { approved: 3, held: 1 }, events: [1] });
  await visit(`/companies/${door.company}/audit`);
  const run = page.getByRole('row').filter({ hasText: /2 invoices · .*101\.50 SEK/ });
  await run.getByText('101.50 SEK').waitFor();
  await run.getByText('2 invoices · ').click();
  await run.getByRole('link', { name: `${supplier}-2 · Supplier ${supplier} · 101.50 SEK` }).waitFor();
  await page.getByRole('link', { name: `${supplier}-1 · Supplier ${supplier} · 100.50 SEK` }).waitFor();
  await picture(page, 'audit-bulk');
  expect(await seriousIn(page)).toEqual([]);
  const { pathname, search } = new URL(shown);
  await visit(pathname.replace('/console', '') + search);
  await page.getByText('1 shown').waitFor();
  await page.getByRole('link', { name: `${supplier}-held` }).waitFor();
  expect(complaints).toEqual([]);
});

it('all invoices of a filter are approved together, with progress; a page that is closed meanwhile is opened again and goes on', async () => {
  const { supplier, ids } = await invoices(many);
  await show(supplier);
  // Each hundred waits until the page shows the progress.
  const shown = await inTurns(page, '**/bulk/*/next');
  await selectAll();
  await bar.getByText('15,402.00 SEK').waitFor();
  await bar.getByRole('button', { name: 'Approve' }).click();
  await approving.getByText(`${many} invoices will be approved:`).waitFor();
  await approving.getByRole('button', { name: `Approve ${many}` }).click();
  await approving.getByText(`0 of ${many} approved`).waitFor();
  shown();
  await approving.getByText(`100 of ${many} approved`).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  // Leaving the page cancels the request for the rest, which has not been sent.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(await decided(ids)).toEqual({ states: { approved: 100, received: 2 }, events: [1] });

  const { supplier: other } = await invoices(1);
  await go(listOf(other));
  await page.getByText(`A bulk approval was interrupted: 2 of ${many} are left.`).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText(`${many} invoices are approved.`).waitFor();
  await page.getByText('was interrupted').waitFor({ state: 'detached' });
  expect(await decided(ids)).toEqual({ states: { approved: many }, events: [1] });
  expect(complaints).toEqual([]);
});

it('a rejection takes one reason; it can be stopped after a hundred, and goes on also after a lost connection', async () => {
  const { supplier, ids } = await invoices(many);
  await show(supplier);
  const letGo = await inTurns(page, '**/bulk/*/next');
  await selectAll();
  await bar.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject several invoices' });
  await dialog.getByRole('button', { name: `Reject ${many}` }).click();
  await dialog.getByText('This is required.').waitFor();
  await dialog.getByLabel('Reason').fill('Never ordered.');
  await dialog.getByRole('button', { name: `Reject ${many}` }).click();
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  letGo();
  await dialog.getByText('Stopped. 2 are left.').waitFor();
  // The second answer is lost after the service has decided.
  await page.unroute('**/bulk/*/next');
  await page.route(
    '**/bulk/*/next',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByText(`100 of ${many} rejected`).waitFor();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByText(`${many} invoices are rejected.`).waitFor();
  expect(await decided(ids)).toEqual({ states: { rejected: many }, events: [1] });
  const { rows } = await door.pool.query('SELECT DISTINCT reason FROM supplier_invoices WHERE id = ANY ($1)', [ids]);
  expect(rows).toEqual([{ reason: 'Never ordered.' }]);
});

it('the rest of a bulk that was stopped can be dropped', async () => {
  const { supplier, ids } = await invoices(many);
  await show(supplier);
  const letGo = await inTurns(page, '**/bulk/*/next');
  await selectAll();
  await bar.getByRole('button', { name: 'Approve' }).click();
  await approving.getByRole('button', { name: `Approve ${many}` }).click();
  await approving.getByRole('button', { name: 'Stop', exact: true }).click();
  letGo();
  await approving.getByText('Stopped. 2 are left.').waitFor();
  await approving.getByRole('button', { name: 'Drop the rest' }).click();
  await approving.waitFor({ state: 'detached' });
  await bar.waitFor({ state: 'detached' });
  await page.unroute('**/bulk/*/next');
  expect(await page.getByText('was interrupted').count()).toBe(0);
  expect(await decided(ids)).toEqual({ states: { approved: 100, received: 2 }, events: [1] });
  expect(complaints).toEqual([]);
});

it('of two operators who approve the same invoices at once each is told what the other has decided', async () => {
  const { supplier, ids } = await invoices(3);
  const theirs = await openPage(door, two);
  await show(supplier);
  await theirs.go(listOf(supplier));
  for (const shown of [page, theirs.page]) {
    await shown.getByRole('checkbox', { name: 'Select all rows shown' }).check();
    await barOf(shown).getByRole('button', { name: 'Approve' }).click();
    await shown.getByRole('button', { name: 'Approve 3' }).waitFor();
  }
  await page.getByRole('button', { name: 'Approve 3' }).click();
  await page.getByText('3 invoices are approved.').waitFor();
  await theirs.page.getByRole('button', { name: 'Approve 3' }).click();
  await theirs.page.getByText('0 invoices are approved.').waitFor();
  const left = theirs.page.getByRole('list', { name: '3 were not decided' });
  await left.locator('summary').filter({ hasText: /^3 / }).click();
  await expect.poll(() => left.getByRole('listitem').getByRole('listitem').count()).toBe(3);
  await left
    .getByText(/^This invoice is already/)
    .first()
    .waitFor();
  expect(await decided(ids)).toEqual({ states: { approved: 3 }, events: [1] });
  await theirs.close();
});

it('what is selected is exported, and nothing else', async () => {
  const { supplier } = await invoices(3);
  const viewing = await openPage(door, await signedIn(door, 'viewer'));
  await viewing.go(listOf(supplier));
  await viewing.page.getByRole('checkbox', { name: `Select ${supplier}-1 from` }).check();
  await viewing.page.getByRole('checkbox', { name: `Select ${supplier}-3 from` }).check();
  const href = await barOf(viewing.page).getByRole('link', { name: 'Export' }).getAttribute('href');
  const file = await (await viewing.page.request.get(new URL(href as string, viewing.page.url()).href)).text();
  expect(file).toContain(`${supplier}-1`);
  expect(file).toContain(`${supplier}-3`);
  expect(file).not.toContain(`${supplier}-2`);
  // A viewer may export, and sees why they cannot decide.
  expect(await barOf(viewing.page).getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true');
  await viewing.close();
});
