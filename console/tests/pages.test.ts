import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { sandboxOf } from '../../server/testing/sandbox.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type Opened } from './browser.ts';
import { seed, submit } from './company.ts';
import { picture } from './picture.ts';
import { suspicious } from './suspicious.ts';

const door = await openDoor();
// Axe checks every row, and a few rows show all that many would.
const seeded = await seed(door, 12);
const held = await submit(door, door.token, suspicious);
const sandbox = await sandboxOf(door);
const administrator = await signedIn(door, 'administrator');
afterAll(async () => {
  await closePages();
  await door?.close();
});

const inCompany = (path: string) => () => `/companies/${door.company}${path}`;
const pages: Record<string, () => string> = {
  overview: inCompany('/overview'),
  invoice: () => `/companies/${door.company}/invoices/${seeded.invoice}`,
  invoices: inCompany('/invoices'),
  'held-invoice': () => `/companies/${door.company}/invoices/${held}`,
  suppliers: inCompany('/suppliers'),
  supplier: inCompany('/suppliers/1002'),
  projects: inCompany('/projects'),
  project: () => `/companies/${door.company}/projects/${seeded.project}`,
  'new-project': inCompany('/projects/new'),
  'import-projects': inCompany('/projects/import'),
  'work-orders': inCompany('/work-orders'),
  'work-order': () => `/companies/${door.company}/work-orders/${seeded.workOrder}`,
  requests: inCompany('/requests'),
  request: () => `/companies/${door.company}/requests/${seeded.failedTrace}`,
  trace: inCompany('/trace'),
  partners: inCompany('/partners'),
  'partner-sandbox': inCompany('/partners?partner=Scanner'),
  'in-sandbox': () => `/companies/${sandbox.id}/overview`,
  systems: inCompany('/systems'),
  checks: inCompany('/checks'),
  settings: inCompany('/settings'),
  operators: () => '/operators',
  audit: inCompany('/audit'),
  account: () => '/account',
  'not-found': inCompany('/nothing'),
  'sign-in': () => '/sign-in',
  welcome: () => '/welcome#key',
  first: () => '/first#key',
};

const looks = {
  desk: {},
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  swedish: { locale: 'sv-SE' },
} as const;

describe.each(Object.keys(looks) as (keyof typeof looks)[])('%s:', (look) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openPage(door, administrator, looks[look]);
    await opened.go('/operators');
  });
  afterAll(() => opened?.close());

  const fits = async () =>
    expect(
      await opened.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);

  it.each(Object.keys(pages))('%s works, fits the screen, and axe finds nothing serious', async (name) => {
    const { page, visit, complaints } = opened;
    complaints.length = 0;
    await visit(pages[name]?.() ?? '');
    if (name === 'overview') await page.locator('[data-bar]').first().waitFor({ state: 'attached' });
    await expect
      .poll(() => page.locator('.mantine-Skeleton-root, [data-sheets] [data-state=blank]:first-child').count())
      .toBe(0);
    await picture(page, `${name}-${look}`, { whole: true });
    await fits();
    expect(await page.getAttribute('html', 'lang')).toBe(look === 'swedish' ? 'sv' : 'en');
    // Only the words differ in Swedish, so axe would find the same.
    if (look !== 'swedish') expect(await seriousIn(page, { everywhere: true })).toEqual([]);
    if (look === 'desk') {
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(() => page.getAttribute('html', 'data-mantine-color-scheme')).toBe('dark');
      await picture(page, `${name}-dark`, { whole: true });
      await fits();
      expect(await seriousIn(page, { coloursOnly: true, everywhere: true })).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    expect(complaints).toEqual([]);
  });
});
