import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type Door } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { readZip } from '../../server/testing/zip.ts';
import { seriousIn } from './axe.ts';
import { openPage, type Opened } from './browser.ts';
import { openBrowser } from './chromium.ts';
import { attach, submit } from './company.ts';
import { png } from './files.ts';
import { ink } from './ink.ts';
import { picture } from './picture.ts';
import { anInvoice, lastInvoice, lastPaper, suppliers } from './records.ts';
import { faxTiff } from './scans.ts';

const xml = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8"?><!-- from the supplier --><Invoice xmlns="urn:invoice"><ID>F-20871</ID>' +
    '<Total currency="SEK">18412.50</Total><Note/></Invoice>',
);

let door: Door;
let browser: Browser;
let approver: SignedIn;
/** With three files, with a PDF alone, and with a TIFF. */
let several: string;
let single: string;
let scanned: string;
beforeAll(async () => {
  door = await openDoor();
  for (const { number, ...supplier } of suppliers) await door.addSupplier(number, supplier);
  approver = await signedIn(door, 'approver');
  several = await submit(door, door.token, { ...lastInvoice, currency: 'SEK' });
  await attach(door, several, 'F-20871.pdf', lastPaper);
  await attach(door, several, 'delivery-note.png', png);
  await attach(door, several, 'invoice.xml', xml);
  single = await submit(door, door.token, {
    ...lastInvoice,
    externalReferenceId: 'single',
    supplierInvoiceNumber: 'F-20872',
  });
  await attach(door, single, 'F-20872.pdf', lastPaper);
  scanned = await submit(door, door.token, anInvoice(3));
  await attach(door, scanned, 'scan.tif', faxTiff());
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await door?.close();
});

let opened: Opened;
afterEach(() => opened?.close());

const wide = { viewport: { width: 1440, height: 900 } };
async function open(id: string, options: Parameters<typeof openPage>[3] = wide, who = approver): Promise<Page> {
  opened = await openPage(browser, door, who, options);
  await opened.go(`/companies/${door.company}/invoices/${id}`);
  return opened.page;
}

const words = {
  en: {
    locale: 'en-GB',
    fields: 'Fields of the invoice',
    files: 'Files',
    approve: /^Approve/,
    larger: 'Larger',
    smaller: 'Smaller',
    fitWidth: 'Fit the width',
    fitPage: 'Fit the whole page',
    rotate: 'Rotate',
    find: (value: string) => `Find ${value} in the file`,
    found: 'Found on page 1, 1 of 1',
    sheet: 'Page 1 of 2',
    total: '18,412.50 SEK',
    handle: 'Width of the fields beside the file',
  },
  sv: {
    locale: 'sv-SE',
    fields: 'Fakturans uppgifter',
    files: 'Filer',
    approve: /^(?:Godkänn|Attestera)/,
    larger: 'Större',
    smaller: 'Mindre',
    fitWidth: 'Anpassa till bredden',
    fitPage: 'Visa hela sidan',
    rotate: 'Rotera',
    find: (value: string) => `Hitta ${value} i filen`,
    found: 'Hittades på sida 1, 1 av 1',
    sheet: 'Sida 1 av 2',
    total: '18\u00A0412,50 SEK',
    handle: 'Uppgifternas bredd bredvid filen',
  },
};

