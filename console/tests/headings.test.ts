import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { ago } from '../../server/testing/time.ts';
import { closePages, openPage } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { picture } from './picture.ts';
import { anInvoice, projects } from './records.ts';
import { suspicious } from './suspicious.ts';

const day = 86_400_000;
const door = await openDoor();
await addSuppliers(door);
for (const project of projects) await door.addProject(project);
for (let n = 1; n <= 8; n++) await submit(door, door.token, anInvoice(n));
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

interface Placed {
  text: string;
  left: number;
  right: number;
  /** How far the text reaches out of its cell, or is cut. */
  beyond: number;
}

/** The position of each heading's words, including its sort mark. */
const headingsOf = (page: Page): Promise<Placed[]> =>
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
        const beyond = Math.max(
          frame.left - left,
          right - frame.right,
          ...[...cell.querySelectorAll('span')].map((one) => one.scrollWidth - one.clientWidth),
        );
        return { text: cell.textContent ?? '', left, right: isCut ? Math.min(right, frame.right) : right, beyond };
      }),
    );

/** Pairs of headings with almost no space between them. */
const touching = (headings: Placed[]): string[] =>
  headings.flatMap(({ text, left }, at) => {
    const before = headings[at - 1];
    return before !== undefined && left - before.right < 3 ? [`${before.text} and ${text}`] : [];
  });

const cut = (headings: Placed[]): string[] => headings.filter(({ beyond }) => beyond > 0.5).map(({ text }) => text);

async function open(who: SignedIn, locale: string, density: string, columns?: string[]) {
  const preferences = { density, ...(columns && { columns: [{ list: 'invoices', columns }] }) };
  expect((await who.call('PUT', '/session/preferences', preferences)).status).toBe(200);
  const opened = await openPage(door, who, { locale });
  await opened.go(`/companies/${door.company}/invoices`);
  await opened.page.locator(`table[data-density=${density}] tr[data-row]`).nth(10).waitFor();
  return opened;
}

describe.each(['en-GB', 'sv-SE'])('in %s', (locale) => {
  it.each(['compact', 'comfortable'])(
    'headings of %s invoices stand apart and whole, however wide the window is',
    async (density) => {
      const { page, close } = await open(await signedIn(door, 'approver'), locale, density);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const many = width < 1280 ? 5 : width < 1520 ? 7 : 8;
        await expect.poll(async () => (await headingsOf(page)).length).toBeGreaterThanOrEqual(many);
        await expect.poll(async () => touching(await headingsOf(page)), { message: `${width}` }).toEqual([]);
        await expect.poll(async () => cut(await headingsOf(page)), { message: `${width}` }).toEqual([]);
        expect(await page.locator('[data-long] table').count(), `${width}`).toBe(1);
        await picture(page, `headings-${locale}-${density}-${width}`);
      }
      await close();
    },
  );

  it.each(['compact', 'comfortable'])(
    'headings of %s invoices do not touch where every column was chosen, and the rest is reached by scrolling',
    async (density) => {
      const { page, close } = await open(await signedIn(door, 'approver'), locale, density, chosen);
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(async () => (await headingsOf(page)).length).toBe(chosen.length + 1);
        await expect.poll(async () => touching(await headingsOf(page)), { message: `${width}` }).toEqual([]);
        await picture(page, `headings-all-${locale}-${density}-${width}`);
        await page.getByRole('columnheader').last().scrollIntoViewIfNeeded();
        const { x = 0, width: wide = 0 } = (await page.getByRole('columnheader').last().boundingBox()) ?? {};
        expect(Math.floor(x + wide), `${width}`).toBeLessThanOrEqual(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      }
      await close();
    },
  );
});
