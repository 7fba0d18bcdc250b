import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../server/testing/access.ts';
import { requireCompany } from '../../server/companies/store.ts';
import { transaction } from '../../server/ground/db/pool.ts';
import { setCompanies } from '../../server/operators/store.ts';
import { openDoor, paths, type Door } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { addMorningWork, seed, submit, type Seeded } from './company.ts';
import { picture } from './picture.ts';
import { suspicious } from './suspicious.ts';

let door: Door;
let approver: SignedIn;
let seeded: Seeded;
/** Tests share it: one language is enough, because the type check proves that both have every text. */
let english: OpenedPage;
beforeAll(async () => {
  door = await openDoor();
  seeded = await seed(door, 12);
  await submit(door, door.token, suspicious);
  approver = await signedIn(door, 'approver');
  await addMorningWork(door, approver);
  english = await openPage(door, approver);
  await english.go('/account');
});
afterAll(async () => {
  await closePages();
  await door?.close();
});

const inCompany = (path: string) => `/companies/${door.company}${path}`;
const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody tr[role=row], tbody [role=row]');

/** Typing counts once the search has the focus. */
async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect.poll(() => page.getByRole('dialog').locator('input:focus').count()).toBe(1);
  await page.keyboard.type(typed);
}

it('Enter opens the first hit, also where it is pressed before the answer has come', async () => {
  const { page, visit } = english;
  await visit(inCompany('/overview'));
  await search(page, 'nordbygg');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Nordbygg Material' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await search(page, '18412,5');
  const hit = page.getByRole('dialog').locator('[data-action]').first();
  await expect.poll(() => hit.getByText('Invoice · Nordbygg Material · 18,412.50 KRONOR · scan-20871').count()).toBe(1);
  expect(await hit.getAttribute('data-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /F-20871/ }).waitFor();
});

it('shows operations by their name, and finds projects by their proposal ids', async () => {
  const { page, visit } = english;
  await visit(inCompany('/overview'));
  await search(page, seeded.failedTrace);
  await expect.poll(() => page.getByRole('dialog').getByText('400 Create an invoice', { exact: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await search(page, 'P-2026-018');
  await page.getByRole('dialog').getByText('P2 · P-2026-015 · P-2026-018').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Hamnen' }).waitFor();
});

it('a call of another company says whose it is, to who may enter that company', async () => {
  const { token } = await createToken(door.pool, { company: 'Other AB', partner: 'Foreign' });
  const other = await requireCompany(door.pool, 'Other AB');
  const refused = await door.call('POST', paths.invoices, { token, body: { supplierNumber: 7 } });
  const traceId: string = refused.body.traceId;
  const both = await signedIn(door, 'approver');
  const companies = [door.company, other].map((id) => ({ id, role: 'approver' as const }));
  await transaction(door.pool, (tx) => setCompanies(tx, both.id, companies));
  await expect.poll(async () => (await both.call('GET', `/companies/${other}/requests/${traceId}`)).status).toBe(200);

  const { page, go, close } = await openPage(door, both, { locale: 'sv-SE' });
  await go(inCompany('/overview'));
  await search(page, traceId);
  await page.getByRole('dialog').getByText('Leta efter anropet i dina andra företag').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Anropet hör till Other AB').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Öppna det i Other AB' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toContain(`/companies/${other}/requests/${traceId}`);
  await expect.poll(() => page.getByText('Anropet hör till Other AB').count()).toBe(0);
  await close();
});

it('the chart of arrivals shows a day’s figures by the keyboard, and opens its invoices', async () => {
  const { page, visit } = english;
  await visit(inCompany('/overview?days=7'));
  const chart = page.getByRole('slider', { name: /arrived in the last 7 days/ });
  await chart.focus();
  await page.keyboard.press('End');
  const today = await page.locator('[data-day]').last().getAttribute('data-day');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${today}: [1-9]`));
  const count = Number(/: (\d+)/.exec((await chart.getAttribute('aria-valuetext')) ?? '')?.[1]);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe(`?from=${today}&to=${today}`);
  await expect.poll(() => rows(page, 'Invoices').count()).toBe(count);
});

it('the overview fits every screen, and axe finds nothing serious', async () => {
  const { page, visit, complaints } = english;
  await visit(inCompany('/overview'));
  await page.locator('[data-bar]').first().waitFor({ state: 'attached' });
  for (const [name, viewport, colorScheme] of [
    ['medium', { width: 1024, height: 768 }, 'light'],
    ['phone', { width: 390, height: 844 }, 'light'],
    ['dark', { width: 1440, height: 900 }, 'dark'],
    ['wide', { width: 1440, height: 900 }, 'light'],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => page.getAttribute('html', 'data-mantine-color-scheme')).toBe(colorScheme);
    await picture(page, `morning-${name}`, { whole: true });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), { message: name })
      .toBeLessThanOrEqual(0);
    if (name !== 'medium') expect(await seriousIn(page, { coloursOnly: name === 'dark' })).toEqual([]);
  }
  await visit(inCompany('/proposals'));
  await page.getByText('Nothing to confirm').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