const box = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const fieldsOf = (page: Page, t = words.en) => page.getByRole('region', { name: t.fields, exact: true });
const fileOf = (page: Page, t = words.en) => page.getByRole('region', { name: t.files, exact: true });
const sheetOf = (page: Page, t = words.en) => page.getByRole('img', { name: t.sheet });
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.each(['en', 'sv'] as const)('in %s', (language) => {
  const t = words[language];
  const options = { ...wide, locale: t.locale };

  it('file and fields share the window half and half, each scrolls by itself, and the decision stays in sight', async () => {
    const page = await open(several, options);
    await expect.poll(() => ink(sheetOf(page, t))).toBeGreaterThan(0.05);
    const [fields, file] = [await box(fieldsOf(page, t)), await box(fileOf(page, t))];
    expect(Math.abs(fields.width - file.width)).toBeLessThan(4);
    expect(fields.x + fields.width).toBeLessThanOrEqual(file.x);
    // The whole window's width is used, and its height is enough for both.
    expect(file.x + file.width).toBeGreaterThan(1400);
    expect(Math.max(fields.y + fields.height, file.y + file.height)).toBeLessThanOrEqual(900);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(
      0,
    );
    // Readable at once: as wide as its place.
    expect((await box(sheetOf(page, t))).width).toBeGreaterThan(file.width * 0.9);
    const before = await box(sheetOf(page, t));
    await fieldsOf(page, t).evaluate((side) => side.scrollTo(0, side.scrollHeight));
    await expect.poll(() => fieldsOf(page, t).evaluate((side) => side.scrollTop)).toBeGreaterThan(100);
    expect(await box(sheetOf(page, t))).toEqual(before);
    const approve = await box(page.getByRole('button', { name: t.approve }).first());
    expect(approve.height).toBeGreaterThan(20);
    expect(approve.y + approve.height).toBeLessThan(300);
    expect(await seriousIn(page)).toEqual([]);
    await fieldsOf(page, t).evaluate((side) => side.scrollTo(0, 0));
    await picture(page, `document-${language}`);
    expect(opened.complaints).toEqual([]);
  });

  it('a click on a field finds its value in the PDF', async () => {
    const page = await open(single, options);
    const find = page.getByRole('button', { name: t.find(t.total.replace('SEK', 'KRONOR')) });
    await find.waitFor({ state: 'attached' });
    await tool(page, t.larger).click();
    await tool(page, t.larger).click();
    await find.focus();
    await page.keyboard.press('Enter');
    await page.getByText(t.found, { exact: true }).waitFor({ state: 'attached' });
    const mark = page.locator('[data-sheets] mark');
    await expect.poll(() => mark.count()).toBe(1);
    // The words of the sheet lie where they are painted: the mark is over those.
    const word = page.locator('[data-sheets] span[role=presentation]', { hasText: '18 412.50' });
    await word.waitFor({ state: 'attached' });
    await expect
      .poll(async () => {
        const [a, b] = [await box(mark), await box(word)];
        return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
      })
      .toBeLessThan(12);
    const [at, frame] = [await box(mark), await box(page.locator('[data-sheets]'))];
    expect(at.x).toBeGreaterThan(frame.x);
    expect(at.x + at.width).toBeLessThan(frame.x + frame.width);
    expect(at.y).toBeGreaterThan(frame.y);
    expect(at.y + at.height).toBeLessThan(frame.y + frame.height);
    await picture(page, `document-found-${language}`);
    // What the paper does not have cannot be found in it.
    expect(await page.getByRole('button', { name: t.find('PO-28571') }).count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  });

  it('zooming, fitting and rotating change what is drawn, by button and by key', async () => {
    const page = await open(single, options);
    const sheet = sheetOf(page, t);
    const width = async () => Math.round((await box(sheet)).width);
    await expect.poll(() => ink(sheet)).toBeGreaterThan(0.05);
    const fitting = await width();
    await tool(page, t.larger).click();
    await expect.poll(width).toBeGreaterThan(fitting * 1.2);
    const larger = await width();
    // What is drawn is drawn anew, not only stretched.
    await expect.poll(() => sheet.evaluate((canvas) => (canvas as HTMLCanvasElement).width)).toBe(larger);
    await tool(page, t.smaller).click();
    await tool(page, t.smaller).click();
    await expect.poll(width).toBeLessThan(fitting);
    await tool(page, t.fitPage).click();
    const frame = await box(page.locator('[data-sheets]'));
    await expect.poll(async () => (await box(sheet)).height).toBeLessThan(frame.height);
    await expect.poll(async () => (await box(sheet)).height).toBeGreaterThan(frame.height * 0.85);
    await tool(page, t.fitWidth).click();
    await expect.poll(width).toBe(fitting);
    await page.locator('[data-sheets]').focus();
    await page.keyboard.press('+');
    await expect.poll(width).toBe(larger);
    await page.keyboard.press('0');
    await expect.poll(width).toBe(fitting);
    await page.keyboard.press('-');
    await expect.poll(width).toBeLessThan(fitting);
    await page.keyboard.press('0');
    await expect.poll(width).toBe(fitting);
    const upright = await box(sheet);
    await tool(page, t.rotate).click();
    await expect.poll(async () => (await box(sheet)).height).toBeLessThan(upright.width);
    expect(Math.abs((await box(sheet)).width - fitting)).toBeLessThan(3);
    await expect.poll(() => ink(sheet)).toBeGreaterThan(0.05);
    for (let turns = 0; turns < 3; turns++) await tool(page, t.rotate).click();
    await expect.poll(async () => (await box(sheet)).height).toBe(upright.height);
    expect(opened.complaints).toEqual([]);
  });
});

it('the handle is moved by mouse and keys, put back by a double click, and remembered', async () => {
  // What is remembered follows the operator into other windows, so nobody else is this one.
  const page = await open(single, wide, await signedIn(door, 'viewer'));
  const handle = page.getByRole('separator', { name: words.en.handle });
  const share = async () => {
    const [fields, file] = [await box(fieldsOf(page)), await box(fileOf(page))];
    return Math.round((fields.width / (fields.width + file.width)) * 100);
  };
  const drag = async (by: number) => {
    const { x, y, width, height } = await box(handle);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + by, y + height / 2, { steps: 4 });
    await page.mouse.up();
  };
  await expect.poll(share).toBe(50);
  await drag(-180);
  await expect.poll(share).toBeLessThan(38);
  const dragged = await share();
  expect(await handle.getAttribute('aria-valuenow')).toBe(String(dragged));
  await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(share).toBe(dragged + 4);
  await page.keyboard.press('Home');
  await expect.poll(share).toBe(25);
  await page.keyboard.press('End');
  await expect.poll(share).toBe(75);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(share).toBe(73);
  await page.reload();
  await page.locator('h1').first().waitFor();
  await expect.poll(share).toBe(73);
  await handle.dblclick();
  await expect.poll(share).toBe(50);
  expect(opened.complaints).toEqual([]);
});

