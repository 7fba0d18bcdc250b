import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { piecesOf, type Piece, type WithPieces } from './axe-pieces.ts';

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

/** Pieces of pages in which this worker has found nothing serious, by all rules and by those of colours. */
const known = { all: new Set<number>(), colours: new Set<number>() };

/**
 * Serious violations as sentences. Axe leaves out the frame around the page and the page behind a dialog, which
 * pages.test.ts checks, and pieces that differ only in words from others in which it has found nothing.
 */
export async function seriousIn(
  page: Page,
  { coloursOnly = false, everywhere = false }: AxeOptions = {},
): Promise<string[]> {
  // Rows that are about to be replaced are faded for a moment.
  await page.waitForFunction(() => document.querySelector('[data-stale]') === null);
  const pieces = await page.evaluate(piecesOf, everywhere);
  const isKnown = (key: number) => known.all.has(key) || (coloursOnly && known.colours.has(key));
  const { repeated, fresh, isKnownWhole } = sorted(pieces, isKnown);
  if (isKnownWhole) return [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await script);
  const found = await page.evaluate(runAxe, { coloursOnly, everywhere, repeated });
  const serious = (found as Violation[]).filter(({ impact }) => impact === 'serious' || impact === 'critical');
  if (serious.length === 0) for (const key of fresh) known[coloursOnly ? 'colours' : 'all'].add(key);
  return serious.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
}

interface Sorted {
  /** The places of the largest pieces that are known or come twice. */
  repeated: number[];
  /** The keys of the others. */
  fresh: Set<number>;
  /** The others are only containers of known pieces. */
  isKnownWhole: boolean;
}

function sorted(pieces: Piece[], isKnown: (key: number) => boolean): Sorted {
  const repeated: number[] = [];
  const fresh = new Set<number>();
  let isKnownWhole = true;
  for (let at = 0; at < pieces.length;) {
    const [key, size, empty] = pieces[at] as Piece;
    if (isKnown(key) || fresh.has(key)) {
      repeated.push(at);
      at += size;
    } else {
      isKnownWhole &&= isKnown(empty);
      fresh.add(key).add(empty);
      at += 1;
    }
  }
  return { repeated, fresh, isKnownWhole };
}

async function runAxe(wanted: { coloursOnly: boolean; everywhere: boolean; repeated: number[] }): Promise<unknown[]> {
  const { axe } = window as unknown as { axe: Axe };
  const { _audit: audit } = axe;
  // Rules that cannot be serious need not run.
  const harmless = audit.rules.filter(({ impact }) => !['serious', 'critical'].includes(impact));
  const isCovered = document.querySelector('[role=dialog][aria-modal=true]') !== null;
  const frame = ['.mantine-AppShell-header', '.mantine-AppShell-navbar', ...(isCovered ? ['main'] : [])];
  const left = wanted.repeated.map((at) => (window as WithPieces).pieces?.[at] as Element);
  for (const element of left) element.setAttribute('data-axe-known', '');
  const exclude = [...(wanted.everywhere ? [] : frame), ...(left.length > 0 ? ['[data-axe-known]'] : [])];
  const { violations } = await axe.run(exclude.length > 0 ? { exclude } : document, {
    resultTypes: ['violations'],
    elementRef: false,
    selectors: false,
    preload: false,
    ...(wanted.coloursOnly
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : { rules: Object.fromEntries(harmless.map(({ id }) => [id, { enabled: false }])) }),
  });
  for (const element of left) element.removeAttribute('data-axe-known');
  return violations;
}
