import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { readZip } from '../../server/testing/zip.ts';
import { seriousIn } from './axe.ts';
import { closePages, download, openPage, type OpenedPage } from './browser.ts';
import { addDocuments, box, fileOf, sheetOf, tool, wide, type Documents } from './documents.ts';
import { ink } from './ink.ts';
import { picture } from './picture.ts';
import { lastPaper } from './records.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const made = await addDocuments(door);
afterAll(async () => {
  await closePages();
  await door?.close();
});

let opened: OpenedPage;
beforeAll(async () => {
  opened = await openPage(door, approver, wide);
  await opened.go('/account');
});

async function open(which: keyof Documents): Promise<Page> {
  await opened.visit(`/companies/${door.company}/invoices/${made[which]}`);
  return opened.page;
}

async function inColours(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => page.getAttribute('html', 'data-mantine-color-scheme')).toBe(colorScheme);
}

describe('several files', () => {
  it('have thumbnails to switch between them, and come together as a zip', async () => {
    const page = await open('several');
    const tiles = page.getByRole('region', { name: 'Files' }).getByRole('button', { name: /^Show / });
    await expect
      .poll(() => tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('title'))))
      .toEqual(['F-20871.pdf', 'delivery-note.png', 'invoice.xml']);
    await expect.poll(() => ink(tiles.first().locator('canvas'))).toBeGreaterThan(0.02);
    await expect
      .poll(() =>
        tiles
          .nth(1)
          .locator('img')
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      )
      .toBe(160);
    expect(await tiles.nth(2).innerText()).toContain('XML');
    await tiles.nth(1).click();
    await expect.poll(() => tiles.nth(1).getAttribute('aria-pressed')).toBe('true');
    const image = page.getByRole('img', { name: 'The file delivery-note.png' });
    const shown = async () => Math.round((await box(image)).width);
    await expect.poll(shown).toBeGreaterThan(400);
    const fitting = await shown();
    await tool(page, 'Larger').click();
    await expect.poll(shown).toBeGreaterThan(fitting * 1.2);
    await tool(page, 'Rotate').click();
    await expect.poll(async () => (await box(image)).height / (await box(image)).width).toBeGreaterThan(1.5);

    const { name, bytes } = await download(page, page.getByRole('link', { name: 'Download all (zip)' }));
    expect(name).toBe('F-20871.zip');
    const zip = readZip(bytes);
    expect(zip.map(({ name }) => name)).toEqual(['F-20871.pdf', 'delivery-note.png', 'invoice.xml']);
    expect(zip[0]?.bytes.equals(lastPaper)).toBe(true);
    expect(opened.complaints).toEqual([]);
  });

  it('XML is indented and coloured in light and dark, its lines wrap or not, and values are found in it', async () => {
    const page = await open('several');
    await page.getByRole('button', { name: 'Show invoice.xml' }).click();
    const text = page.getByRole('group', { name: 'The file invoice.xml' });
    await text.getByText('<ID>F-20871</ID>').waitFor();
    const left = (words: string) =>
      text
        .getByText(words)
        .locator('span')
        .first()
        .evaluate((part) => part.getBoundingClientRect().left);
    expect(await left('<ID>F-20871</ID>')).toBeGreaterThan(await left('<Invoice xmlns'));
    const wrap = tool(page, 'Wrap long lines');
    const whiteSpace = () => text.evaluate((whole) => getComputedStyle(whole).whiteSpace);
    expect([await wrap.getAttribute('aria-pressed'), await whiteSpace()]).toEqual(['true', 'pre-wrap']);
    await wrap.click();
    await expect.poll(whiteSpace).toBe('pre');
    await page.getByRole('button', { name: 'Find 18,412.50 SEK in the file' }).click();
    await expect
      .poll(() => text.locator('[data-marked]').allInnerTexts())
      .toEqual(['<Total currency="SEK">18412.50</Total>']);
    for (const colorScheme of ['dark', 'light'] as const) {
      await inColours(page, colorScheme);
      const colours = await text.evaluate((whole) =>
        [...whole.querySelectorAll('span')].map((part) => [part.textContent, getComputedStyle(part).color] as const),
      );
      const colourOf = (part: string) => colours.find(([is]) => is === part)?.[1];
      const parts = ['Invoice', 'currency', '"SEK"', '18412.50', '<!-- from the supplier -->'];
      expect(new Set(parts.map(colourOf)).size).toBe(parts.length);
      expect(await seriousIn(page, { coloursOnly: colorScheme === 'dark' })).toEqual([]);
      await picture(page, `document-xml-${colorScheme}`);
    }
    expect(opened.complaints).toEqual([]);
  });
});

