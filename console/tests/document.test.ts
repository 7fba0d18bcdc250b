import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { addDocuments, box, fieldsOf, fileOf, sheetOf, tool, wide, words, type Documents } from './documents.ts';
import { ink } from './ink.ts';
import { picture } from './picture.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const made = await addDocuments(door);
afterAll(async () => {
  await closePages();
  await door?.close();
});

const pathOf = (which: keyof Documents) => `/companies/${door.company}/invoices/${made[which]}`;

// One language is enough: the type check proves that both have every text, and pages.test.ts shows every page in both.
it('file and fields share the window half and half, each scrolls by itself, and the decision stays in sight', async () => {
  const t = words.sv;
  const { page, go, complaints, close } = await openPage(door, approver, { ...wide, locale: t.locale });
  await go(pathOf('several'));
  await expect.poll(() => ink(sheetOf(page, t))).toBeGreaterThan(0.05);
  const [fields, file] = [await box(fieldsOf(page, t)), await box(fileOf(page, t))];
  expect(Math.abs(fields.width - file.width)).toBeLessThan(4);
  expect(fields.x + fields.width).toBeLessThanOrEqual(file.x);
  // The page uses the whole width of the window, and needs no more than its height.
  expect(file.x + file.width).toBeGreaterThan(1400);
  expect(Math.max(fields.y + fields.height, file.y + file.height)).toBeLessThanOrEqual(900);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
  // The sheet is as wide as its place, and so readable at once.
  expect((await box(sheetOf(page, t))).width).toBeGreaterThan(file.width * 0.9);
  // The fields that a clerk checks first are in sight at once.
  for (const inSight of [
    page.getByText(t.total, { exact: true }).first(),
    page.getByText('förfallen sedan 10 dagar'),
    page.getByText('som i registret'),
    page.getByRole('region', { name: 'Uppgifter', exact: true }),
    page.getByRole('table', { name: 'Rader' }).getByRole('row').nth(1),
  ]) {
    const { y, height } = await box(inSight);
    expect(height).toBeGreaterThan(0);
    expect(y + height).toBeLessThan(900);
  }
  const before = await box(sheetOf(page, t));
  await fieldsOf(page, t).evaluate((side) => side.scrollTo(0, side.scrollHeight));
  await expect.poll(() => fieldsOf(page, t).evaluate((side) => side.scrollTop)).toBeGreaterThan(100);
  expect(await box(sheetOf(page, t))).toEqual(before);
  const approve = await box(page.getByRole('button', { name: t.approve }).first());
  expect(approve.height).toBeGreaterThan(20);
  expect(approve.y + approve.height).toBeLessThan(300);
  expect(await seriousIn(page)).toEqual([]);
  await fieldsOf(page, t).evaluate((side) => side.scrollTo(0, 0));
  await picture(page, 'document-sv');
  expect(complaints).toEqual([]);
  await close();
});

