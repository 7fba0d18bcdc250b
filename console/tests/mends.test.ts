import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths, send } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { nowMs } from '../../server/testing/time.ts';
import { accessText } from '../src/text/access.ts';
import { common } from '../src/text/common.ts';
import { operatorsText } from '../src/pages/operators/text.ts';
import { projectsText } from '../src/pages/projects/text.ts';
import { suppliersText } from '../src/text/suppliers.ts';
import { workOrdersText } from '../src/pages/work-orders/text.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { seed } from './company.ts';
import { openGate } from './gate.ts';
import { halfWritten, press, workOrder } from './half-written.ts';
import { picture } from './picture.ts';

const door = await openDoor();
// The lists need two rows for their keys.
const seeded = await seed(door, 3);
const administrator = await signedIn(door, 'administrator');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const inCompany = (path: string) => `/companies/${door.company}${path}`;
const stateOf = async (path: string) => (await administrator.call('GET', path)).body.state as string;

const locales = { en: 'en-GB', sv: 'sv-SE' };
const shared: Partial<Record<'en' | 'sv', OpenedPage>> = {};

/**
 * The texts of one language and the administrator's page in it, which the tests share. One language per test is enough:
 * the type check proves that both have every text, and pages.test.ts shows every page in both.
 */
async function inLanguage(language: 'en' | 'sv') {
  const known = shared[language];
  const opened = known ?? (await openPage(door, administrator, { locale: locales[language] }));
  shared[language] = opened;
  if (known === undefined) await opened.go('/account');
  opened.complaints.length = 0;
  opened.asked.length = 0;
  return { language, c: common[language], w: workOrdersText[language], opened, ...opened };
}

it('a page that was not loaded yet waits for a service that is being restarted, and then comes', async () => {
  const language = 'en';
  const c = common[language];
  const gate = await openGate(door.url);
  const { page, go, close } = await openPage({ ...door, url: gate.url }, administrator);
  await go(inCompany('/suppliers'));
  await page.getByRole('link', { name: 'Östra Rör' }).waitFor();
  await gate.shut();
  await page.getByRole('link', { name: projectsText[language].title, exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: c.notAnswering });
  await alert.waitFor();
  await picture(page, `mends-restart-${language}`);
  expect(page.url()).toBe(`${gate.url}/console${inCompany('/projects')}`);
  await press(alert, c.retryNow);
  await alert.waitFor();
  await page.getByRole('link', { name: suppliersText[language].title, exact: true }).waitFor();
  await gate.open();
  await page.getByRole('link', { name: 'Kvarteret Eken' }).waitFor();
  expect(page.url()).toBe(`${gate.url}/console${inCompany('/projects')}`);
  await close();
  await gate.shut();
});

it('every page comes back by itself once the service answers again, nothing pressed', async () => {
  const { c, page } = await inLanguage('en');
  let status: number | undefined = 503;
  const outage = { code: 'service.stopping', parameters: { why: 'restarting' }, message: 'Restarting.' };
  await page.route('**/operator/v1/**', (route) => {
    if (status === undefined) return route.continue();
    return status === 0 ? route.abort() : route.fulfill({ status, json: outage });
  });
  await page.evaluate((address) => history.pushState({}, '', address), `/console${inCompany('/settings')}`);
  const alert = page.getByRole('alert').filter({ hasText: c.failed.shown });
  await alert.waitFor();
  status = undefined;
  await page.getByText('Currency of the approvers’ limits').waitFor();
  await expect.poll(() => alert.count()).toBe(0);
  // The session itself, which every page needs.
  status = 0;
  await page.goto(`${door.url}/console${inCompany('/projects')}`);
  await page.getByRole('alert').getByText(c.notAnswering).waitFor();
  status = undefined;
  await page.getByRole('link', { name: 'Kvarteret Eken' }).waitFor();
  await page.unroute('**/operator/v1/**');
});