it('a TIFF has the same tools', async () => {
  const page = await open('scanned');
  const sheet = page.getByRole('img', { name: 'Page 1 of 2 of scan.tif' });
  await expect.poll(() => ink(sheet)).toBeCloseTo(0.5, 2);
  const before = await box(sheet);
  await tool(page, 'Smaller').click();
  await expect.poll(async () => (await box(sheet)).width).toBeLessThan(before.width * 0.85);
  await tool(page, 'Rotate').click();
  await expect.poll(() => ink(sheet)).toBeCloseTo(0.5, 2);
  expect(opened.complaints).toEqual([]);
});

it('the file fills the screen and comes back', async () => {
  const page = await open('single');
  await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
  await tool(page, 'Full screen').click();
  await tool(page, 'Leave full screen').waitFor();
  const frame = page.locator('[data-sheets]');
  await expect.poll(async () => (await box(frame)).width).toBeGreaterThan(1300);
  await expect.poll(async () => (await box(sheetOf(page))).width).toBeGreaterThan(1200);
  await tool(page, 'Leave full screen').click();
  await expect.poll(async () => (await box(frame)).width).toBeLessThan(800);
});

it('the file has a window of its own, which follows what is looked at', async () => {
  const page = await open('several');
  const [own] = await Promise.all([
    opened.context.waitForEvent('page'),
    tool(page, 'Open in a window of its own').click(),
  ]);
  own.setDefaultTimeout(60_000);
  await own.getByRole('heading', { name: 'Invoice F-20871' }).waitFor();
  await expect.poll(() => ink(sheetOf(own))).toBeGreaterThan(0.05);
  expect(await own.getByRole('navigation').count()).toBe(0);
  expect(await tool(own, 'Open in a window of its own').count()).toBe(0);
  expect((await box(own.locator('[data-sheets]'))).height).toBeGreaterThan(
    (await own.evaluate(() => window.innerHeight)) * 0.7,
  );
  expect(await seriousIn(own)).toEqual([]);
  await picture(own, 'document-own-window');
  await page.getByRole('button', { name: 'Show invoice.xml' }).click();
  await own.locator('pre').getByText('<ID>F-20871</ID>').waitFor();
  await page.getByRole('link', { name: 'Invoices' }).first().click();
  await page.getByRole('link', { name: 'F-20872' }).first().click();
  await own.getByRole('heading', { name: 'Invoice F-20872' }).waitFor();
  await own.getByRole('img', { name: 'Page 1 of 2 of F-20872.pdf' }).waitFor();
  await own.close();
  expect(opened.complaints).toEqual([]);
});

describe('on paper', () => {
  afterEach(() => opened.page.emulateMedia({ media: null, colorScheme: 'light' }));

  const printed = async (page: Page, height: string) => {
    const pdf = await getDocument({
      data: new Uint8Array(await page.pdf({ width: '210mm', height, printBackground: true })),
    }).promise;
    const pages = Array.from({ length: pdf.numPages }, async (_, at) => {
      const { items } = await (await pdf.getPage(at + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    });
    return Promise.all(pages);
  };

  it('an invoice has its fields, lines, sums, findings and decision, and nothing to press', async () => {
    const page = await open('single');
    await inColours(page, 'dark');
    await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const hidden of [page.getByRole('navigation'), fileOf(page), page.getByRole('banner')])
      expect(await hidden.first().isVisible()).toBe(false);
    expect(await page.locator('button:visible, input:visible').count()).toBe(0);
    const colours = await page.evaluate(() => {
      const [ground, words] = [document.body, document.querySelector('dd') as HTMLElement].map((element) =>
        getComputedStyle(element),
      );
      return [ground?.backgroundColor, words?.color];
    });
    expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
    const text = (await printed(page, '297mm')).join(' ').replaceAll(/\s+/g, ' ');
    for (const part of ['F-20872', 'Details', 'Gypsum board 13 mm', 'Sums', '18,412.50', 'Currency', 'Received'])
      expect(text).toContain(part);
    for (const part of ['Approve', 'Reject', 'Overview', 'Download', 'Dismiss']) expect(text).not.toContain(part);
    expect(opened.complaints).toEqual([]);
  });

  it('a list is a table with its headings on every page', async () => {
    const { page, visit } = opened;
    await visit(`/companies/${door.company}/suppliers`);
    await page.getByText('Skånska Fönster').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group');
    const pages = await printed(page, '100mm');
    expect(pages.length).toBeGreaterThan(1);
    for (const text of pages.filter((page) => /\b100\d\b/.test(page))) expect(text).toContain('City');
    expect(pages.filter((page) => /\b100\d\b/.test(page)).length).toBeGreaterThan(1);
  });
});
