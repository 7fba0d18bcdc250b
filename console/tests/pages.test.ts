import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { sandboxOf } from '../../server/testing/sandbox.ts';
import type { Overview } from '../src/api/types.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { seed, submit } from './company.ts';
import { picture } from './picture.ts';
import { suspicious } from './suspicious.ts';

const door = await openDoor();
// Axe checks every row, and a few rows show all that many would.
const seeded = await seed(door, 8);
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
  'erase-supplier': inCompany('/erase/suppliers/1002'),
  projects: inCompany('/projects'),
  project: () => `/companies/${door.company}/projects/${seeded.project}`,
  'new-project': inCompany('/projects/new'),
  'import-projects': inCompany('/projects/import'),
  'work-orders': inCompany('/work-orders'),
  'work-order': () => `/companies/${door.company}/work-orders/${seeded.workOrder}`,
  reports: inCompany('/reports'),
  routing: inCompany('/routing'),
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

let opened: OpenedPage;
const show = async (name: string): Promise<void> => {
  const { page, visit, complaints } = opened;
  complaints.length = 0;
  await visit(pages[name]?.() ?? '');
  if (name === 'overview') await page.locator('[data-bar]').first().waitFor({ state: 'attached' });
  await expect
    .poll(() => page.locator('.mantine-Skeleton-root, [data-sheets] [data-state=blank]:first-child').count())
    .toBe(0);
};
const inColours = async (colorScheme: 'dark' | 'light') => {
  await opened.page.emulateMedia({ colorScheme });
  await expect.poll(() => opened.page.getAttribute('html', 'data-mantine-color-scheme')).toBe(colorScheme);
};
/** Nothing is wider than the screen. */
const expectFit = async (name: string, look: string) => {
  await picture(opened.page, `${name}-${look}`, { whole: true });
  expect(
    await opened.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    look,
  ).toBeLessThanOrEqual(0);
};

const alarms: Pick<Overview, 'backup' | 'files'> = {
  backup: {
    schedule: 'nightly',
    takenAt: '2026-11-14T01:31:00Z',
    isOverdue: true,
    failedAt: '2026-11-17T01:30:00Z',
    problem: 's3://backups/doorway answered 403 (AccessDenied).',
    place: 's3://backups/doorway',
  },
  files: {
    verifiedAt: '2026-11-17T02:19:00Z',
    verified: 1200,
    total: 1204,
    damaged: 1,
    firstDamaged: [
      {
        supplierInvoiceId: seeded.invoice,
        supplierInvoiceNumber: 'F-20871',
        externalReferenceId: 'scan-20871',
        attachmentId: seeded.invoice,
        fileName: 'F-20871.pdf',
        problem: 'missing',
        foundAt: '2026-11-17T02:19:00Z',
      },
    ],
  },
};
/** The overview with every warning that it can show. */
const alarmed = async (locale: string) => {
  opened = await openPage(door, administrator, { locale });
  await opened.page.route(/operator\/v1\/companies\/[^/]+\/overview\b/, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...((await response.json()) as Overview), ...alarms } });
  });
  await opened.go('/operators');
};

describe('in English', () => {
  beforeAll(() => alarmed('en-GB'));
  afterAll(() => opened?.close());

  const judged = async (name: string, look: 'desk' | 'phone') => {
    await opened.page.setViewportSize(look === 'desk' ? { width: 1280, height: 900 } : { width: 390, height: 844 });
    await expectFit(name, look);
    expect(await seriousIn(opened.page, { everywhere: true }), look).toEqual([]);
  };

  // Every other page comes up on the phone: changing the size costs as much as a page.
  it.each(Object.keys(pages).map((name, at) => [name, at % 2 === 0] as const))(
    '%s works, fits every screen, and axe finds nothing serious',
    async (name, startsAtDesk) => {
      const { page, complaints } = opened;
      await show(name);
      expect(await page.getAttribute('html', 'lang')).toBe('en');
      if (!startsAtDesk) await judged(name, 'phone');
      await judged(name, 'desk');
      await inColours('dark');
      await expectFit(name, 'dark');
      expect(await seriousIn(page, { coloursOnly: true, everywhere: true })).toEqual([]);
      await inColours('light');
      if (startsAtDesk) await judged(name, 'phone');
      expect(complaints).toEqual([]);
    },
  );
});

// Only the words differ, so axe would find the same.
describe('in Swedish', () => {
  beforeAll(() => alarmed('sv-SE'));
  afterAll(() => opened?.close());

  it.each(Object.keys(pages))('%s works and fits the screen', async (name) => {
    await show(name);
    await expectFit(name, 'swedish');
    expect(await opened.page.getAttribute('html', 'lang')).toBe('sv');
    expect(opened.complaints).toEqual([]);
  });
});