it('a decision on a network that fails is headed as such and loses nothing; on a slow one it is sent once', async () => {
  const { language, c, w, page, opened } = await inLanguage('sv');
  const path = await workOrder(door);
  const { dialog, reason } = await halfWritten(opened, path, language);
  let answer = () => {};
  let sent = 0;
  await page.route('**/cancel', (route) => route.abort());
  await press(dialog, w.cancel);
  const alert = dialog.getByRole('alert');
  await alert.getByText(c.failed.decided).waitFor();
  await alert.getByText(c.noConnectionSaving).waitFor();
  await picture(page, `mends-not-saved-${language}`);
  expect(await seriousIn(page)).toEqual([]);
  expect(await reason.inputValue()).toBe('The tenant has');
  // Escape keeps the text that was refused.
  await page.keyboard.press('Escape');
  await press(page.getByRole('dialog', { name: c.discard }), c.keepWriting);

  await page.unroute('**/cancel');
  const patience = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/cancel', async (route) => {
    sent += 1;
    await patience;
    return route.continue();
  });
  await reason.press('Control+Enter');
  await expect.poll(() => sent).toBe(1);
  await reason.press('Control+Enter');
  await dialog.getByRole('button', { name: w.cancel }).click({ force: true });
  answer();
  await dialog.waitFor({ state: 'detached' });
  expect(sent).toBe(1);
  expect(await stateOf(path)).toBe('cancelled');
  await page.unroute('**/cancel');
});

it('a save that is refused is headed as such, and the problem stands at its field in words of the form', async () => {
  const { language, c, page, visit } = await inLanguage('sv');
  const t = suppliersText[language];
  await visit(inCompany('/suppliers/1002'));
  await press(page, t.edit);
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: c.save });
  // Nothing is changed, so there is nothing to save, by keys neither.
  await save.getByText(c.save).waitFor();
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  const why = (await save.getAttribute('aria-describedby')) ?? '';
  expect(await page.locator(`[id="${why}"]`).textContent()).toBe(c.nothingChanged);
  const name = dialog.getByLabel(t.fields.name);
  const before = await name.inputValue();
  await name.fill('');
  expect(await save.getAttribute('aria-disabled')).toBeNull();
  await name.press('Control+Enter');
  await dialog.getByText(c.required).waitFor();
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill(before);
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await name.press('Control+Enter');
  await dialog.getByLabel(t.fields.iban).fill('SE00');
  await press(dialog, c.save);
  const alert = dialog.getByRole('alert').first();
  await alert.getByText(c.failed.saved).waitFor();
  await alert.getByText(c.seeFields).waitFor();
  await dialog.getByText(/^IBAN har inte rätt längd/).waitFor();
  expect(await dialog.getByText(/iban[^a-z]/).count()).toBe(0);
  await picture(page, `mends-at-field-${language}`);
  expect(await seriousIn(page)).toEqual([]);
  expect(await page.getByText(c.failed.shown).count()).toBe(0);
  const iban = dialog.getByLabel(t.fields.iban);
  expect(await iban.inputValue()).toBe('SE00');
  expect(await iban.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => iban.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await press(page.getByRole('dialog', { name: c.discard }), c.discardIt);
});

it('a name that is taken is said at the name; lists have the same keys and ignore unknown parameters', async () => {
  const { language, c, page, visit, asked } = await inLanguage('sv');
  const a = accessText[language];
  const focusedRow = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main tbody tr')].findIndex((row) => row.contains(document.activeElement)),
    );
  await visit(inCompany('/partners?foo=1'));
  await press(page, a.newPartner);
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel(a.partnerName);
  await press(dialog, a.createPartner);
  await dialog.getByText(c.required).waitFor();
  await name.fill('Scanner');
  await press(dialog, a.createPartner);
  await dialog.getByText('Företaget har redan en partner med namnet').waitFor();
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');
  await press(page.getByRole('dialog', { name: c.discard }), c.discardIt);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  for (const list of ['invoices', 'suppliers', 'projects', 'work-orders', 'requests', 'audit']) {
    await visit(inCompany(`/${list}?utm_source=x&foo=1`));
    // Messages of the tests before are not in it.
    const main = page.getByRole('main');
    await main.getByRole('table').or(main.getByRole('alert')).first().waitFor();
    expect(await main.getByRole('alert').count(), list).toBe(0);
    for (const [key, row] of [
      ['j', 0],
      ['j', 1],
      ['k', 0],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focusedRow(), `${list} ${key}`).toBe(row);
    }
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.closest('main search') !== null), list).toBe(true);
  }
  await visit('/operators');
  await page.getByRole('table').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: operatorsText[language].editTitle }).waitFor();
  expect(asked.filter((address) => /operator\/v1.*(utm_source|foo)/.test(address))).toEqual([]);
  await page.keyboard.press('Escape');
});

