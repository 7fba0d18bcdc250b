import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor, type Door } from '../../server/testing/door.ts';
import { openPage } from './browser.ts';
import { openBrowser } from './chromium.ts';

let door: Door;
let browser: Browser;
beforeAll(async () => {
  door = await openDoor();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await door?.close();
});

it('the reference shows the operations, and makes no code out of text', async () => {
  const policy = (await fetch(`${door.url}/docs/`)).headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe-eval');
  const { page, asked, complaints, close } = await openPage(browser, door);
  await page.goto(`${door.url}/docs/`);
  for (const name of ['Create a supplier', 'List suppliers', 'Supplier invoices', 'Work orders'])
    await page.getByRole('heading', { name }).first().waitFor();
  expect(complaints).toEqual([]);
  expect(asked.filter((address) => !address.startsWith(door.url) && !address.startsWith('data:') && !address.startsWith('blob:'))).toEqual([]);
  await close();
});
