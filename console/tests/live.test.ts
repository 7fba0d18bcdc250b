import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { nowMs } from '../../server/testing/time.ts';
import { concerns, isFollowed } from '../src/live/concerns.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { anInvoice } from './records.ts';

const door = await openDoor();
await addSuppliers(door);
const approver = await signedIn(door, 'approver');
const other = await signedIn(door, 'approver');
afterAll(async () => {
  await closePages();
  await door?.close();
});

let made = 600;
const invoice = async () => ({
  name: `F-${(made += 1)}`,
  id: await submit(door, door.token, anInvoice(made)),
});
const at = (path: string) => `/companies/${door.company}${path}`;
/** The number of waiting requests, from the service's metrics. */
const waiting = async () =>
  Number(/^doorway_events_waiting (\d+)$/m.exec(await (await fetch(`${door.url}/metrics`)).text())?.[1]);
const expectFollowing = async (many = 1) => {
  await expect.poll(waiting, { timeout: 60_000 }).toBe(many);
};

/** Stops the clock, so that nothing refreshes because of the time. Reloading the page removes the marker. */
async function standStill({ page }: OpenedPage): Promise<void> {
  await page.clock.setFixedTime(nowMs());
  await page.evaluate(() => Object.assign(window, { marker: true }));
}
const isSamePage = (page: Page) => page.evaluate(() => 'marker' in window);

/** A page of its own for tests that stop its clock, which they share. */
const freshPage = async () => {
  const opened = await openPage(door, approver, { fresh: true });
  await opened.go('/account');
  return opened;
};
let opened: OpenedPage;
beforeAll(async () => {
  opened = await freshPage();
});

it('an invoice that a partner sends is in the list and in the figures of the overview, without a reload', async () => {
  const first = await invoice();
  const [list, overview] = [opened, await freshPage()];
  await list.visit(at('/invoices'));
  await overview.visit(at('/overview'));
  const figure = overview.page.getByRole('link', { name: /^To approve \d/ });
  const count = async () => Number(/\d+/.exec((await figure.innerText()).replace('To approve', ''))?.[0]);
  await list.page.getByRole('link', { name: first.name, exact: true }).waitFor();
  await figure.waitFor();
  await expectFollowing(2);
  const before = await count();
  for (const opened of [list, overview]) await standStill(opened);

  const second = await invoice();
  await list.page.getByRole('link', { name: second.name, exact: true }).waitFor();
  await expect.poll(count, { timeout: 60_000 }).toBe(before + 1);
  for (const { page, complaints } of [list, overview]) {
    expect(await isSamePage(page)).toBe(true);
    expect(complaints).toEqual([]);
  }
  await overview.close();
});

it('an open invoice shows what another operator decides, and what is being typed stays', async () => {
  const { id } = await invoice();
  const { page, complaints, visit } = opened;
  await visit(at(`/invoices/${id}`));
  const bar = page.getByRole('main');
  await bar.getByText('Received', { exact: true }).first().waitFor();
  await expectFollowing();
  await standStill(opened);
  const note = page.getByLabel('New note');
  await note.fill('Was it delivered?');
  await note.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(4, 6));
  expect((await other.call('POST', at(`/invoices/${id}/approve`), {})).status).toBe(200);
  await bar.getByText('Approved', { exact: true }).first().waitFor();
  expect(await note.inputValue()).toBe('Was it delivered?');
  expect(
    await note.evaluate((element: HTMLTextAreaElement) => [
      document.activeElement === element,
      element.selectionStart,
      element.selectionEnd,
    ]),
  ).toEqual([true, 4, 6]);
  expect(await isSamePage(page)).toBe(true);
  expect(complaints).toEqual([]);
  await note.fill('');
});