it('Escape, the corner and a click beside ask before they drop what was typed, and drop nothing where it is kept', async () => {
  const { language, c, w, page, go, complaints, opened } = await inLanguage('sv');
  const path = await workOrder(door);
  const { dialog, reason } = await halfWritten(opened, path, language);
  const asking = page.getByRole('dialog', { name: c.discard });
  const ways = [() => page.keyboard.press('Escape'), () => press(dialog, c.close), () => page.mouse.click(5, 5)];
  for (const way of ways) {
    await way();
    await asking.waitFor();
    await press(asking, c.keepWriting);
    await asking.waitFor({ state: 'detached' });
    expect(await reason.inputValue()).toBe('The tenant has');
  }
  await page.keyboard.press('Escape');
  await asking.waitFor();
  await picture(page, `mends-discard-${language}`);
  expect(await seriousIn(page)).toEqual([]);
  // The second Escape means "keep writing", and the focus returns.
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'detached' });
  await expect.poll(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await press(asking, c.discardIt);
  await dialog.waitFor({ state: 'detached' });
  // Text that was deleted again does not count as unsaved.
  await press(page, w.cancel);
  expect(await reason.inputValue()).toBe('');
  await reason.fill('x');
  await reason.fill('');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await stateOf(path)).toBe('open');

  // The browser's back button asks as well. Only a loaded page and its links make entries that the router knows.
  await go(inCompany('/work-orders'));
  await page.locator(`a[href*="${path}"]`).first().click();
  await press(page, w.cancel);
  await reason.fill('The tenant has');
  await page.evaluate('history.back()');
  await press(asking, c.keepWriting);
  await asking.waitFor({ state: 'detached' });
  expect(await reason.inputValue()).toBe('The tenant has');
  expect(new URL(page.url()).pathname).toBe(`/console${path}`);
  await page.evaluate('history.back()');
  await press(asking, c.discardIt);
  await page.getByRole('heading', { level: 1, name: w.title }).waitFor();
  expect(complaints).toEqual([]);
});

it('every form in a dialog asks before it drops something', async () => {
  const { language, c, page, visit } = await inLanguage('en');
  const a = accessText[language];
  const o = operatorsText[language];
  const forms: [path: string, button: string, typeIn: (dialog: Locator) => Promise<void>][] = [
    ['/operators', o.newCompany, (dialog) => dialog.getByLabel(o.companyName).fill('x')],
    ['/operators', o.invite, (dialog) => dialog.getByLabel(o.administrator).check()],
    [inCompany('/partners'), a.newPartner, (dialog) => dialog.getByLabel(a.partnerName).fill('x')],
    [
      inCompany('/partners'),
      a.newToken,
      async (dialog) => void (await dialog.getByLabel(a.expires).selectOption('never')),
    ],
    [inCompany('/partners'), a.newClient, (dialog) => dialog.getByLabel(a.scopeNames['workorders:write']).check()],
    [
      inCompany('/suppliers/1002'),
      suppliersText[language].edit,
      (dialog) => dialog.getByLabel(suppliersText[language].fields.city).fill('x'),
    ],
  ];
  for (const [path, button, typeIn] of forms) {
    if (new URL(page.url()).pathname !== `/console${path}`) await visit(path);
    await press(page, button);
    const dialog = page.getByRole('dialog').first();
    await dialog.waitFor();
    await typeIn(dialog);
    await page.keyboard.press('Escape');
    await press(page.getByRole('dialog', { name: c.discard }), c.discardIt);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  }
});

