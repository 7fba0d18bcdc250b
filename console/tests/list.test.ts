import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { nowMs } from '../../server/testing/time.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { attach, seed, submit } from './company.ts';
import { png } from './files.ts';
import { picture } from './picture.ts';
import { anInvoice } from './records.ts';

const day = 86_400_000;
const wide = { width: 1440, height: 900 };

const door = await openDoor();
// 27 invoices in all: two more than the compact rows that must fit the screen.
await seed(door, 24);
const approver = await signedIn(door, 'approver');
const late = { ...anInvoice(301), supplierInvoiceNumber: 'LATE-1', paymentDueDate: nowMs() - 9 * day };
await attach(door, await submit(door, door.token, late), 'late.png', png);
await submit(door, door.token, {
  ...anInvoice(302),
  supplierInvoiceNumber: 'CREDIT-1',
  creditInvoiceReference: 'F-1',
  currency: 'SEK',
  totalPrice: -4321.5,
  orderNumber: 'PO-7741',
  internalReference: 'Åsa Lind',
});
/** The tests share this page, and narrow the list first: rendering all rows again is what costs most. */
const { page, context, go, visit, complaints } = await openPage(door, approver, { viewport: wide });
afterAll(async () => {
  await closePages();
  await door?.close();
});

const invoices = () => `/companies/${door.company}/invoices`;
const rowsOf = (shown: Page) => shown.locator('tr[data-row]');
const rows = rowsOf(page);
const row = (number: string) => rows.filter({ hasText: number });
const searchOf = () => new URL(page.url()).search;
const search = page.getByLabel('Search', { exact: true });
const total = page.getByRole('status').filter({ hasText: /\d invoices?/ });
const focused = () => page.evaluate(() => document.activeElement?.textContent);
const supplierNames = async () => [
  ...new Set((await rows.locator('td:nth-child(3)').allInnerTexts()).map((text) => text.split('\n', 1)[0])),
];

it('an invoice is found by part of its supplier’s name or by its amount in one field; what is overdue or a credit note says so', async () => {
  await go(invoices());
  await total.getByText('27 invoices').waitFor();
  expect(await total.innerText()).toMatch(/\d SEK/);
  expect(await total.innerText()).toMatch(/\d EUR/);
  await row('LATE-1').getByText('9 d late').waitFor();
  await row('CREDIT-1').getByText('Credit note').waitFor();
  expect(await rows.getByText(/ d late/).count()).toBe(1);
  await picture(page, 'list');
  await search.fill('4 321,50');
  await expect.poll(() => rows.count()).toBe(1);
  await row('CREDIT-1').waitFor();
  await search.fill('stra rö');
  await expect.poll(() => rows.count()).toBe(5);
  expect(searchOf()).toContain('q=');
  expect(await supplierNames()).toEqual(['Östra Rör']);
  // Pressed before the answer is there, Enter waits for it.
  await search.fill('CREDIT-1');
  await search.press('Enter');
  await expect.poll(focused).toBe('CREDIT-1');
  await search.fill('LATE-1');
  await search.press('ArrowDown');
  await expect.poll(focused).toBe('LATE-1');
  expect(complaints).toEqual([]);
});

it('other filters narrow the list down, and the totals with it', async () => {
  await visit(`${invoices()}?supplier=1003`);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Kind').selectOption({ label: 'Credit notes' });
  await total.getByText('1 invoice').waitFor();
  expect((await total.innerText()).replaceAll(/\s+/g, ' ')).toBe('1 invoice -4,321.50 SEK');
  await visit(`${invoices()}?supplier=1002`);
  await total.getByText('5 invoices').waitFor();
  await page.getByLabel('Due', { exact: true }).selectOption({ label: 'Overdue' });
  await total.getByText('1 invoice').waitFor();
  await row('LATE-1').waitFor();
  await page.getByLabel('Files', { exact: true }).selectOption({ label: 'Without a file' });
  await page.getByText('Nothing fits these filters').waitFor();
  await page.getByLabel('Files', { exact: true }).selectOption({ label: 'With a file' });
  await row('LATE-1').waitFor();
  await page.getByLabel('Finding').selectOption({ label: 'Any finding' });
  await expect.poll(searchOf).toMatch(/&finding=any(&|$)/);
  await page.getByLabel('Amount from').fill('4.321,50');
  await expect.poll(searchOf).toMatch(/&least=4321\.50(&|$)/);
});

