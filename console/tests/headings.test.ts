import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { ago } from '../../server/testing/time.ts';
import { listsText } from '../src/text/lists.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { picture } from './picture.ts';
import { anInvoice, projects } from './records.ts';
import { suspicious } from './suspicious.ts';

const day = 86_400_000;
const door = await openDoor();
await addSuppliers(door);
for (const project of projects) await door.addProject(project);
// One invoice of each currency.
for (const n of [1, 4, 5]) await submit(door, door.token, anInvoice(n));
await submit(door, door.token, { ...anInvoice(9), currency: 'SEK', totalPrice: 123_456.5 });
await submit(door, door.token, { ...anInvoice(10), paymentDueDate: ago(12 * day).getTime() });
await submit(door, door.token, suspicious);
afterAll(async () => {
  await closePages();
  await door?.close();
});

const widths = [1024, 1280, 1440, 1680];
const all = ['supplier', 'state', 'invoiceDate', 'dueDate', 'amount', 'project', 'created', 'decided', 'partner'];
const chosen = [...all, 'voucher', 'assignedTo', 'files', 'reference'];

interface PlacedHeading {
  text: string;
  left: number;
  right: number;
  /** How far the text reaches out of its cell, or is cut. */
  overflow: number;
}

/** The position of each heading's words, including its sort mark. */
const headingsOf = (page: Page): Promise<PlacedHeading[]> =>
  page
    .getByRole('columnheader')
    .filter({ hasText: /./ })
    .evaluateAll((cells) =>
      cells.map((cell) => {
        const words = document.createRange();
        words.selectNodeContents(cell);
        const boxes = [words, ...cell.querySelectorAll('svg')].map((one) => one.getBoundingClientRect());
        const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
        const frame = cell.getBoundingClientRect();
        const isCut = getComputedStyle(cell).overflowX !== 'visible';
        const overflow = Math.max(
          frame.left - left,
          right - frame.right,
          ...[...cell.querySelectorAll('span')].map((one) => one.scrollWidth - one.clientWidth),
        );
        return { text: cell.textContent ?? '', left, right: isCut ? Math.min(right, frame.right) : right, overflow };
      }),
    );

/** Pairs of headings with almost no space between them. */
const touching = (headings: PlacedHeading[]): string[] =>
  headings.flatMap(({ text, left }, at) => {
    const before = headings[at - 1];
    return before !== undefined && left - before.right < 3 ? [`${before.text} and ${text}`] : [];
  });

const cut = (headings: PlacedHeading[]): string[] =>
  headings.filter(({ overflow }) => overflow > 0.5).map(({ text }) => text);

const densities = ['comfortable', 'compact'] as const;

describe.each(['en', 'sv'] as const)('in %s', (language) => {
  const t = listsText[language];
  let who: SignedIn;
  let opened: OpenedPage;
  beforeAll(async () => {
    who = await signedIn(door, 'approver');
    opened = await openPage(door, who, { locale: language === 'sv' ? 'sv-SE' : 'en-GB' });
  });
  afterAll(() => opened?.close());

  async function show(columns: string[] = []): Promise<Page> {
    const preferences = { density: 'comfortable', columns: [{ list: 'invoices', columns }] };
    expect((await who.call('PUT', '/session/preferences', preferences)).status).toBe(200);
    await opened.go(`/companies/${door.company}/invoices`);
    return opened.page;
  }

  async function choose(page: Page, density: (typeof densities)[number]): Promise<void> {
    await page.getByRole('button', { name: t.view, exact: true }).click();
    await page.getByRole('button', { name: t[density], exact: true }).click();
    await page.keyboard.press('Escape');
    await page.locator(`table[data-density=${density}] tr[data-row]`).nth(5).waitFor();
  }

  it('headings of invoices stand apart and whole, however wide the window and high the rows are', async () => {
    const page = await show();
    for (const density of densities) {
      await choose(page, density);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const many = width < 1280 ? 5 : width < 1520 ? 7 : 8;
        const at = { message: `${density} ${width}` };
        await expect.poll(async () => (await headingsOf(page)).length, at).toBeGreaterThanOrEqual(many);
        await expect.poll(async () => touching(await headingsOf(page)), at).toEqual([]);
        await expect.poll(async () => cut(await headingsOf(page)), at).toEqual([]);
        expect(await page.locator('[data-long] table').count(), at.message).toBe(1);
        await picture(page, `headings-${language}-${density}-${width}`);
      }
    }
  });

  it('headings of invoices do not touch where every column was chosen, and the rest is reached by scrolling', async () => {
    const page = await show(chosen);
    for (const density of densities) {
      await choose(page, density);
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const at = { message: `${density} ${width}` };
        await expect.poll(async () => (await headingsOf(page)).length, at).toBe(chosen.length + 1);
        await expect.poll(async () => touching(await headingsOf(page)), at).toEqual([]);
        await picture(page, `headings-all-${language}-${density}-${width}`);
        await page.getByRole('columnheader').last().scrollIntoViewIfNeeded();
        const { x = 0, width: wide = 0 } = (await page.getByRole('columnheader').last().boundingBox()) ?? {};
        expect(Math.floor(x + wide), at.message).toBeLessThanOrEqual(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      }
    }
  });
});