it('a new token is for the partner in view, with the least scopes and 90 days, and is known by its name and beginning', async () => {
  const { language, page, visit, complaints } = await inLanguage('sv');
  const t = accessText[language];
  const partner = `Portal ${language}`;
  const { id } = (await administrator.call('POST', inCompany('/partners'), { name: partner })).body;
  await visit(inCompany(`/partners?partner=${id}`));
  await press(page, t.newToken);
  const dialog = page.getByRole('dialog', { name: t.newToken });
  await dialog.waitFor();
  await expect
    .poll(() =>
      dialog.getByLabel(t.partner, { exact: true }).evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text),
    )
    .toBe(partner);
  const checked = () => dialog.getByRole('checkbox', { checked: true });
  expect(await checked().count()).toBe(1);
  expect(await dialog.getByLabel(t.scopeNames['suppliers:read']).isChecked()).toBe(true);
  expect(await dialog.getByLabel(t.expires).inputValue()).toBe('90');
  await dialog.getByLabel(t.expires).selectOption('never');
  await dialog.getByText(t.neverWarning).waitFor();
  await picture(page, `mends-token-${language}`);
  expect(await seriousIn(page)).toEqual([]);
  await dialog.getByLabel(t.expires).selectOption('90');
  await expect.poll(() => dialog.getByText(t.neverWarning).count()).toBe(0);
  await dialog.getByLabel(t.tokenName).fill('Production');
  await page.keyboard.press('Control+Enter');
  const token = await page.getByTestId('secret').innerText();
  await press(page, t.haveIt);
  const row = page.getByRole('table', { name: t.tokens }).getByRole('row', { name: partner });
  await row.getByText('Production').waitFor();
  await row.getByText(`${token.slice(0, 7)}…`).waitFor();
  const [made] = (await administrator.call('GET', inCompany(`/tokens?partner=${id}`))).body.rows;
  expect(made).toMatchObject({ name: 'Production', scopes: ['suppliers:read'] });
  expect(Math.round((Date.parse(made.expiresAt) - nowMs()) / 86_400_000)).toBe(90);
  expect((await send(door.url, 'GET', paths.suppliers, { token })).status).toBe(200);

  await visit(inCompany('/partners'));
  await press(page, t.newToken);
  expect(await dialog.getByLabel(t.partner, { exact: true }).inputValue()).toBe('');
  await picture(page, `mends-partners-${language}`);
  expect(complaints).toEqual([]);
});

it('a service that came back with other parts is started anew, once, at the same address', async () => {
  const { page, go } = await inLanguage('en');
  await go(inCompany('/suppliers'));
  await page.getByRole('link', { name: 'Östra Rör' }).waitFor();
  const part = /\/console\/assets\/projects-.*\.js$/;
  const gone = new Set<string>();
  // The first request for each part fails, as after an upgrade.
  await page.route(part, (route) => {
    const isFirst = !gone.has(route.request().url());
    gone.add(route.request().url());
    return isFirst ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  await page.evaluate('window.before = true');
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await page.getByRole('link', { name: 'Kvarteret Eken' }).waitFor();
  expect(gone.size).toBe(1);
  expect(await page.evaluate('window.before')).toBeUndefined();
  expect(new URL(page.url()).pathname).toBe(`/console${inCompany('/projects')}`);
  await page.unroute(part);
  await page.evaluate(() => sessionStorage.clear());
});

it('a part that never comes, though the service answers, is told of and not asked for in circles', async () => {
  const { page, go } = await inLanguage('en');
  await go(inCompany('/suppliers'));
  let asked = 0;
  await page.route(/\/console\/assets\/projects-.*\.js$/, (route) => {
    asked += 1;
    return route.fulfill({ status: 404, body: '' });
  });
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'This could not be shown.' });
  await alert.waitFor();
  const before = asked;
  await page.unroute(/\/console\/assets\/projects-.*\.js$/);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Kvarteret Eken' }).waitFor();
  expect(asked).toBe(before);
});

it('an invoice on a slow network shows its shape first, and on a failing one what to do', async () => {
  const { page } = await inLanguage('en');
  let answer = () => {};
  let fails = false;
  const patience = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**/operator/v1/**/invoices/${seeded.invoice}`, async (route) => {
    if (fails) return route.abort();
    await patience;
    return route.continue();
  });
  await page.evaluate(
    (address) => history.pushState({}, '', address),
    `/console${inCompany(`/invoices/${seeded.invoice}`)}`,
  );
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBeGreaterThan(2);
  answer();
  await page.getByRole('heading', { level: 1, name: /F-20871/ }).waitFor();
  fails = true;
  await page.reload();
  const alert = page.getByRole('alert').filter({ hasText: 'This could not be shown.' });
  await alert.getByText('The service does not answer. Check the connection and try again.').waitFor();
  await alert.getByRole('button', { name: 'Try again' }).waitFor();
  fails = false;
  await page.getByRole('heading', { level: 1, name: /F-20871/ }).waitFor();
  await expect.poll(() => alert.count()).toBe(0);
});
