import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { submit } from './company.ts';
import { picture } from './picture.ts';
import { inTurns } from './turns.ts';

let suppliers = 0;
let made = 0;
const door = await openDoor();
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
const bar = (page: Page) => page.getByRole('region', { name: /Selected invoices|Markerade fakturor/ });
const approver = (): Promise<SignedIn> => signedIn(door, 'approver');

it('two invoices are selected and approved, with their sum in sight first', async () => {
  const { supplier, ids } = await invoices(4);
  const { page, go, close, complaints } = await openPage(door, await approver());
  await go(listOf(supplier));
  await page.getByRole('checkbox', { name: `Select ${supplier}-1 from Supplier ${supplier}` }).check();
  await page.getByRole('checkbox', { name: `Select ${supplier}-2 from Supplier ${supplier}` }).check();
  await bar(page).getByText('2 selected').waitFor();
  await bar(page).getByText('202.00 SEK').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve several invoices' });
  await dialog.getByText('2 invoices will be approved:').waitFor();
  await dialog.getByText('202.00 SEK').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve 2' }).click();
  await dialog.getByText('2 invoices are approved.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Approved' }).count()).toBe(2);
  expect(await decided(ids)).toEqual({ states: { approved: 2, received: 2 }, events: [1] });
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  expect(complaints).toEqual([]);
  await close();
});

it('shift selects a range, X the row with the focus, and other filters forget the selection', async () => {
  const { supplier } = await invoices(6);
  const { page, go, close } = await openPage(door, await approver());
  await go(`${listOf(supplier)}&sort=totalPrice`);
  const box = (n: number) => page.getByRole('checkbox', { name: `Select ${supplier}-${n} from` });
  await box(2).click();
  await box(5).click({ modifiers: ['Shift'] });
  await bar(page).getByText('4 selected').waitFor();
  await box(3).click();
  await bar(page).getByText('3 selected').waitFor();
  await page.getByRole('link', { name: `${supplier}-6`, exact: true }).focus();
  await page.keyboard.press('x');
  await bar(page).getByText('4 selected').waitFor();
  await page.keyboard.press('x');
  await bar(page).getByText('3 selected').waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Held' }).click();
  await bar(page).waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('?state=held&waitsFor=company&sort=dueDate');
  await close();
});

it('all invoices of a filter are approved in five actions, in Swedish, with progress', async () => {
  const { supplier, ids } = await invoices(110);
  const { page, go, close, complaints } = await openPage(door, await approver(), { locale: 'sv-SE' });
  await go(listOf(supplier));
  // Each hundred waits until the page shows the progress.
  const shown = await inTurns(page, '**/bulk/*/next');
  let actions = 0;
  const click = async (name: string | RegExp, role: 'button' | 'checkbox' = 'button') => {
    await page.getByRole(role, { name }).last().click();
    actions += 1;
  };
  await click('Markera alla rader som visas', 'checkbox');
  await bar(page).getByText('50 markerade').waitFor();
  await click('Markera alla 110 i listan');
  await bar(page).getByText('Alla 110 i listan är markerade').waitFor();
  await bar(page).getByText('17\u00A0050,00 SEK').waitFor();
  await click('Attestera');
  const dialog = page.getByRole('dialog', { name: 'Attestera flera fakturor' });
  await dialog.getByText('110 fakturor attesteras:').waitFor();
  await click('Attestera 110');
  for (const done of [0, 100]) {
    await dialog.getByText(`${done} av 110 attesterade`).waitFor();
    if (done === 100) expect(await seriousIn(page)).toEqual([]);
    shown();
  }
  await dialog.getByText('110 fakturor är attesterade.').waitFor();
  await click('Stäng');
  expect(actions).toBe(5);
  expect(await decided(ids)).toEqual({ states: { approved: 110 }, events: [1] });
  expect(complaints).toEqual([]);
  await close();
});

