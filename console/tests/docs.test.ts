import type { Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { isLongRun } from '../../server/testing/long.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';

interface Document {
  paths: Record<string, object>;
  webhooks?: object;
}

const door = await openDoor();
/** Drawing the reference costs more than all other pages together: the tests share it. */
let opened: OpenedPage;
beforeAll(async () => {
  opened = await openPage(door);
  if (!isLongRun) await opened.page.route('**/openapi.json', shorten);
  await opened.page.goto(`${door.url}/docs/`);
});
afterAll(async () => {
  await closePages();
  await door?.close();
});

/** The document with a few operations of each kind: drawing all of them takes 15 s of processor time. */
async function shorten(route: Route): Promise<void> {
  const { paths, webhooks: _left, ...document } = (await (await route.fetch()).json()) as Document;
  const few = Object.entries(paths).filter(([path]) => /\/(?:suppliers|supplierinvoices|workorder)$/.test(path));
  await route.fulfill({ json: { ...document, paths: Object.fromEntries(few) } });
}

const goesOutside = (address: string) => !address.startsWith(door.url) && !/^(?:data|blob):/.test(address);

it('the reference shows the operations, and makes no code out of text', async () => {
  const policy = (await fetch(`${door.url}/docs/`)).headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe-eval');
  const { page, asked, complaints } = opened;
  for (const name of ['Create a supplier', 'List suppliers', 'Supplier invoices', 'Work orders'])
    await page.getByRole('heading', { name }).first().waitFor();
  // Fields of bodies, lines and successful answers are unfolded.
  const invoice = page.locator('section[id$="/POST/supplierinvoices/supplierinvoices"]');
  await invoice.locator('[id$=".body.freight"]').waitFor();
  await invoice.getByText('articleDescription', { exact: true }).waitFor();
  await invoice.getByText('What happened, for a person.').waitFor();
  expect(complaints).toEqual([]);
  expect(asked.filter(goesOutside)).toEqual([]);
});

it('from the reference one comes to the partner guide and the change log, also on a phone and in the dark', async () => {
  const { page, asked, complaints } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const documentation = page.getByRole('navigation', { name: 'Documentation' });
  for (const [link, path] of [
    ['Partner guide', '/docs/guide'],
    ['Change log', '/docs/changes'],
  ] as const) {
    await documentation.getByRole('link', { name: link }).click();
    await page.getByRole('heading', { level: 1, name: link }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      'nothing is wider than the screen',
    ).toBeLessThanOrEqual(390);
    expect(await seriousIn(page)).toEqual([]);
    const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
    const section = (await contents.last().getAttribute('href')) as string;
    await contents.last().click();
    await expect
      .poll(() =>
        page.evaluate(
          (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 9_999) < innerHeight,
          section.slice(1),
        ),
      )
      .toBe(true);
  }
  expect(complaints).toEqual([]);
  // The first test has seen what the reference's script shows.
  await page.route('**/docs/js/**', (route) => route.abort());
  await documentation.getByRole('link', { name: 'Reference' }).click();
  await page.waitForURL(`${door.url}/docs/`);
  expect(await page.title()).toBe('Doorway reference');
  expect(asked.filter(goesOutside)).toEqual([]);
});
