import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

interface Axe {
  run(where: Document | { exclude: string[] }, options: object): Promise<{ violations: unknown[] }>;
  _audit: { rules: { id: string; impact: string }[] };
}

const script = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeOptions {
  /** Only the colour rules: the others do not depend on the colour scheme. */
  coloursOnly?: boolean;
  /** Also the frame around the page, and the page behind a dialog. */
  everywhere?: boolean;
}

/**
 * Serious violations as sentences. Axe leaves out the frame around the page and the page behind a dialog; pages.test.ts
 * checks those.
 */
export async function seriousIn(
  page: Page,
  { coloursOnly = false, everywhere = false }: AxeOptions = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await script);
  // Rows that are about to be replaced are faded for a moment.
  await page.waitForFunction(() => document.querySelector('[data-stale]') === null);
  const found = await page.evaluate(
    async (wanted) => {
      const { axe } = window as unknown as { axe: Axe };
      const { _audit: audit } = axe;
      // Rules that cannot be serious need not run.
      const harmless = audit.rules.filter(({ impact }) => !['serious', 'critical'].includes(impact));
      const isCovered = document.querySelector('[role=dialog][aria-modal=true]') !== null;
      const frame = ['.mantine-AppShell-header', '.mantine-AppShell-navbar', ...(isCovered ? ['main'] : [])];
      const { violations } = await axe.run(wanted.everywhere ? document : { exclude: frame }, {
        resultTypes: ['violations'],
        elementRef: false,
        selectors: false,
        preload: false,
        ...(wanted.coloursOnly
          ? { runOnly: ['color-contrast', 'link-in-text-block'] }
          : { rules: Object.fromEntries(harmless.map(({ id }) => [id, { enabled: false }])) }),
      });
      return violations;
    },
    { coloursOnly, everywhere },
  );
  return (found as Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
}