it('a reason that is being written stays, too, and its dialog', async () => {
  const { id } = await invoice();
  const { page, visit } = opened;
  await visit(at(`/invoices/${id}`));
  await page.getByRole('button', { name: 'Reject', exact: true }).waitFor();
  await expectFollowing();
  await standStill(opened);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const reason = page.getByRole('dialog').getByRole('textbox');
  await reason.fill('Not ordered');
  expect((await other.call('POST', at(`/invoices/${id}/notes`), { text: 'I ask them.', mentions: [] })).status).toBe(
    200,
  );
  await page.getByText('I ask them.').waitFor({ state: 'attached' });
  expect(await reason.inputValue()).toBe('Not ordered');
  await reason.fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('selected rows stay selected, and what is looked for stays written, when another row comes', async () => {
  const first = await invoice();
  const { page, visit } = opened;
  await visit(at('/invoices'));
  const box = page.getByRole('checkbox', { name: `Select ${first.name} from` });
  await box.check();
  await page.getByLabel('Search', { exact: true }).fill('F-');
  await expect.poll(() => new URL(page.url()).search).toContain('F-');
  await page.getByRole('link', { name: first.name, exact: true }).waitFor();
  await expectFollowing();
  await box.check();
  await standStill(opened);
  const second = await invoice();
  await page.getByRole('link', { name: second.name, exact: true }).waitFor();
  expect(await box.isChecked()).toBe(true);
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('F-');
});

it('a page that nobody can see does not wait, and makes up for it when it is seen again', async () => {
  const { page, visit } = opened;
  await visit(at('/invoices?state=received'));
  await page.getByRole('table').waitFor();
  await expectFollowing();
  const become = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await become('hidden');
  await expectFollowing(0);
  await standStill(opened);
  const { name } = await invoice();
  await become('visible');
  await page.getByRole('link', { name, exact: true }).waitFor();
  await expectFollowing();
});

it('where there is no feed, the list is asked for every fifteen seconds as before', async () => {
  await opened.close();
  const { page, asked, go, close } = await openPage(door, approver, { fresh: true });
  await page.clock.install();
  await page.route('**/events?*', (route) => route.abort());
  await go(at('/invoices'));
  await page.getByRole('table').waitFor();
  const reads = () => asked.filter((address) => /\/invoices(\?|$)/.test(address)).length;
  const before = reads();
  await page.clock.runFor(16_000);
  await expect.poll(reads, { timeout: 60_000 }).toBeGreaterThan(before);
  const tries = () => asked.filter((address) => address.includes('/events?')).length;
  await expect.poll(tries, { timeout: 60_000 }).toBeGreaterThan(1);
  expect(await page.getByRole('alert').count()).toBe(0);
  await close();
});

describe('what an event concerns', () => {
  const path = (rest: string) => `/companies/7${rest}`;
  const read: [kind: string, path: string][] = [
    ['list', path('/invoices')],
    ['list', path('/invoices/totals')],
    ['latest', path('/invoices')],
    ['record', path('/invoices/a')],
    ['record', path('/invoices/b')],
    ['list', path('/suppliers')],
    ['record', path('/suppliers/1%2F2')],
    ['record', path('/suppliers/1%2F2/figures')],
    ['list', path('/suppliers/1%2F2/changes')],
    ['record', path('/suppliers/3')],
    ['list', path('/work-orders')],
    ['record', path('/work-orders/w')],
    ['overview', path('/overview')],
    // Pages that somebody works with, or that no event concerns.
    ['queue', path('/invoices')],
    ['editing', path('/suppliers/1%2F2')],
    ['record', path('/settings')],
    ['list', path('/partners')],
    ['list', '/operators'],
  ];
  it.each([
    ['supplierinvoice.approved', { supplierInvoiceId: 'a', supplierNumber: '1/2' }, [0, 1, 2, 3, 7, 12]],
    ['supplier.updated', { number: '1/2' }, [3, 4, 5, 6, 7, 8]],
    ['workorder.done', { workOrderId: 'w' }, [10, 11, 12]],
    ['attachment.damaged', { supplierInvoiceId: 'a' }, [3, 12]],
    ['something.new', {}, []],
  ])('%s is asked for again where it may show', (type, data, expected) => {
    const found = read.flatMap(([kind, path], index) => (concerns({ type, data }, kind, path) ? [index] : []));
    expect(found).toEqual(expected);
  });

  it('only what events tell of completely is not asked for by itself', () => {
    expect(read.filter(([, path]) => isFollowed(path)).map(([, path]) => path.slice('/companies/7'.length))).toEqual([
      '/invoices',
      '/invoices/totals',
      '/invoices',
      '/invoices/a',
      '/invoices/b',
      '/suppliers',
      '/work-orders',
      '/work-orders/w',
      '/invoices',
    ]);
  });
});