it('a day is typed in whichever way, or picked', async () => {
  await visit(`${invoices()}?q=LATE-1`);
  const from = page.getByLabel('Due from', { exact: true });
  await from.fill('15 nov 2026');
  await from.press('Enter');
  await expect.poll(searchOf).toBe('?q=LATE-1&dueFrom=2026-11-15');
  expect(await from.inputValue()).toBe('2026-11-15');
  await from.fill('31/2');
  await from.press('Tab');
  await page.getByText('This is not a day.').waitFor();
  expect(searchOf()).toBe('?q=LATE-1&dueFrom=2026-11-15');
  await from.fill('3/1/2026');
  await from.press('Enter');
  await expect.poll(searchOf).toBe('?q=LATE-1&dueFrom=2026-01-03');
  await row('LATE-1').waitFor();
  await page.getByRole('button', { name: 'Due from: open the calendar' }).click();
  await page.getByRole('button', { name: '20 January 2026' }).click();
  await expect.poll(searchOf).toBe('?q=LATE-1&dueFrom=2026-01-20');
  await row('LATE-1').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear the day: Due from' }).click();
  await expect.poll(searchOf).toBe('?q=LATE-1');
  expect(complaints).toEqual([]);
});

it('the filters fold away, a supplier is picked by part of its name, and what is set is a chip that takes it away', async () => {
  await visit(`${invoices()}?q=LATE-1`);
  const supplier = page.getByRole('combobox', { name: 'Supplier' });
  await supplier.fill('älardal');
  await page.getByRole('option', { name: 'Mälardalens El' }).click();
  await expect.poll(searchOf).toBe('?q=LATE-1&supplier=1002');
  await page.getByRole('combobox', { name: 'Partner', exact: true }).fill('SCANN');
  await page.getByRole('option', { name: 'Scanner' }).click();
  await expect.poll(searchOf).toMatch(/^\?q=LATE-1&supplier=1002&partner=[0-9a-f-]{36}$/);
  await picture(page, 'filters-open');
  await page.getByRole('button', { name: 'Fewer filters' }).click();
  await supplier.waitFor({ state: 'detached' });
  await page.reload();
  const chip = page.getByRole('button', { name: 'Remove the filter Supplier: Mälardalens El' });
  await chip.waitFor();
  expect(await supplier.count()).toBe(0);
  await page.getByRole('button', { name: 'Remove the filter Partner: Scanner' }).click();
  await expect.poll(searchOf).toBe('?q=LATE-1&supplier=1002');
  await row('LATE-1').waitFor();
  await picture(page, 'chips');
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear filters' }).waitFor();
  await chip.click();
  await expect.poll(searchOf).toBe('?q=LATE-1');
  expect(complaints).toEqual([]);
});

it('a project that only invoices name is found by number or name, and an operator by name', async () => {
  await visit(`${invoices()}?q=LATE-1`);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Project' }).fill('p2');
  await page.getByRole('option', { name: 'Hamnen P2' }).click();
  await expect.poll(searchOf).toBe('?q=LATE-1&project=Hamnen');
  await row('LATE-1').waitFor();
  await page.getByRole('combobox', { name: 'Decided by' }).click();
  await page.getByRole('option', { name: 'Me', exact: true }).click();
  await expect.poll(searchOf).toBe('?q=LATE-1&project=Hamnen&decidedBy=me');
  await page.getByText('Nothing fits these filters').waitFor();
});

it('a click anywhere on a row opens it, a marked text does not, and the middle button opens it aside', async () => {
  await visit(`${invoices()}?q=LATE-1`);
  const cell = row('LATE-1').locator('td[data-label=Amount]');
  await cell.waitFor();
  const box = (await cell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width - 60, box.y + 18);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 11, box.y + 18, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.getSelection()?.toString())).not.toBe('');
  expect(new URL(page.url()).pathname).toMatch(/\/invoices$/);
  const [aside] = await Promise.all([context.waitForEvent('page'), cell.click({ button: 'middle' })]);
  expect(aside.url()).toMatch(/\/invoices\/[0-9a-f-]{36}/);
  await aside.close();
  await page.evaluate(() => window.getSelection()?.removeAllRanges());
  await row('LATE-1').locator('td[data-label=Supplier]').click();
  await page.getByRole('heading', { level: 1, name: 'LATE-1' }).waitFor();
});

