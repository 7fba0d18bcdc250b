import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

interface Axe {
  run(options: object): Promise<{ violations: unknown[] }>;
}

const script = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What keeps people from using what is on the screen, as sentences; none if all is well. */
export async function seriousIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await script);
  // Rows that are about to be replaced are faded for a moment, as long as the next are under way.
  await page.waitForFunction(() => document.querySelector('[data-stale]') === null);
  const found = await page.evaluate(
    async () =>
      (await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'], elementRef: false }))
        .violations,
  );
  return (found as Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
}
