import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Door } from '../../server/testing/door.ts';
import type { SignedIn } from '../../server/testing/operator.ts';

/** A page of the console, with everything that goes wrong in it collected. */
export interface Opened {
  context: BrowserContext;
  page: Page;
  /** What the page's scripts complained of. */
  complaints: string[];
  /** The addresses of everything that was asked for. */
  asked: string[];
  go(path: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPage(
  browser: Browser,
  door: Door,
  who?: SignedIn,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  // Half way through a movement nothing can be measured.
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  const [name, value] = who?.cookie.split('=') ?? [];
  if (name !== undefined && value !== undefined)
    await context.addCookies([
      { name, value, domain: '127.0.0.1', path: '/operator', httpOnly: true, sameSite: 'Strict' },
    ]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused request is logged by the browser itself; what the page makes of it is what counts.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
    // What reads PDF files goes on without a decoder that it may not start, and only warns.
    if (message.type() === 'warning' && message.text().includes('Wasm')) complaints.push(message.text());
  });
  return {
    context,
    page,
    complaints,
    asked,
    go: async (path) => {
      await page.goto(`${door.url}/console${path}`);
      await page.locator('h1').first().waitFor();
    },
    close: () => context.close(),
  };
}