describe('on one page', () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    opened = await openPage(door, approver, wide);
    await opened.go(pathOf('single'));
  });
  afterAll(() => opened?.close());

  it('zooming, fitting and rotating change what is drawn, by button and by key', async () => {
    const t = words.en;
    const { page } = opened;
    const sheet = sheetOf(page, t);
    const width = async () => Math.round((await box(sheet)).width);
    await expect.poll(() => ink(sheet)).toBeGreaterThan(0.05);
    const fitting = await width();
    await tool(page, t.larger).click();
    await expect.poll(width).toBeGreaterThan(fitting * 1.2);
    const larger = await width();
    // Zooming draws the sheet anew instead of stretching it.
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
    await expect.poll(async () => Math.abs((await box(sheet)).width - fitting)).toBeLessThan(3);
    await expect.poll(() => ink(sheet)).toBeGreaterThan(0.05);
    for (let turns = 0; turns < 3; turns++) await tool(page, t.rotate).click();
    await expect.poll(async () => (await box(sheet)).height).toBe(upright.height);
    expect(opened.complaints).toEqual([]);
  });

  it('a click on a field finds its value in the PDF', async () => {
    const t = words.en;
    const { page } = opened;
    const find = page.getByRole('button', { name: t.find(t.total.replace('SEK', 'KRONOR')) });
    await find.waitFor({ state: 'attached' });
    await tool(page, t.larger).click();
    await tool(page, t.larger).click();
    await find.focus();
    await page.keyboard.press('Enter');
    await page.getByText(t.found, { exact: true }).waitFor({ state: 'attached' });
    const mark = page.locator('[data-sheets] mark');
    await expect.poll(() => mark.count()).toBe(1);
    // The text layer lies over the painted words, and so does the mark.
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
    await picture(page, 'document-found-en');
    // A value that is not in the file cannot be searched for.
    expect(await page.getByRole('button', { name: t.find('PO-28571') }).count()).toBe(0);
    expect(opened.complaints).toEqual([]);
  });

  it('without a file the fields take the whole window, in two columns, with a note that there is none', async () => {
    const { page, visit } = opened;
    await visit(pathOf('bare'));
    const panel = (name: string) => box(page.getByRole('region', { name, exact: true }));
    const note = page.getByRole('region', { name: 'Files', exact: true });
    await note.getByText('No files yet').waitFor();
    expect((await box(fieldsOf(page))).width).toBeGreaterThan(1150);
    expect(await page.getByRole('separator').count()).toBe(0);
    const [details, notes] = [await panel('Details'), await panel('Notes')];
    expect(notes.x).toBeGreaterThan(details.x + details.width);
    expect(notes.x + notes.width).toBeGreaterThan(1400);
    expect((await box(note)).height).toBeLessThan(160);
    await page.getByText('differs from the record').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await box(note)).y).toBeLessThan((await panel('Details')).y);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize(wide.viewport);
    expect(opened.complaints).toEqual([]);
  });

  it('on a tablet and a phone the file comes first, with a way to the fields and back', async () => {
    const { page, visit } = opened;
    await visit(pathOf('several'));
    const above = async () => {
      const [fields, file] = [await box(fieldsOf(page)), await box(fileOf(page))];
      return fields.y - (file.y + file.height);
    };
    const inSight = async (locator: Locator) => {
      const { y } = await box(locator);
      return y > 0 && y < 500;
    };
    for (const [name, width, colorScheme] of [
      ['tablet', 1024, 'light'],
      ['phone', 390, 'light'],
      ['phone-dark', 390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.getAttribute('html', 'data-mantine-color-scheme')).toBe(colorScheme);
      await expect.poll(async () => (await box(fileOf(page))).height).toBeGreaterThan(400);
      await expect.poll(above).toBeGreaterThanOrEqual(0);
      expect(await page.getByRole('separator', { name: words.en.handle }).isVisible()).toBe(false);
      await expect.poll(() => inSight(fileOf(page))).toBe(true);
      await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
      await picture(page, `document-${name}-file`);
      await page.getByRole('button', { name: 'Go to the fields' }).click();
      await expect.poll(() => inSight(fieldsOf(page))).toBe(true);
      await picture(page, `document-${name}`);
      await page.getByRole('button', { name: 'Go to the file' }).click();
      await expect.poll(() => inSight(fileOf(page))).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      expect(await seriousIn(page, { coloursOnly: colorScheme === 'dark' })).toEqual([]);
    }
  });
});

describe('on a screen with two dots to the pixel', () => {
  let opened: OpenedPage;
  beforeAll(async () => {
    // Preferences follow the operator, so these tests have one of their own.
    opened = await openPage(door, await signedIn(door, 'viewer'), { ...wide, deviceScaleFactor: 2, fresh: true });
    await opened.page.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.sum += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
  });
  afterAll(() => opened?.close());

  const shifted = () => opened.page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
  /** Nothing moves while the invoice and its PDF are loaded. */
  const expectStill = async (which: keyof Documents) => {
    const { page, go } = opened;
    await go(pathOf(which));
    await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
    await page.getByRole('button', { name: /^Find 18,412.50/ }).waitFor({ state: 'attached' });
    expect(await shifted()).toBeLessThan(0.02);
  };

  it('nothing moves while an invoice and its PDF are loaded', async () => {
    await expectStill('single');
    // Proves that the measurement finds something.
    const pad = (padding: string) =>
      opened.page.evaluate((top) => {
        (document.querySelector('main') as HTMLElement).style.paddingTop = top;
      }, padding);
    await pad('300px');
    await expect.poll(shifted).toBeGreaterThan(0.02);
    await pad('');
  });

  it('a sheet is sharp', async () => {
    const { page } = opened;
    await expect.poll(() => ink(sheetOf(page))).toBeGreaterThan(0.05);
    const { width } = await box(sheetOf(page));
    const dots = await sheetOf(page).evaluate((canvas) => (canvas as HTMLCanvasElement).width);
    expect(dots / width).toBeGreaterThan(1.95);
  });

  it('the handle is moved by mouse and keys, put back by a double click, and remembered, and nothing moves for it when an invoice is loaded', async () => {
    const { page, visit } = opened;
    const handle = page.getByRole('separator', { name: words.en.handle });
    // A TIFF of 32 pixels, because each move draws the file anew.
    await visit(pathOf('scanned'));
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
    await expect.poll(() => handle.getAttribute('aria-valuenow')).toBe(String(dragged));
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
    await expectStill('several');
    await expect.poll(share).toBe(73);
    await handle.dblclick();
    await expect.poll(share).toBe(50);
    expect(opened.complaints).toEqual([]);
  });
});