it('what cannot be decided is left out by reason, with links, those with findings are included on request, and the audit log folds the run', async () => {
  const { supplier, ids } = await invoices(2);
  const approved = ids[0] as string;
  const other = await approver();
  expect((await other.call('POST', `/companies/${door.company}/invoices/${approved}/approve`, {})).status).toBe(200);
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
  const { page, go, visit, close, complaints } = await openPage(door, await signedIn(door, 'administrator'));
  await go(listOf(supplier));
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await bar(page).getByText('4 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve several invoices' });
  await dialog.getByText('1 invoice will be approved:').waitFor();
  const leftOut = dialog.getByRole('list', { name: '3 are left out' });
  for (const group of ['1 already approved', '1 with findings', '1 held']) await leftOut.getByText(group).click();
  await expect
    .poll(() => leftOut.getByRole('link').allInnerTexts())
    .toEqual(expect.arrayContaining([`${supplier}-1`, `${supplier}-odd`, `${supplier}-held`]));
  await leftOut.getByText('This invoice is already approved.').waitFor();
  expect(await leftOut.getByRole('link', { name: `${supplier}-held` }).getAttribute('href')).toContain(held);
  const show = leftOut.getByRole('link', { name: 'Show invoices: held' });
  expect(new URL(await show.evaluate((link: HTMLAnchorElement) => link.href)).search).toBe(
    `?supplier=${supplier}&state=held`,
  );
  await leftOut.getByText('1 with findings').waitFor();
  await picture(page, 'bulk-left-out');
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByLabel('Include invoices with findings').check();
  await dialog.getByText('2 invoices will be approved:').waitFor();
  await dialog.getByRole('list', { name: '2 are left out' }).waitFor();
  await dialog.getByRole('button', { name: 'Approve 2' }).click();
  await dialog.getByText('2 invoices are approved.').waitFor();
  await dialog.getByRole('list', { name: '2 were not decided' }).waitFor();
  expect(await decided([...ids, odd, held])).toEqual({ states: { approved: 3, held: 1 }, events: [1] });
  await visit(`/companies/${door.company}/audit`);
  const run = page.getByRole('row').filter({ hasText: /2 invoices · .*101\.50 SEK/ });
  await run.getByText('101.50 SEK').waitFor();
  await run.getByText('2 invoices · ').click();
  await run.getByRole('link', { name: `${supplier}-2 · Supplier ${supplier} · 101.50 SEK` }).waitFor();
  await page.getByRole('link', { name: `${supplier}-1 · Supplier ${supplier} · 100.50 SEK` }).waitFor();
  await picture(page, 'audit-bulk');
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('a page that is closed after the first hundred is opened again and goes on, and each invoice is decided once', async () => {
  const { supplier, ids } = await invoices(110);
  const who = await approver();
  const first = await openPage(door, who, { fresh: true });
  await first.go(listOf(supplier));
  // The page closes before it sends the second hundred.
  let asked = 0;
  await first.page.route('**/bulk/*/next', async (route) => {
    asked += 1;
    if (asked === 1) await route.continue();
  });
  await first.page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await first.page.getByRole('button', { name: 'Select all 110 in this list' }).click();
  await bar(first.page).getByRole('button', { name: 'Approve' }).click();
  await first.page.getByRole('button', { name: 'Approve 110' }).click();
  await first.page.getByText('100 of 110 approved').waitFor();
  await first.close();
  expect(await decided(ids)).toEqual({ states: { approved: 100, received: 10 }, events: [1] });

  const { page, go, close, complaints } = await openPage(door, who);
  await go(`/companies/${door.company}/invoices`);
  await page.getByText('A bulk approval was interrupted: 10 of 110 are left.').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Go on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve several invoices' });
  await dialog.getByText('110 invoices are approved.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('was interrupted').waitFor({ state: 'detached' });
  expect(await decided(ids)).toEqual({ states: { approved: 110 }, events: [1] });
  expect(complaints).toEqual([]);
  await close();
});

it('a rejection takes one reason; a lost connection is told, and it goes on from where it was', async () => {
  const { supplier, ids } = await invoices(110);
  const { page, go, close } = await openPage(door, await approver());
  await go(listOf(supplier));
  let asked = 0;
  // The second answer is lost after the service has decided.
  await page.route('**/bulk/*/next', async (route) => {
    asked += 1;
    if (asked !== 2) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await page.getByRole('button', { name: 'Select all 110 in this list' }).click();
  await bar(page).getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject several invoices' });
  await dialog.getByRole('button', { name: 'Reject 110' }).click();
  await dialog.getByText('This is required.').waitFor();
  await dialog.getByLabel('Reason').fill('Never ordered.');
  await dialog.getByRole('button', { name: 'Reject 110' }).click();
  await dialog.getByText('100 of 110 rejected').waitFor();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByText('110 invoices are rejected.').waitFor();
  expect(await decided(ids)).toEqual({ states: { rejected: 110 }, events: [1] });
  const { rows } = await door.pool.query('SELECT DISTINCT reason FROM supplier_invoices WHERE id = ANY ($1)', [ids]);
  expect(rows).toEqual([{ reason: 'Never ordered.' }]);
  await close();
});

it('of two operators who approve the same invoices at once each is told what the other has decided', async () => {
  const { supplier, ids } = await invoices(3);
  const [one, two] = [
    await openPage(door, await approver()),
    await openPage(door, await approver(), { locale: 'sv-SE' }),
  ];
  for (const { go, page } of [one, two]) {
    await go(listOf(supplier));
    await page.getByRole('checkbox', { name: /Select all rows shown|Markera alla rader som visas/ }).check();
    await bar(page)
      .getByRole('button', { name: /^(Approve|Attestera)$/ })
      .click();
    await page.getByRole('button', { name: /^(Approve|Attestera) 3$/ }).waitFor();
  }
  await one.page.getByRole('button', { name: 'Approve 3' }).click();
  await one.page.getByText('3 invoices are approved.').waitFor();
  await two.page.getByRole('button', { name: 'Attestera 3' }).click();
  await two.page.getByText('0 fakturor är attesterade.').waitFor();
  const left = two.page.getByRole('list', { name: '3 beslutades inte' });
  await left.locator('summary').filter({ hasText: /^3 / }).click();
  await expect.poll(() => left.getByRole('listitem').getByRole('listitem').count()).toBe(3);
  await left
    .getByText(/^Fakturan är redan/)
    .first()
    .waitFor();
  expect(await decided(ids)).toEqual({ states: { approved: 3 }, events: [1] });
  await one.close();
  await two.close();
});

it('what is selected is exported, and nothing else', async () => {
  const { supplier } = await invoices(3);
  const { page, go, close } = await openPage(door, await signedIn(door, 'viewer'));
  await go(listOf(supplier));
  await page.getByRole('checkbox', { name: `Select ${supplier}-1 from` }).check();
  await page.getByRole('checkbox', { name: `Select ${supplier}-3 from` }).check();
  const href = await bar(page).getByRole('link', { name: 'Export' }).getAttribute('href');
  const file = await (await page.request.get(new URL(href as string, page.url()).href)).text();
  expect(file).toContain(`${supplier}-1`);
  expect(file).toContain(`${supplier}-3`);
  expect(file).not.toContain(`${supplier}-2`);
  // A viewer may export, and sees why they cannot decide.
  expect(await bar(page).getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true');
  await close();
});

it('a bulk can be stopped after a hundred and gone on with, and the rest can be dropped', async () => {
  const { supplier, ids } = await invoices(210);
  const { page, go, close, complaints } = await openPage(door, await approver());
  await go(listOf(supplier));
  // Each hundred waits for a key press of the test.
  const letGo = await inTurns(page, '**/bulk/*/next');
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await page.getByRole('button', { name: 'Select all 210 in this list' }).click();
  await bar(page).getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve several invoices' });
  await dialog.getByRole('button', { name: 'Approve 210' }).click();
  const stop = dialog.getByRole('button', { name: 'Stop', exact: true });
  await stop.click();
  letGo();
  await dialog.getByText('Stopped. 110 are left.').waitFor();
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await stop.click();
  letGo();
  await dialog.getByText('Stopped. 10 are left.').waitFor();
  await dialog.getByRole('button', { name: 'Drop the rest' }).click();
  await dialog.waitFor({ state: 'detached' });
  await bar(page).waitFor({ state: 'detached' });
  expect(await page.getByText('was interrupted').count()).toBe(0);
  expect(await decided(ids)).toEqual({ states: { approved: 200, received: 10 }, events: [1] });
  expect(complaints).toEqual([]);
  await close();
});