it('a sheet is sharp on a screen with two dots to the pixel', async () => {
  const page = await open(single, { ...wide, deviceScaleFactor: 2 });
  await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
  const { width } = await box(sheetOf(page));
  const dots = await sheetOf(page).evaluate((canvas) => (canvas as HTMLCanvasElement).width);
  expect(dots / width).toBeGreaterThan(1.95);
});

it('nothing moves while an invoice and its PDF are loaded', async () => {
  opened = await openPage(browser, door, approver, wide);
  const { page, go } = opened;
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const id of [single, several]) {
    await go(`/companies/${door.company}/invoices/${id}`);
    await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
    await page.getByRole('button', { name: /^Find 18,412.50/ }).waitFor({ state: 'attached' });
    const moved = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
    expect(moved).toBeLessThan(0.02);
  }
  // And it is measured at all.
  await page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement;
    main.style.paddingTop = '300px';
  });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum))
    .toBeGreaterThan(0.02);
});

describe('several files', () => {
  it('have thumbnails to switch between them, and come together as a zip', async () => {
    const page = await open(several);
    const tiles = page.getByRole('button', { name: /^Show / });
    expect(await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('title')))).toEqual([
      'F-20871.pdf',
      'delivery-note.png',
      'invoice.xml',
    ]);
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
    expect(await tiles.nth(1).getAttribute('aria-pressed')).toBe('true');
    const image = page.getByRole('img', { name: 'The file delivery-note.png' });
    const shown = async () => Math.round((await box(image)).width);
    await expect.poll(shown).toBeGreaterThan(400);
    const fitting = await shown();
    await tool(page, 'Larger').click();
    await expect.poll(shown).toBeGreaterThan(fitting * 1.2);
    await tool(page, 'Rotate').click();
    await expect.poll(async () => (await box(image)).height / (await box(image)).width).toBeGreaterThan(1.5);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download all (zip)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('F-20871.zip');
    const zip = readZip(await readFile(await download.path()));
    expect(zip.map(({ name }) => name)).toEqual(['F-20871.pdf', 'delivery-note.png', 'invoice.xml']);
    expect(zip[0]?.bytes.equals(lastPaper)).toBe(true);
    expect(opened.complaints).toEqual([]);
  });

  it('XML is indented and coloured in light and dark, its lines wrap or not, and values are found in it', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open(several, { ...wide, colorScheme });
      await page.getByRole('button', { name: 'Show invoice.xml' }).click();
      const text = page.getByRole('group', { name: 'The file invoice.xml' });
      await text.getByText('<ID>F-20871</ID>').waitFor();
      const colours = await text.evaluate((whole) =>
        [...whole.querySelectorAll('span')].map((part) => [part.textContent, getComputedStyle(part).color] as const),
      );
      const colourOf = (part: string) => colours.find(([is]) => is === part)?.[1];
      const parts = ['Invoice', 'currency', '"SEK"', '18412.50', '<!-- from the supplier -->'];
      expect(new Set(parts.map(colourOf)).size).toBe(parts.length);
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
      expect(await seriousIn(page)).toEqual([]);
      await picture(page, `document-xml-${colorScheme}`);
      expect(opened.complaints).toEqual([]);
      await opened.close();
    }
  });
});