/** Rows that are fully visible below the header. */
const inSight = () =>
  page.evaluate(() => {
    const top = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    return [...document.querySelectorAll('tr[data-row]')].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top >= top - 1 && box.bottom <= window.innerHeight;
    }).length;
  });

/** Text that is broken into lines or hyphenated, and dates, times and amounts that are cut. */
const broken = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('tr[data-row] td, thead th')].flatMap((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const wrong: string[] = [];
      while (texts.nextNode() !== null) {
        const { parentElement, textContent } = texts.currentNode;
        const words = document.createRange();
        words.selectNodeContents(texts.currentNode);
        const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) wrong.push(`in lines: ${textContent}`);
        const isWhole = /^[\d\s.,:−-]+( [A-Z]{2,6})?$/.test(textContent ?? '') || cell.tagName === 'TH';
        const { right } = cell.getBoundingClientRect();
        const isSeen = getComputedStyle(parentElement as Element).position !== 'absolute';
        if (isWhole && isSeen && parentElement?.closest('a, small') === null)
          if (words.getBoundingClientRect().right > right + 0.5) wrong.push(`cut: ${textContent}`);
      }
      return wrong;
    }),
  );

/** The first heading has the box that selects all. */
const headers = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1);
const usual = ['Number', 'Supplier', 'Due date', 'Amount', 'State', 'Project', 'Arrived'];
const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

async function fitsEverywhere(density: 'comfortable' | 'compact'): Promise<void> {
  for (const width of [1024, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(broken, { message: `${width}` }).toEqual([]);
    expect((await page.locator('thead tr').boundingBox())?.height, `${width}`).toBeLessThanOrEqual(38);
    expect((await rows.first().boundingBox())?.height, `${width}`).toBeLessThanOrEqual(38);
    await expect.poll(isTooWide, { message: `${width}` }).toBe(0);
    // Its header stays in sight.
    await page.locator('[data-long] thead').waitFor();
    await picture(page, `invoices-${width}-${density}`);
  }
}

it('a wide window has more columns', async () => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await visit(`${invoices()}?supplier=1003`);
  await expect.poll(headers).toEqual([...usual.slice(0, 6), 'Invoice date', 'Arrived', 'Decided', 'Partner']);
  // Nobody has decided about the invoices of this view, so the column is left out.
  await visit(`${invoices()}?supplier=1003&state=received`);
  await expect.poll(headers).toEqual([...usual.slice(0, 6), 'Invoice date', 'Arrived', 'Partner']);
  await page.setViewportSize(wide);
  await expect.poll(headers).toEqual(usual);
});

