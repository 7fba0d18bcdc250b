import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor, type Door } from '../../server/testing/door.ts';
import { signedIn, type SignedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { openPage, type Opened } from './browser.ts';
import { openBrowser } from './chromium.ts';
import { seed, submit, type Seeded } from './company.ts';
import { picture } from './picture.ts';
import { suspicious } from './suspicious.ts';

let door: Door;
let browser: Browser;
let administrator: SignedIn;
let seeded: Seeded;
let held: string;
beforeAll(async () => {
  door = await openDoor();
  seeded = await seed(door);
  held = await submit(door, door.token, suspicious);
  administrator = await signedIn(door, 'administrator');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await door?.close();
});

const inCompany = (path: string) => () => `/companies/${door.company}${path}`;
const pages: Record<string, () => string> = {
  overview: inCompany('/overview'),
  invoices: inCompany('/invoices'),
  invoice: () => `/companies/${door.company}/invoices/${seeded.invoice}`,
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
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  swedish: { colorScheme: 'light', viewport: { width: 1280, height: 900 }, locale: 'sv-SE' },
} as const;

describe.each(Object.keys(looks) as (keyof typeof looks)[])('in %s', (look) => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openPage(browser, door, administrator, looks[look]);
  });
  afterAll(() => opened?.close());

  it.each(Object.keys(pages))('%s works, fits the screen, and axe finds nothing serious', async (name) => {
    const { page, go, complaints } = opened;
    complaints.length = 0;
    await go(pages[name]?.() ?? '');
    if (name === 'overview') await page.locator('[data-bar]').first().waitFor({ state: 'attached' });
    await expect
      .poll(() => page.locator('.mantine-Skeleton-root, [data-sheets] [data-state=blank]:first-child').count())
      .toBe(0);
    await picture(page, `${name}-${look}`, { whole: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.getAttribute('html', 'lang')).toBe(look === 'swedish' ? 'sv' : 'en');
    expect(await seriousIn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
