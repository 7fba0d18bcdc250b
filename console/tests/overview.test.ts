import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToken } from '../../server/testing/access.ts';
import { requireCompany } from '../../server/access/store.ts';
import { transaction } from '../../server/ground/db/pool.ts';
import { setCompanies } from '../../server/operators/store.ts';
import { dayIn, defaultZone } from '../../common/days.ts';
import { openDoor, paths, type Door } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { ago, nowMs } from '../../server/testing/time.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage } from './browser.ts';
import { seed, submit, type Seeded } from './company.ts';
import { picture } from './picture.ts';
import { suspicious } from './suspicious.ts';

let door: Door;
let approver: SignedIn;
let seeded: Seeded;
beforeAll(async () => {
  door = await openDoor();
  seeded = await seed(door);
  await submit(door, door.token, suspicious);
  approver = await signedIn(door, 'approver');
  await approver.call('GET', `/companies/${door.company}/overview`);
  await prepare();
});
afterAll(async () => {
  await closePages();
  await door?.close();
});

/** Due dates around today, work of the approver's own, and decisions that took time. */
async function prepare(): Promise<void> {
  const { pool, company } = door;
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM invoice_projections WHERE company_id = $1 AND state IN ('received', 'held') ORDER BY created_at DESC, id`,
    [company],
  );
  for (const [at, { id }] of rows.entries())
    await pool.query(
      `UPDATE invoice_projections SET payment_due_day = $3, assigned_to = $4, mentioned = $5, created_at = $6, signed_by = $7 WHERE company_id = $1 AND id = $2`,
      [
        company,
        id,
        dayIn(nowMs() + (at - 4) * 86_400_000, defaultZone),
        at % 5 === 0 ? approver.id : null,
        at % 9 === 0 ? [approver.id] : [],
        ago(Math.floor(at ** 1.4) * 86_400_000),
        at % 4 === 0 ? approver.id : null,
      ],
    );
  await pool.query(
    `UPDATE invoice_projections SET decided_at = created_at + interval '30 hours' * (1 + ascii(right(id::text, 1)) % 5)
     WHERE company_id = $1 AND decided_at IS NOT NULL`,
    [company],
  );
}

const words = {
  en: {
    locale: 'en-GB',
    tiles: [
      'To approve',
      'Overdue',
      'Due this week',
      'Held',
      'Waits for a second approver',
      'Assigned to you',
      'You are mentioned',
    ],
    ages: 'To approve, by days since arrival',
    heldFor: 'Held, by reason',
    rates: 'Failed calls by partner, last 7 days',
    invoices: 'Invoices',
    calls: 'Calls',
    amount: 'Invoice · Nordbygg Material · 18,412.50 KRONOR · scan-20871',
    operation: '400 Create an invoice',
    ofOther: 'This call belongs to Other AB',
    openThere: 'Open it in Other AB',
    elsewhere: 'Look for this call in your other companies',
    notFound: 'No call with this trace id is kept',
  },
  sv: {
    locale: 'sv-SE',
    tiles: [
      'Att attestera',
      'Förfallna',
      'Förfaller denna vecka',
      'Stoppade',
      'Väntar på andra attest',
      'Tilldelade dig',
      'Du är omnämnd',
    ],
    ages: 'Att attestera, efter dagar sedan ankomst',
    heldFor: 'Stoppade, efter orsak',
    rates: 'Misslyckade anrop per partner, senaste 7 dagarna',
    invoices: 'Fakturor',
    calls: 'Anrop',
    amount: 'Faktura · Nordbygg Material · 18\u00A0412,50 KRONOR · scan-20871',
    operation: '400 Skapa en faktura',
    ofOther: 'Anropet hör till Other AB',
    openThere: 'Öppna det i Other AB',
    elsewhere: 'Leta efter anropet i dina andra företag',
    notFound: 'Inget anrop med detta spårnings-id hittades',
  },
};

const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody tr[role=row], tbody [role=row]');

const numberIn = (text: string) => Number(/(\d+)\s*$/.exec(text.replace(/\n/g, ' '))?.[1]);

/**
 * One language is enough: the type check proves that both have every text, and pages.test.ts shows every page in both.
 */
const overview = () => `/companies/${door.company}/overview`;
const inLanguage = (language: 'en' | 'sv') => ({
  language,
  w: words[language],
  open: () => openPage(door, approver, { locale: words[language].locale }),
});

/** Each link with the last number in its text. */
const numbered = (links: Locator) =>
  links.evaluateAll((all) =>
    all.map((link) => ({ href: link.getAttribute('href') ?? '', text: (link as HTMLElement).innerText })),
  );
/** The number of invoices in the list at an address, whose parameters are those of the API. */
const countAt = async (href: string) => {
  const { searchParams } = new URL(href, door.url);
  searchParams.delete('sort');
  return (await approver.call('GET', `/companies/${door.company}/invoices/totals?${searchParams}`)).body.count;
};

it('each figure leads to a list of as many rows', async () => {
  const { w, open } = inLanguage('en');
  const { page, go, complaints, close } = await open();
  await go(overview());
  for (const tile of w.tiles) {
    const link = page.getByRole('link', { name: new RegExp(`^${tile} \\d`) });
    const count = Number(/\d+/.exec((await link.innerText()).replace(tile, ''))?.[0]);
    expect(count, tile).toBeGreaterThan(0);
    expect(await countAt((await link.getAttribute('href')) ?? ''), tile).toBe(count);
    if (tile !== w.tiles.at(-1)) continue;
    await link.click();
    await expect.poll(() => rows(page, w.invoices).count(), { message: tile }).toBe(count);
    await page.goBack();
  }
  // A figure opens the list as the view of its name does: that view is marked, and sorted by due date.
  const shownView = page.getByRole('navigation', { name: 'Views' }).locator('[aria-current]');
  for (const tile of w.tiles.filter((name) => name !== 'Due this week' && name !== 'You are mentioned')) {
    await page.getByRole('link', { name: new RegExp(`^${tile} \\d`) }).click();
    await expect.poll(() => shownView.allInnerTexts(), { message: tile }).toEqual([tile]);
    expect(new URL(page.url()).searchParams.get('sort'), tile).toBe('dueDate');
    await page.goBack();
  }
  await page.getByRole('link', { name: /^Proposed supplier changes 0/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Proposed supplier changes' }).waitFor();
  await page.getByText('No change waits').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('so does each bar of the ages and of the reasons, and each partner’s failures', async () => {
  const { w, open } = inLanguage('sv');
  const { page, go, close } = await open();
  await go(overview());
  for (const panel of [w.ages, w.heldFor]) {
    const bars = page.getByRole('region', { name: panel }).getByRole('link');
    await bars.first().waitFor();
    const shown = (await numbered(bars)).map(({ href, text }) => ({ href, text, count: numberIn(text) }));
    expect(shown.some(({ count }) => count > 0)).toBe(true);
    for (const { href, text, count } of shown) expect(await countAt(href), text).toBe(count);
    const { href = '', count = 0 } = shown.find((bar) => bar.count > 0) ?? {};
    await page.locator(`a[href="${href}"]`).first().click();
    await expect.poll(() => rows(page, w.invoices).count(), { message: panel }).toBe(count);
    await page.goBack();
  }
  const failed = page.getByRole('table', { name: w.rates }).getByRole('link').first();
  const count = Number(await failed.innerText());
  expect(count).toBeGreaterThan(0);
  await failed.click();
  await expect.poll(() => rows(page, w.calls).count()).toBe(count);
  expect(await rows(page, w.calls).first().getByRole('link').first().innerText()).toMatch(
    /^2\d{3}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} \S+$/,
  );
  await close();
});

/** Typing counts once the search has the focus. */
async function search(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect.poll(() => page.getByRole('dialog').locator('input:focus').count()).toBe(1);
  await page.keyboard.type(typed);
}

it('Enter opens the first hit, also where it is pressed before the answer has come', async () => {
  const { language, w, open } = inLanguage('sv');
  const { page, go, close } = await open();
  await go(`/companies/${door.company}/overview`);
  await search(page, 'nordbygg');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Nordbygg Material' }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await search(page, language === 'sv' ? '18412,5' : '18,412.50');
  const hit = page.getByRole('dialog').locator('[data-action]').first();
  await expect.poll(() => hit.getByText(w.amount).count()).toBe(1);
  expect(await hit.getAttribute('data-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /F-20871/ }).waitFor();
  await close();
});

it('shows operations by their name, and finds projects by their proposal ids', async () => {
  const { w, open } = inLanguage('en');
  const { page, go, close } = await open();
  await go(`/companies/${door.company}/overview`);
  await search(page, seeded.failedTrace);
  await expect.poll(() => page.getByRole('dialog').getByText(w.operation, { exact: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await search(page, 'P-2026-018');
  await page.getByRole('dialog').getByText('P2 · P-2026-015 · P-2026-018').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Hamnen' }).waitFor();
  await close();
});

it('a call of another company says whose it is, to who may enter that company', async () => {
  const { w, open } = inLanguage('sv');
  const { token } = await createToken(door.pool, { company: 'Other AB', partner: 'Foreign' });
  const other = await requireCompany(door.pool, 'Other AB');
  const refused = await door.call('POST', paths.invoices, { token, body: { supplierNumber: 7 } });
  const traceId: string = refused.body.traceId;
  const both = await signedIn(door, 'approver');
  const companies = [door.company, other].map((id) => ({ id, role: 'approver' as const }));
  await transaction(door.pool, (tx) => setCompanies(tx, both.id, companies));
  await expect.poll(async () => (await both.call('GET', `/companies/${other}/requests/${traceId}`)).status).toBe(200);

  const { page, go, close } = await openPage(door, both, { locale: w.locale });
  await go(`/companies/${door.company}/overview`);
  await search(page, traceId);
  await page.getByRole('dialog').getByText(w.elsewhere).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(w.ofOther).waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.getByRole('link', { name: w.openThere }).click();
  await expect.poll(() => new URL(page.url()).pathname).toContain(`/companies/${other}/requests/${traceId}`);
  await expect.poll(() => page.getByText(w.ofOther).count()).toBe(0);
  await close();

  const stranger = await open();
  await stranger.go(`/companies/${door.company}/requests/${traceId}`);
  await stranger.page.getByText(w.notFound).waitFor();
  expect(await stranger.page.locator('body').innerText()).not.toContain('Other AB');
  await stranger.close();
});

it('the chart of arrivals shows a day’s figures by the keyboard, and opens its invoices', async () => {
  const { page, go, close } = await openPage(door, approver);
  await go(`/companies/${door.company}/overview?days=7`);
  const chart = page.getByRole('slider', { name: /arrived in the last 7 days/ });
  await chart.focus();
  await page.keyboard.press('End');
  const today = await page.locator('[data-day]').last().getAttribute('data-day');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(new RegExp(`^${today}: [1-9]`));
  const count = Number(/: (\d+)/.exec((await chart.getAttribute('aria-valuetext')) ?? '')?.[1]);
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe(`?from=${today}&to=${today}`);
  await expect.poll(() => rows(page, 'Invoices').count()).toBe(count);
  await close();
});

it('the overview fits every screen, and axe finds nothing serious', async () => {
  const { page, go, close } = await openPage(door, approver);
  await go(overview());
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
  await close();
});

it('the overview shows the last verification of files, and damaged files lead to their invoices', async () => {
  const { pool, company } = door;
  const { page, go, complaints, close } = await inLanguage('sv').open();
  await go(overview());
  const panel = page.getByRole('region', { name: 'Kontroll av bifogade filer' });
  await panel.getByText('Ingen fil har kontrollerats än').waitFor();
  await pool.query(
    `INSERT INTO file_verifications (company_id, began_at, ended_at, round_began_at, files, total)
     VALUES ($1, now(), '2026-11-17T02:19:00Z', now(), 1200, 1204)`,
    [company],
  );
  await pool.query(
    `INSERT INTO damaged_files (company_id, sha256, problem, found_at)
     SELECT company_id, sha256, CASE file_name WHEN 'F-20871.pdf' THEN 'missing' ELSE 'altered' END, now()
     FROM attachments WHERE company_id = $1 AND file_name IN ('F-20871.pdf', 'delivery-note.png')`,
    [company],
  );
  await page.reload();
  await panel.getByText('1\u00A0200 av 1\u00A0204').waitFor();
  await panel.getByText('2 filer saknas eller är skadade').waitFor();
  const alert = page.getByRole('alert').filter({ hasText: '2 filer saknas eller är skadade' });
  await picture(page, 'overview-files-sv', { whole: true });
  expect(await seriousIn(page)).toEqual([]);
  await alert.getByRole('listitem').filter({ hasText: 'F-20871.pdf · Saknas' }).getByRole('link').click();
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'F-20871' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('administrators are warned of an overdue or failed backup, others read when the last one was taken', async () => {
  const backup = {
    schedule: 'nightly',
    takenAt: '2026-11-14T01:31:00Z',
    isOverdue: true,
    failedAt: '2026-11-17T01:30:00Z',
    problem: 's3://backups/doorway answered 403 (AccessDenied).',
    place: 's3://backups/doorway',
  };
  const opened = async (who: SignedIn, locale: string) => {
    const one = await openPage(door, who, { locale, fresh: true });
    await one.page.route(/operator\/v1\/companies\/[^/]+\/overview\b/, async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...((await response.json()) as object), backup } });
    });
    await one.go(overview());
    return one;
  };
  const { page, complaints, close } = await opened(await signedIn(door, 'administrator'), 'sv-SE');
  const alert = page.getByRole('alert').filter({ hasText: /säkerhetskopi(an|eringen)/ });
  await alert.getByText('Den senaste säkerhetskopian är äldre än 48 timmar').waitFor();
  await alert.getByText(`Misslyckades 2026-11-17 02:30 CET: ${backup.problem}`).waitFor();
  await page.getByText('Senaste säkerhetskopia: 2026-11-14 02:31 CET · s3://backups/doorway').waitFor();
  expect(await seriousIn(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
  await picture(page, 'overview-backup-dark', { whole: true });
  expect(await seriousIn(page, { coloursOnly: true })).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'overview-backup-phone', { whole: true });
  Object.assign(backup, { isOverdue: false });
  await page.reload();
  await alert.getByText('Den senaste säkerhetskopieringen misslyckades').waitFor();
  Object.assign(backup, { schedule: 'elsewhere' });
  await page.reload();
  await page.locator('[data-bar]').first().waitFor({ state: 'attached' });
  expect(await page.getByText(/säkerhetskopia:/).count()).toBe(0);
  expect(await alert.count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();

  Object.assign(backup, { schedule: 'none', isOverdue: true });
  const clerk = await opened(approver, 'en-GB');
  await clerk.page.getByText('Last good backup: 2026-11-14 02:31').waitFor();
  expect(await clerk.page.getByRole('alert').filter({ hasText: 'The last good backup' }).count()).toBe(0);
  await clerk.close();
});