it('15 comfortable and 25 compact rows fit 1440 by 900, on one line each at every width, below a header that stays in sight', async () => {
  await visit(invoices());
  await expect.poll(() => rows.count()).toBeGreaterThan(25);
  await page.locator('table[data-density=comfortable]').waitFor();
  expect(await inSight()).toBeGreaterThanOrEqual(15);
  expect(await headers()).toEqual(usual);
  await page.evaluate(() => window.scrollTo(0, 1000));
  await expect.poll(async () => Math.round((await page.locator('th').first().boundingBox())?.y ?? 0)).toBe(56);
  await page.evaluate(() => window.scrollTo(0, 0));
  await fitsEverywhere('comfortable');
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('button', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(inSight).toBeGreaterThanOrEqual(25);
  await fitsEverywhere('compact');
});

it('columns are chosen, moved and kept, and so is the height of rows', async () => {
  await page.setViewportSize(wide);
  await visit(`${invoices()}?supplier=1003`);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('checkbox', { name: 'Project' }).uncheck();
  await page.getByRole('checkbox', { name: 'Assigned to' }).check();
  for (const name of ['Findings', 'Order number', 'Our reference']) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Move Amount to the left' }).click();
  // A column that was added stays, even if it is empty.
  const chosen = ['Number', 'Supplier', 'Amount', 'Due date', 'State', 'Invoice date', 'Arrived', 'Assigned to'];
  chosen.push('Findings', 'Order number', 'Our reference');
  await expect.poll(headers).toEqual(chosen);
  await row('CREDIT-1').getByText('PO-7741').waitFor();
  await row('CREDIT-1').getByText('Åsa Lind').waitFor();
  await row('CREDIT-1').getByText('Unknown credited invoice').waitFor();
  await row('CREDIT-1').getByText('Credit note').waitFor();
  await picture(page, 'columns');
  expect(await seriousIn(page)).toEqual([]);
  await page.reload();
  await expect.poll(headers).toEqual(chosen);
  await page.locator('table[data-density=compact]').waitFor();
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('button', { name: 'Usual columns' }).click();
  await expect.poll(headers).toContain('Project');
  // The service gets the preference a moment later, so the browser must stay open until then.
  const kept = async () => (await approver.call('GET', '/session')).body.preferences.columns;
  await expect
    .poll(async () => ((await kept()) ?? []).filter(({ columns }: { columns: string[] }) => columns.length > 0))
    .toEqual([]);
  expect(complaints).toEqual([]);
});

it('other lists have rows of the same height, and fit 1024 pixels in both', async () => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const lists = ['suppliers', 'work-orders', 'projects', 'requests'];
  const fit = async (density: 'comfortable' | 'compact', paths: string[]) => {
    for (const path of paths) {
      await visit(`/companies/${door.company}/${path}`);
      await page.locator(`table[data-density=${density}]`).waitFor();
      expect(await isTooWide(), path).toBe(0);
      await picture(page, `${path}-1024-${density}`);
    }
  };
  await fit('compact', lists);
  await page.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('button', { name: 'Comfortable' }).click();
  await page.keyboard.press('Escape');
  await fit('comfortable', lists.toReversed());
});

it('on a phone an invoice is a card of three lines, and what a finger presses is 44 px high', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const opened = await openPage(door, approver, phone);
  await opened.go(invoices());
  const card = rowsOf(opened.page).filter({ hasText: 'LATE-1' });
  await card.waitFor();
  const lines = await card.locator('td[data-label]').evaluateAll((cells) => {
    const middles = new Map<number, string[]>();
    for (const cell of cells as HTMLElement[]) {
      const { top, bottom } = cell.getBoundingClientRect();
      const middle = Math.round((top + bottom) / 20);
      middles.set(middle, [...(middles.get(middle) ?? []), cell.dataset.label ?? '']);
    }
    return [...middles].sort(([a], [b]) => a - b).map(([, labels]) => labels.toSorted());
  });
  expect(lines).toEqual([['Amount', 'Supplier'], ['Due date'], ['Number', 'State']]);
  expect((await card.boundingBox())?.height).toBeLessThan(100);
  const small = () =>
    opened.page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main button, main select, main input, header button, nav a, td label',
        ),
      ]
        .filter((one) => one.checkVisibility() && one.closest('thead, .mantine-Input-section') === null)
        // A box is pressed by its label.
        .filter((one) => !(one instanceof HTMLInputElement && one.type === 'checkbox'))
        .filter((one) => one.getBoundingClientRect().height < 43.5 || one.getBoundingClientRect().width < 43.5)
        .map((one) => `${one.tagName} ${one.getAttribute('aria-label') ?? one.textContent}`),
    );
  expect(await small()).toEqual([]);
  await opened.page.getByRole('button', { name: 'More filters' }).click();
  await opened.page.getByLabel('Due from', { exact: true }).waitFor();
  expect(await small()).toEqual([]);
  for (const width of [390, 320]) {
    await opened.page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => opened.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
      .toBe(0);
  }
  // The whole card is the link.
  await opened.page.getByRole('button', { name: 'Fewer filters' }).click();
  await card.click({ position: { x: 120, y: 20 } });
  await opened.page.getByRole('heading', { level: 1, name: 'LATE-1' }).waitFor();
  expect(opened.complaints).toEqual([]);
  await opened.close();
});
