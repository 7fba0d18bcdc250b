import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { goodPassword, signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { accountText } from '../src/text/account.ts';
import { common } from '../src/text/common.ts';
import { listsText } from '../src/text/lists.ts';
import { signInText } from '../src/text/sign-in.ts';
import { closePages, openPage } from './browser.ts';
import { submit } from './company.ts';

const door = await openDoor();
await door.addSupplier('1');
await submit(door, door.token, { externalReferenceId: '1', supplierNumber: '1' });
afterAll(async () => {
  await closePages();
  await door?.close();
});

const invoices = () => `/companies/${door.company}/invoices`;
const keptFor = async (who: SignedIn) => (await who.call('GET', '/session')).body.preferences;
const look = (page: Page) =>
  page.evaluate(() => {
    const { lang, dataset } = document.documentElement;
    return [lang, dataset.mantineColorScheme];
  });
const inBrowser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('doorway.preferences') ?? '{}') as Record<string, unknown>);

/**
 * One language is enough: the type check proves that both have every text, and pages.test.ts shows every page in both.
 */
function inLanguage(from: 'en' | 'sv') {
  const to: 'en' | 'sv' = from === 'en' ? 'sv' : 'en';
  const locale = from === 'sv' ? 'sv-SE' : 'en-GB';
  return { from, to, locale, before: accountText[from], after: accountText[to] };
}

it('language, colours, time zone and columns follow the operator into another browser', async () => {
  const { from, to, locale, before, after } = inLanguage('en');
  const viewer = await signedIn(door, 'viewer');
  const one = await openPage(door, viewer, { locale, colorScheme: 'light' });
  await one.go('/account');
  expect(await look(one.page)).toEqual([from, 'light']);
  await one.page.getByLabel(before.language).selectOption(to);
  await one.page.getByLabel(after.colours).selectOption('dark');
  await one.page.getByRole('heading', { level: 1, name: after.title }).waitFor();
  expect(await look(one.page)).toEqual([to, 'dark']);
  await expect.poll(() => keptFor(viewer)).toEqual({ language: to, colours: 'dark' });
  await viewer.call('PUT', '/session/preferences', { timeZone: 'Europe/Helsinki' });
  await one.visit(invoices());
  const headers = (page: Page) => page.getByRole('columnheader').allInnerTexts();
  await one.page.getByRole('table').waitFor();
  const usual = await headers(one.page);
  await one.page.getByRole('button', { name: listsText[to].view, exact: true }).click();
  await one.page.getByRole('checkbox', { checked: true, name: common[to].state, exact: true }).uncheck();
  await expect.poll(() => headers(one.page)).toHaveLength(usual.length - 1);
  await expect.poll(async () => (await keptFor(viewer)).columns).toHaveLength(1);
  const chosen = await headers(one.page);
  const { columns } = await keptFor(viewer);

  const other = await openPage(door, viewer, { locale, colorScheme: 'light' });
  await other.go('/account');
  expect(await look(other.page)).toEqual([to, 'dark']);
  expect(await other.page.getByLabel(after.timeZone).first().inputValue()).toBe('Europe/Helsinki');
  await other.visit(invoices());
  await expect.poll(() => headers(other.page)).toEqual(chosen);
  await other.visit('/account');
  await other.page.getByLabel(after.colours).selectOption('light');
  await expect.poll(() => keptFor(viewer)).toMatchObject({ language: to, colours: 'light', columns });
  await other.close();

  await one.page.reload();
  await expect.poll(() => look(one.page)).toEqual([to, 'light']);
  await expect.poll(() => headers(one.page)).toEqual(chosen);
  expect([...one.complaints, ...other.complaints]).toEqual([]);
  await one.close();
});

