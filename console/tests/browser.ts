import { buffer } from 'node:stream/consumers';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Door } from '../../server/testing/door.ts';
import type { SignedIn } from '../../server/testing/operator.ts';
import { forWorker } from '../../server/testing/leaks.ts';
import { openBrowser } from './chromium.ts';

/** A page of the console, with everything that goes wrong in it. */
export interface OpenedPage {
  context: BrowserContext;
  page: Page;
  /** Errors that scripts logged or threw. */
  complaints: string[];
  asked: string[];
  go(path: string): Promise<void>;
  /** Shows another page without reloading the console, as a link does. */
  visit(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  /** For tests that install a clock or an init script: neither can be removed from a context. */
  fresh?: boolean;
}

interface Tab {
  context: BrowserContext;
  page: Page;
  kind: string;
}

/** One browser per worker, which ends with it. */
let launched: Promise<Browser> | undefined;
/** Unused tabs. Each has the console's files in its cache, so that the next test need not load and compile them. */
const idle: Tab[] = [];
const inUse = new Set<OpenedPage>();

const screen = { width: 1280, height: 900 };

async function browserOfWorker(): Promise<Browser> {
  launched ??= forWorker(openBrowser);
  const browser = await launched;
  if (!browser.isConnected())
    throw new Error('The Chromium of this worker has ended; see the first browser test that failed.');
  return browser;
}

async function newTab(kind: string, options: BrowserContextOptions): Promise<Tab> {
  // Nothing can be measured during an animation.
  const context = await (
    await browserOfWorker()
  ).newContext({ locale: 'en-GB', viewport: screen, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return { context, page, kind };
}

/** A page without scripts at the service's address: only there can its storage be cleared. */
const blankAt = (door: Door) => `${door.url}/nothing`;

/** A tab without a session or stored data. */
async function takeTab({ fresh = false, viewport, colorScheme, ...others }: PageOptions): Promise<Tab> {
  const kind = JSON.stringify(others);
  await browserOfWorker();
  const at = fresh ? -1 : idle.findIndex((tab) => tab.kind === kind);
  const [tab = await newTab(fresh ? 'fresh' : kind, others)] = at < 0 ? [] : idle.splice(at, 1);
  await tab.page.setViewportSize(viewport ?? screen);
  await tab.page.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: 'reduce', media: null });
  return tab;
}

async function putBack({ context, page, kind }: Tab, door: Door): Promise<void> {
  if (kind === 'fresh' || page.isClosed()) return context.close();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  // Cancels the page's open requests, which would delay closing the service.
  await page.goto(blankAt(door));
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  idle.push({ context, page, kind });
}

/** A page in a tab in which only this operator is signed in. */
export async function openPage(door: Door, who?: SignedIn, options: PageOptions = {}): Promise<OpenedPage> {
  const tab = await takeTab(options);
  const { context, page } = tab;
  const [name, value] = who?.cookie.split('=') ?? [];
  if (name !== undefined && value !== undefined)
    await context.addCookies([
      { name, value, domain: '127.0.0.1', path: '/operator', httpOnly: true, sameSite: 'Strict' },
    ]);
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser itself logs refused requests; tests check how the page handles them.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
    // The PDF reader only warns if it may not start a decoder.
    if (message.type() === 'warning' && message.text().includes('Wasm')) complaints.push(message.text());
  });
  const opened: OpenedPage = {
    context,
    page,
    complaints,
    asked,
    go: async (path) => {
      await page.goto(`${door.url}/console${path}`);
      await page.locator('h1').first().waitFor();
    },
    visit: async (path) => {
      const isSamePage = await page.evaluate((address) => {
        for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
        const before = location.pathname;
        history.pushState({}, '', address);
        return location.pathname === before;
      }, `/console${path}`);
      // The heading stays if only the parameters change.
      if (!isSamePage) await page.locator('h1:not([data-left])').first().waitFor();
    },
    close: async () => {
      if (!inUse.delete(opened)) return;
      page.removeAllListeners();
      await putBack(tab, door).catch(() => context.close());
    },
  };
  inUse.add(opened);
  return opened;
}

export async function download(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) };
}

/** Closes pages that tests left open: their requests would delay closing the service. */
export async function closePages(): Promise<void> {
  for (const opened of inUse) await opened.close();
}
