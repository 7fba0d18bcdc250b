import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { closePages, openPage } from './browser.ts';
import { seriousIn } from './axe.ts';

const door = await openDoor();
afterAll(async () => {
  await closePages();
  await door?.close();
});

it('the reference shows the operations, and makes no code out of text', async () => {
  const policy = (await fetch(`${door.url}/docs/`)).headers.get('content-security-policy') ?? '';
  expect(policy).not.toContain('unsafe-eval');
  const { page, asked, complaints, close } = await openPage(door);
  await page.goto(`${door.url}/docs/`);
  for (const name of ['Create a supplier', 'List suppliers', 'Supplier invoices', 'Work orders'])
    await page.getByRole('heading', { name }).first().waitFor();
  // Fields of bodies, lines and successful answers are unfolded.
  const invoice = page.locator('section[id$="/POST/supplierinvoices/supplierinvoices"]');
  await invoice.locator('[id$=".body.freight"]').waitFor();
  await invoice.getByText('articleDescription', { exact: true }).waitFor();
  await invoice.getByText('What happened, for a person.').waitFor();
  expect(complaints).toEqual([]);
  expect(
    asked.filter(
      (address) => !address.startsWith(door.url) && !address.startsWith('data:') && !address.startsWith('blob:'),
    ),
  ).toEqual([]);
  await close();
});

it('from the reference one comes to the partner guide and the change log, also on a phone and in the dark', async () => {
  const { page, asked, complaints, close } = await openPage(door, undefined, {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await page.goto(`${door.url}/docs/`);
  for (const [link, path] of [
    ['Partner guide', '/docs/guide'],
    ['Change log', '/docs/changes'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: link }).click();
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
  await page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Reference' }).click();
  await page.getByRole('heading', { name: 'Create a supplier' }).first().waitFor();
  expect(complaints).toEqual([]);
  expect(
    asked.filter(
      (address) => !address.startsWith(door.url) && !address.startsWith('data:') && !address.startsWith('blob:'),
    ),
  ).toEqual([]);
  await close();
});