it('a TIFF has the same tools', async () => {
  const page = await open(scanned);
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
  const page = await open(single);
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
  const page = await open(several);
  const [own] = await Promise.all([
    opened.context.waitForEvent('page'),
    tool(page, 'Open in a window of its own').click(),
  ]);
  own.setDefaultTimeout(60_000);
  await own.getByRole('heading', { name: 'Invoice F-20871' }).waitFor();
  await expect.poll(() => ink(sheetOf(own))).toBeGreaterThan(0.05);
  // The file and nothing else.
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
  expect(opened.complaints).toEqual([]);
});

it.each([
  ['a tablet', 1024, 'light'],
  ['a phone', 390, 'light'],
  ['a phone in the dark', 390, 'dark'],
] as const)('on %s the file is below the fields, with a way there and back', async (name, width, colorScheme) => {
  const page = await open(several, { viewport: { width, height: 844 }, colorScheme });
  await expect.poll(async () => (await box(fileOf(page))).height).toBeGreaterThan(400);
  const [fields, file] = [await box(fieldsOf(page)), await box(fileOf(page))];
  expect(file.y).toBeGreaterThanOrEqual(fields.y + fields.height);
  expect(await page.getByRole('separator', { name: words.en.handle }).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Go to the file' }).click();
  const inSight = async (locator: Locator) => {
    const { y } = await box(locator);
    return y > 0 && y < 500;
  };
  await expect.poll(() => inSight(fileOf(page))).toBe(true);
  await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
  await picture(page, `document-${name.replaceAll(' ', '-')}-file`);
  await page.getByRole('button', { name: 'Go to the fields' }).click();
  await expect.poll(() => inSight(fieldsOf(page))).toBe(true);
  await picture(page, `document-${name.replaceAll(' ', '-')}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await seriousIn(page)).toEqual([]);
});

describe('on paper', () => {
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
    const page = await open(single, { ...wide, colorScheme: 'dark' });
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
    opened = await openPage(browser, door, approver, wide);
    const { page, go } = opened;
    await go(`/companies/${door.company}/suppliers`);
    await page.getByText('Skånska Fönster').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group');
    const pages = await printed(page, '100mm');
    expect(pages.length).toBeGreaterThan(1);
    for (const text of pages.filter((page) => /\b100\d\b/.test(page))) expect(text).toContain('City');
    expect(pages.filter((page) => /\b100\d\b/.test(page)).length).toBeGreaterThan(1);
  });
});
