import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { goodPassword, signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { common } from '../src/text/common.ts';
import { signInText } from '../src/text/sign-in.ts';
import { suppliersText } from '../src/text/suppliers.ts';
import { workOrdersText } from '../src/pages/work-orders/text.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { addSuppliers } from './company.ts';
import { halfWritten, press, workOrder } from './half-written.ts';
import { picture } from './picture.ts';
import { projects } from './records.ts';

const door = await openDoor();
await addSuppliers(door);
for (const project of projects) await door.addProject(project);
const administrator = await signedIn(door, 'administrator');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const inCompany = (path: string) => `/companies/${door.company}${path}`;
const stateOf = async (path: string) => (await administrator.call('GET', path)).body.state as string;

/**
 * One language is enough: the type check proves that both have every text, and pages.test.ts shows every page in both.
 */
const inLanguage = (language: 'en' | 'sv') => {
  const s = signInText[language];
  return {
    language,
    c: common[language],
    s,
    w: workOrdersText[language],
    open: (who: SignedIn): Promise<OpenedPage> =>
      openPage(door, who, { locale: language === 'sv' ? 'sv-SE' : 'en-GB' }),
    password: (page: Page) => page.getByRole('dialog', { name: s.again }).locator('input[type=password]'),
  };
};

it('a session that ends asks for the password in place, and keeps a reason that is half written', async () => {
  const { language, s, w, open, password } = inLanguage('sv');
  const approver = await signedIn(door, 'approver');
  const opened = await open(approver);
  const { page, close } = opened;
  const path = await workOrder(door);
  await opened.go('/account');
  const { dialog, reason } = await halfWritten(opened, path, language);
  await approver.call('DELETE', '/sessions');
  await press(dialog, w.cancel);
  const asking = page.getByRole('dialog', { name: s.again });
  await asking.waitFor();
  expect(await asking.getByLabel(s.email).inputValue()).toBe(approver.email);
  await expect.poll(() => password(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await picture(page, `mends-again-${language}`);
  expect(await seriousIn(page)).toEqual([]);
  // Escape closes neither this dialog nor the one behind it.
  await page.keyboard.press('Escape');
  await password(page).fill('a wrong password');
  await press(asking, s.signIn);
  await asking.getByRole('alert').getByText(s.failed).waitFor();
  await password(page).fill(goodPassword);
  await press(asking, s.signIn);
  await asking.waitFor({ state: 'detached' });
  expect(await reason.inputValue()).toBe('The tenant has');
  await reason.press('End');
  await page.keyboard.type(' done it.');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('The tenant has done it.').first().waitFor();
  expect(await stateOf(path)).toBe('cancelled');
  await close();
});

it('what could not be read because the session had ended is read after the sign-in, which ends the asking in other windows, and filters stay', async () => {
  const { c, s, open, password } = inLanguage('sv');
  const viewer = await signedIn(door, 'viewer');
  const { page, go, context, close } = await open(viewer);
  await go(inCompany('/suppliers?sort=-number'));
  await page.getByRole('link', { name: 'Östra Rör' }).waitFor();
  const other = await context.newPage();
  await other.goto(`${door.url}/console${inCompany('/projects')}`);
  await other.getByRole('heading', { level: 1 }).waitFor();
  await viewer.call('DELETE', '/sessions');
  for (const [one, typed] of [
    [page, 'östra'],
    [other, 'e'],
  ] as const) {
    await one.getByLabel(c.search, { exact: true }).fill(typed);
    await password(one).waitFor();
  }
  await password(page).fill(goodPassword);
  await press(page, s.signIn);
  for (const one of [page, other]) await password(one).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
  expect(await page.getByLabel(c.search, { exact: true }).inputValue()).toBe('östra');
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ q: 'östra', sort: '-number' });
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await other.getByRole('link', { name: 'Kvarteret Eken' }).waitFor();
  expect(await other.getByLabel(c.search, { exact: true }).inputValue()).toBe('e');
  await close();
});

it('somebody else who signs in there begins at the start, with nothing of the first one’s', async () => {
  const { language, s, w, open, password } = inLanguage('en');
  const [first, second] = [await signedIn(door, 'approver'), await signedIn(door, 'viewer')];
  const opened = await open(first);
  const { page, go, visit, close } = opened;
  await go('/account');
  const { dialog } = await halfWritten(opened, await workOrder(door), language);
  await first.call('DELETE', '/sessions');
  await press(dialog, w.cancel);
  const asking = page.getByRole('dialog', { name: s.again });
  await asking.getByLabel(s.email).fill(second.email);
  await password(page).fill(goodPassword);
  await press(asking, s.signIn);
  await page.waitForURL(`**${inCompany('/overview')}`);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await visit('/account');
  await page.getByText(second.email).first().waitFor();

  await second.call('DELETE', '/sessions');
  await go('/account');
  await page.getByRole('heading', { level: 1, name: s.title }).waitFor();
  await page.getByLabel(s.email).fill(second.email);
  await page.locator('input[type=password]').fill(goodPassword);
  await press(page, s.signIn);
  await page.getByText(second.email).first().waitFor();
  // The account page sends no requests of its own that would find out first.
  await go('/account');
  await page.waitForLoadState('networkidle');
  await door.pool.query('DELETE FROM operator_sessions WHERE operator_id = $1', [second.id]);
  await page.getByRole('link', { name: suppliersText[language].title }).click();
  await press(page, s.somebodyElse);
  await page.getByRole('heading', { level: 1, name: s.title }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByLabel(s.email).inputValue()).toBe('');
  await close();
});
