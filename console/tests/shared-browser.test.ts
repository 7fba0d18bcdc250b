import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Only these files may: one launches the worker's browser, the other opens its pages. */
const helpers = new Set([
  'console/tests/chromium.ts',
  'console/tests/browser.ts',
  'console/tests/shared-browser.test.ts',
]);

const startsBrowser = (text: string): boolean =>
  /^import (?!type\b)[^;]*from '(?:playwright|playwright-core|puppeteer|puppeteer-core|@sparticuz\/chromium)'/m.test(
    text,
  ) ||
  /\bopenBrowser\(/.test(text) ||
  /\bimport\('(?:playwright|puppeteer|@sparticuz)/.test(text) ||
  /\.(?:launch|launchServer|launchPersistentContext|connectOverCDP|newContext|newBrowserCDPSession)\(/.test(text);

it('no test starts a browser or opens a context of its own: openPage shares those of the worker', async () => {
  const names = (
    await Promise.all(
      ['console/tests', 'server'].map(async (folder) =>
        (await readdir(`${root}${folder}`, { recursive: true })).map((name) => `${folder}/${name}`),
      ),
    )
  ).flat();
  const sources = names.filter((name) => name.endsWith('.ts') && !/\/(?:dist|node_modules)\//.test(name));
  expect(sources.length).toBeGreaterThan(300);
  const texts = await Promise.all(sources.map(async (name) => [name, await readFile(root + name, 'utf8')] as const));
  const found = texts.filter(([name, text]) => !helpers.has(name) && startsBrowser(text)).map(([name]) => name);
  expect(found).toEqual([]);
});

it.each([
  ["import { chromium } from 'playwright-core';", true],
  ["import {\n  chromium,\n  type Page,\n} from 'playwright-core';", true],
  ["const { chromium } = await import('playwright-core');", true],
  ['browser = await openBrowser();', true],
  ['await browser.newContext({ locale })', true],
  ["import type { Page } from 'playwright-core';", false],
  ["import { openPage } from './browser.ts';", false],
])('%j starts one: %j', (text, expected) => {
  expect(startsBrowser(text)).toBe(expected);
});
