import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openDoor } from '../../server/testing/door.ts';
import { isLongRun } from '../../server/testing/long.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { closePages, openPage } from './browser.ts';

/** LONG_LIST_ROWS=100000 scrolls through a hundred thousand rows. */
const many = Number(process.env.LONG_LIST_ROWS ?? (isLongRun ? 20_000 : 400));
/** A high window needs fewer steps to scroll through the list. */
const height = isLongRun ? 3000 : 900;

/** Invoice 1 arrived last and is the first in the list. */
const invoices = `
  INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
  SELECT $1, gen_random_uuid(), partners.id, 'scan-' || n, '1', 'received',
         jsonb_build_object('supplierInvoiceNumber', 'N-' || n, 'totalPrice', n, 'currency', 'SEK'), '[]', $2::timestamptz - n * interval '1 second'
  FROM generate_series(1, $3::integer) AS n JOIN partners ON partners.company_id = $1`;
const projections = `
  INSERT INTO invoice_projections (company_id, id, created_at, state, partner_id, supplier_number, total_price, currency, files, search)
  SELECT company_id, id, created_at, state, partner_id, supplier_number, (document ->> 'totalPrice')::numeric, 'SEK', 1, ''
  FROM supplier_invoices WHERE company_id = $1`;

const door = await openDoor();
await door.addSupplier('1', { name: 'Nordbygg' });
// Without the time limit of the service's statements.
const client = new pg.Client(door.database.connection);
await client.connect();
await client.query(invoices, [door.company, new Date(), many]);
await client.query(projections, [door.company]);
await client.query('ANALYZE supplier_invoices, invoice_projections');
await client.end();
afterAll(async () => {
  await closePages();
  await door?.close();
});

/** Scrolls to the end, screen by screen, and notes which invoice was drawn where. */
async function scrollThrough(
  all: number,
): Promise<{ positions: [number, string][]; mostDrawn: number; blank: number }> {
  const positions = new Map<number, string>();
  let [mostDrawn, blank] = [0, 0];
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const drawn = () => [...document.querySelectorAll<HTMLElement>('tr[data-row]')];
  const note = () => {
    const now = drawn();
    mostDrawn = Math.max(mostDrawn, now.length);
    for (const row of now) positions.set(Number(row.dataset.index), row.querySelector('a')?.textContent ?? '');
  };
  const isFilled = () => (drawn().at(-1)?.getBoundingClientRect().bottom ?? 0) >= innerHeight;
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; tries < 3_000 && !isSo(); tries++) await frame();
    return isSo();
  };
  const isDrawn = () => {
    note();
    return isFilled() || positions.size >= all;
  };
  while (positions.size < all) {
    if (!(await until(isDrawn))) {
      blank++;
      break;
    }
    scrollBy(0, innerHeight - 100);
  }
  return { positions: [...positions].sort(([a], [b]) => a - b), mostDrawn, blank };
}

it('a very long list of invoices is scrolled through without a dropped row', async () => {
  const viewer = await signedIn(door, 'viewer');
  await viewer.call('PUT', '/session/preferences', { density: 'compact' });
  const { page, go, close, complaints } = await openPage(door, viewer, {
    viewport: { width: 1440, height },
  });
  await go(`/companies/${door.company}/invoices`);
  await page.getByRole('link', { name: 'N-1', exact: true }).waitFor();
  const { positions, mostDrawn, blank } = await page.evaluate(scrollThrough, many);
  expect(positions.length).toBe(many);
  const wrong = positions.filter(([position, number], at) => position !== at || number !== `N-${at + 1}`);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(blank).toBe(0);
  expect(mostDrawn).toBeLessThan(height / 10);
  await page.getByText(`${many.toLocaleString('en')} shown`).waitFor();
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(many + 1));
  const last = page.getByRole('link', { name: `N-${many}`, exact: true });
  expect(await last.isVisible()).toBe(true);
  const scrolled = await page.evaluate(() => window.scrollY);
  await last.click();
  await page.getByRole('heading', { level: 1, name: `N-${many}` }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`N-${many}`);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  expect(complaints).toEqual([]);
  await close();
  // A thousand screens on a busy machine.
}, 900_000);
