import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../../server/testing/door.ts';
import { sha256 } from '../../server/testing/files.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { closePages, download, openPage } from './browser.ts';
import { addSuppliers, submit } from './company.ts';
import { ink } from './ink.ts';
import { picture } from './picture.ts';
import { anInvoice } from './records.ts';
import { longScan } from './scans.ts';

const door = await openDoor();
await addSuppliers(door);
const approver = await signedIn(door, 'approver');
const scan = longScan(55);
const invoice = await submit(door, door.token, { ...anInvoice(1), supplierInvoiceNumber: 'SCAN-41' });
// As text in JSON it would take three seconds of processor time.
const form = new FormData();
form.set('supplierInvoiceId', invoice);
form.set('file', new Blob([new Uint8Array(scan)]), 'scan.pdf');
const attached = await door.call('POST', paths.attach, { raw: form });
if (attached.status !== 200) throw new Error(`attach: ${attached.status} ${JSON.stringify(attached.body)}`);
afterAll(async () => {
  await closePages();
  await door?.close();
});

const path = join(door.dataDir, 'files', door.company, sha256(scan).slice(0, 2), sha256(scan));
const sheet = (page: Page, number: number) => page.getByRole('img', { name: `Page ${number} of 55` });
const painted = async (page: Page, number: number) => {
  await expect.poll(() => ink(sheet(page, number))).toBeGreaterThan(0.05);
};
const findable = (page: Page) => page.getByRole('button', { name: 'Find SCAN-41 in the file' }).first();

const isFile = (url: URL) => url.pathname.includes('/files/');
const address = `/companies/${door.company}/invoices/${invoice}`;

const bytesOf = (range = '') => {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return start === undefined ? scan.length : Number(end) - Number(start) + 1;
};

it('the first page of a large PDF shows after a part of its bytes, and any other page when it is looked at', async () => {
  // The console reads a file of more than 1 MiB in ranges, at first one of 32 KiB per page.
  expect(scan.length).toBeGreaterThan(8 * 1024 * 1024);
  const { page, go, complaints, close } = await openPage(door, approver);
  let budget = scan.length / 3;
  const held: Route[] = [];
  await page.route(isFile, async (route) => {
    budget -= bytesOf(route.request().headers().range);
    if (budget >= 0) await route.continue();
    else held.push(route);
  });
  await go(address);
  await page.getByText('55 pages').waitFor();
  await painted(page, 1);
  // Taking the route away would continue the held requests as well.
  budget = Infinity;
  for (const route of held) await route.continue();
  expect(await ink(sheet(page, 55))).toBe(0);
  await sheet(page, 55).scrollIntoViewIfNeeded();
  await painted(page, 55);
  await page.getByText('Sheet 55 of the scan').waitFor();
  await picture(page, 'large-file');
  await findable(page).click();
  await page.getByText('Found on page 3, 1 of 1').waitFor();
  expect((await download(page, page.getByRole('link', { name: 'Download' }))).bytes.equals(scan)).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

it('a large PDF goes on after an outage, and says why if the service has lost it', async () => {
  const { page, go, complaints, close } = await openPage(door, approver);
  await go(address);
  await painted(page, 1);
  let refused = 0;
  await page.route(isFile, (route) => {
    refused += 1;
    return route.abort();
  });
  // The text of the first 40 pages is read in any case.
  await sheet(page, 50).scrollIntoViewIfNeeded();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await page.unroute(isFile);
  await painted(page, 50);
  await findable(page).waitFor();
  await rename(path, `${path}-away`);
  await sheet(page, 45).evaluate((element) => element.scrollIntoView());
  await page.getByText('This file is missing on the server.').waitFor();
  await rename(`${path}-away`, path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await painted(page, 1);
  expect(complaints).toEqual([]);
  await close();
});
