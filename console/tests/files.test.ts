import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { sha256 } from '../../server/testing/files.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { addSuppliers, attach, submit } from './company.ts';
import { pdfOf, png } from './files.ts';
import { ink } from './ink.ts';
import { anInvoice, lastPaper } from './records.ts';
import { faxTiff, scannedPdf } from './scans.ts';

const door = await openDoor();
await addSuppliers(door);
const opened = await openPage(door, await signedIn(door, 'approver'));
await opened.go('/account');
afterAll(async () => {
  await closePages();
  await door?.close();
});

let invoices = 0;
/** `before` runs before the page of the new invoice with this file is shown. */
async function show(fileName: string, content: Buffer, before = async () => undefined as void): Promise<Page> {
  const invoice = await submit(door, door.token, anInvoice(++invoices));
  await attach(door, invoice, fileName, content);
  await before();
  opened.complaints.length = 0;
  opened.asked.length = 0;
  await opened.visit(`/companies/${door.company}/invoices/${invoice}`);
  return opened.page;
}

const filesOf = (page: Page) => page.getByRole('region', { name: 'Files' });
const sheet = (page: Page, number: number) => page.getByRole('img', { name: `Page ${number} of` });
const downloadOf = (page: Page) => page.getByRole('link', { name: 'Download' }).getAttribute('download');

it('a PDF is painted, its words can be read aloud and copied, and its size can be chosen', async () => {
  const page = await show('invoice.pdf', lastPaper);
  await page.getByText('2 pages').waitFor();
  await expect.poll(() => ink(sheet(page, 1))).toBeGreaterThan(0.05);
  await page.getByText('Gypsum board 13 mm').waitFor();
  const width = async () => (await sheet(page, 1).boundingBox())?.width ?? 0;
  const before = await width();
  await page.getByRole('button', { name: 'Larger' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.2);
  await expect.poll(() => ink(sheet(page, 1))).toBeGreaterThan(0.05);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(opened.complaints).toEqual([]);
  expect(opened.asked.filter((address) => !address.startsWith(door.url))).toEqual([]);
});

it('a PDF of many pages paints those that are looked at', async () => {
  const long = pdfOf(...Array.from({ length: 30 }, (_, n) => `BT /F2 96 Tf 72 600 Td (${n + 1}) Tj ET`));
  const page = await show('long.pdf', long);
  await page.getByText('30 pages').waitFor();
  await expect.poll(() => ink(sheet(page, 1))).toBeGreaterThan(0.001);
  expect(await ink(sheet(page, 30))).toBe(0);
  await sheet(page, 30).scrollIntoViewIfNeeded();
  await expect.poll(() => ink(sheet(page, 30))).toBeGreaterThan(0.001);
  await expect.poll(() => ink(sheet(page, 1))).toBe(0);
});

it('a page that a scanner wrote in JBIG2 is painted', async () => {
  const page = await show('scanned.pdf', scannedPdf());
  // Half of its width is black.
  await expect.poll(() => ink(sheet(page, 1))).toBeCloseTo(0.5, 1);
  expect(opened.asked.some((address) => address.endsWith('/wasm/jbig2.wasm'))).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('a TIFF with fax compression is painted, each of its pages', async () => {
  const page = await show('scan.tif', faxTiff());
  await page.getByText('2 pages').waitFor();
  for (const number of [1, 2]) await expect.poll(() => ink(sheet(page, number))).toBeCloseTo(0.5, 2);
  expect(opened.asked.some((address) => address.includes('pdf.worker'))).toBe(false);
});

it('XML is shown as text, in the encoding that it names', async () => {
  const xml = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<faktura><säljare>Östra Rör</säljare></faktura>';
  const page = await show('invoice.xml', Buffer.from(xml, 'latin1'));
  await page.getByText('<säljare>Östra Rör</säljare>').waitFor();
  expect(opened.complaints).toEqual([]);
});

describe('a file whose stored bytes are damaged', () => {
  async function damage(content: Buffer, how: (bytes: Buffer) => Buffer): Promise<void> {
    const hash = sha256(content);
    await writeFile(join(door.dataDir, 'files', door.company, hash.slice(0, 2), hash), how(content));
  }
  const changed = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('!')]);
  /** Longer than one chunk, so that the answer has begun when the damage is found. */
  const long = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(300_000, 0x20)]);

  it.each([
    ['damaged.pdf', long(lastPaper)],
    ['damaged.tif', long(faxTiff())],
    ['damaged.xml', long(Buffer.from('<faktura/>'))],
    ['damaged.png', long(png)],
  ])('%s breaks off, and a sentence says so instead of the file', async (name, content) => {
    const page = await show(name, content, () => damage(content, changed));
    await page.getByText('This file broke off before its end').waitFor();
    expect(await filesOf(page).locator('canvas, img, pre').count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('is told of in the service’s words, where it is of another size', async () => {
    const page = await show('shorter.pdf', lastPaper, () => damage(lastPaper, (bytes) => bytes.subarray(0, -1)));
    await page.getByText('This file is damaged on the server.').waitFor();
    expect(await filesOf(page).locator('canvas').count()).toBe(0);
    await damage(lastPaper, (bytes) => bytes);
  });
});

it.each([
  ['broken.pdf', Buffer.from('%PDF-1.7\nthis is where a scanner ran out of paper\n%%EOF\n')],
  ['broken.tif', faxTiff().subarray(0, 240)],
])('%s is told of in a sentence, with the download, and the rest of the page works', async (name, content) => {
  const page = await show(name, content);
  await page.getByText('it seems to be damaged').waitFor();
  expect(await downloadOf(page)).toBe(name);
  await page.getByRole('heading', { name: 'Lines' }).waitFor();
  expect(opened.complaints).toEqual([]);
});

it('an operator attaches files with the button and by dropping them, and a refused one says why', async () => {
  const page = await show('sent.xml', Buffer.from('<sent/>'));
  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles(files);
  };
  const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await choose({ name: 'Följesedel.png', mimeType: 'image/png', buffer: png }, text('notes.txt'));
  await page.getByRole('alert').filter({ hasText: 'notes.txt was not attached' }).getByText('PDF, PNG, JPEG').waitFor();
  await page.getByText('1 file attached').waitFor();
  // The new file is shown, and marked with the operator's name.
  const files = filesOf(page);
  const tile = files.getByRole('button', { name: 'Följesedel.png' });
  await expect.poll(() => tile.getAttribute('aria-pressed')).toBe('true');
  await tile.getByText('The approver').waitFor();
  await page.getByRole('button', { name: 'Hide the message about notes.txt' }).click();
  await page.getByText('notes.txt was not attached').waitFor({ state: 'detached' });

  const drop = async (type: string) => {
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['<faktura/>'], 'dropped.xml', { type: 'text/xml' }));
      return transfer;
    });
    await page.dispatchEvent('main', type, { dataTransfer });
  };
  await drop('dragover');
  await page.getByText('Drop the files to attach them').waitFor();
  await drop('drop');
  await files.getByRole('button', { name: 'dropped.xml' }).waitFor();
  await page.getByText('<faktura/>').waitFor();
  await drop('drop');
  await page.getByRole('alert').getByText('The invoice already has this file.').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  expect(opened.complaints.filter((complaint) => !/400|409/.test(complaint))).toEqual([]);
});
