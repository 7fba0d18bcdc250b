import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** The folder for screenshots; none are taken without it. */
const folder = process.env.SCREENSHOTS;

/** The visible part and, for a page, also the whole page. */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<void> {
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  // A page that follows events always has a request under way.
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await page.screenshot({ path: `${folder}/${name}.png` });
  if (whole) await page.screenshot({ path: `${folder}/${name}-whole.png`, fullPage: true });
}
