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
  _audit: { rules: { id: string; impact: string }[] };
}

const script = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Which rules are tried: all, all but those about colours, or only those. */
type Scope = 'all' | 'structure' | 'colours';

/** Violations that keep people from using what is on the screen, as sentences. */
export async function seriousIn(page: Page, scope: Scope = 'all'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await script);
  // Rows that are about to be replaced are faded for a moment, as long as the next are under way.
  await page.waitForFunction(() => document.querySelector('[data-stale]') === null);
  const found = await page.evaluate(async (wanted) => {
    const { axe } = window as unknown as { axe: Axe };
    const ofColours = ['color-contrast', 'link-in-text-block'];
    // The impact of a rule is that of all its violations, so a rule that cannot be serious need not run.
    const left = axe._audit.rules.filter(
      ({ id, impact }) =>
        !['serious', 'critical'].includes(impact) || (wanted === 'structure' && ofColours.includes(id)),
    );
    const { violations } = await axe.run({
      resultTypes: ['violations'],
      elementRef: false,
      selectors: false,
      preload: false,
      ...(wanted === 'colours'
        ? { runOnly: ofColours }
        : { rules: Object.fromEntries(left.map(({ id }) => [id, { enabled: false }])) }),
    });
    return violations;
  }, scope);
  return (found as Violation[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
}