it('a reload in the same browser never shows the other language or other colours, whoever is slow', async () => {
  const { to, locale, before, after } = inLanguage('sv');
  const viewer = await signedIn(door, 'viewer');
  const { page, go, close } = await openPage(door, viewer, { locale, colorScheme: 'light' });
  await go('/account');
  await page.getByLabel(before.language).selectOption(to);
  await page.getByLabel(after.colours).selectOption('dark');
  await expect.poll(() => keptFor(viewer)).toEqual({ language: to, colours: 'dark' });
  // Before any script of the console runs.
  let run = () => {};
  const patience = new Promise<void>((resolve) => {
    run = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await patience;
    return route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => look(page)).toEqual([to, 'dark']);
  expect(await page.locator('h1').count()).toBe(0);
  run();
  await page.getByRole('heading', { level: 1, name: after.title }).waitFor();
  // Before the session is known.
  await page.route('**/operator/v1/session', (route) => route.abort());
  await page.reload();
  await page.getByRole('alert').waitFor();
  expect(await look(page)).toEqual([to, 'dark']);
  await close();
});

it('a sign-in shows things as that operator likes them, and nothing of the one before', async () => {
  const { from, to, locale, before, after } = inLanguage('en');
  const [first, second] = [await signedIn(door, 'viewer'), await signedIn(door, 'viewer')];
  await first.call('PUT', '/session/preferences', {
    language: from,
    colours: 'dark',
    columns: [{ list: 'suppliers', columns: ['number'] }],
  });
  await second.call('PUT', '/session/preferences', { language: to });
  const { page, go, close } = await openPage(door, undefined, { locale, colorScheme: 'light' });
  const signIn = async (who: SignedIn, words: (typeof signInText)['en']) => {
    await page.getByLabel(words.email).fill(who.email);
    await page.locator('input[type=password]').fill(goodPassword);
    await page.getByRole('button', { name: words.signIn }).click();
  };
  await go('/sign-in?next=/account');
  await signIn(first, signInText[from]);
  await page.getByRole('heading', { level: 1, name: before.title }).waitFor();
  await expect.poll(() => look(page)).toEqual([from, 'dark']);
  await page.context().clearCookies();
  await page.reload();
  await signIn(second, signInText[from]);
  await page.getByRole('heading', { level: 1, name: after.title }).waitFor();
  await expect.poll(() => look(page)).toEqual([to, 'light']);
  expect(await inBrowser(page)).not.toHaveProperty('columns');
  expect(await keptFor(second)).toEqual({ language: to });
  await close();
});

it('two windows show the same and do not undo each other; a choice that the service could not keep is no error, and is kept when the console is opened next', async () => {
  const viewer = await signedIn(door, 'viewer');
  const { page, go, context, close, complaints } = await openPage(door, viewer, { colorScheme: 'light' });
  await go('/account');
  const other = await context.newPage();
  await other.goto(`${door.url}/console/account`);
  await other.getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('Colours').selectOption('dark');
  await expect.poll(() => look(other)).toEqual(['en', 'dark']);
  await other.getByLabel('Language').selectOption('sv');
  await expect.poll(() => look(page)).toEqual(['sv', 'dark']);
  await expect.poll(() => keptFor(viewer)).toEqual({ colours: 'dark', language: 'sv' });
  await other.close();

  let tried = 0;
  await page.route('**/session/preferences', (route) => {
    tried += 1;
    return route.abort();
  });
  await page.getByLabel('Färger').selectOption('light');
  await page.getByLabel('Språk').selectOption('en');
  await expect.poll(() => tried).toBeGreaterThan(0);
  expect(await look(page)).toEqual(['en', 'light']);
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await keptFor(viewer)).toEqual({ colours: 'dark', language: 'sv' });
  await page.unroute('**/session/preferences');
  await page.reload();
  await expect.poll(() => keptFor(viewer)).toEqual({ colours: 'light', language: 'en' });
  expect(await look(page)).toEqual(['en', 'light']);
  expect(complaints).toEqual([]);
  await close();
});

it('a language that is chosen before the sign-in is that of whoever signs in; nothing keeps moving for whoever asked the system for less motion', async () => {
  const viewer = await signedIn(door, 'viewer');
  const { page, go, visit, close } = await openPage(door, undefined, { reducedMotion: 'reduce' });
  await go('/sign-in');
  await page.getByText('Svenska').click();
  await page.getByLabel('E-postadress').fill(viewer.email);
  await page.locator('input[type=password]').fill(goodPassword);
  await page.getByRole('button', { name: 'Logga in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Översikt' }).waitFor();
  await expect.poll(() => keptFor(viewer)).toEqual({ language: 'sv' });
  // Nothing keeps moving while a page loads, because this browser asks for less motion.
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/operator/v1/**/invoices*', (route) => held.then(() => route.continue()));
  await visit(invoices());
  await page.locator('.mantine-Skeleton-root').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  answer();
  await page.getByRole('table').waitFor();
  await close();
});
