import { afterAll, afterEach, expect, it } from 'vitest';
import { transaction } from '../../server/ground/db/pool.ts';
import { addFindings } from '../../server/supplier-invoices/checking/findings-store.ts';
import type { Finding } from '../../server/checks/rule.ts';
import { openDoor } from '../../server/testing/door.ts';
import { signedIn } from '../../server/testing/operator.ts';
import { seriousIn } from './axe.ts';
import { closePages, openPage, type OpenedPage } from './browser.ts';
import { addDocuments, box, fileOf, tool, wide } from './documents.ts';
import { picture } from './picture.ts';

const door = await openDoor();
const approver = await signedIn(door, 'approver');
const made = await addDocuments(door);
afterAll(async () => {
  await closePages();
  await door?.close();
});

let opened: OpenedPage;
afterEach(() => opened?.close());

/** The PDF of this invoice says "To pay 18 412.50" on page 1 and "Page 2 of invoice F-20871" on page 2. */
async function addProofs(invoiceId: string, fileName: string): Promise<void> {
  const { rows } = await door.pool.query<{ id: string }>(
    'SELECT id FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2 AND file_name = $3',
    [door.company, invoiceId, fileName],
  );
  const file = { attachmentId: rows[0]?.id ?? '', fileName };
  await transaction(door.pool, (tx) =>
    addFindings(
      tx,
      door.company,
      invoiceId,
      [
        {
          code: 'document.account',
          severity: 'hold',
          path: 'supplierBankGiro',
          parameters: { kind: 'bankgiro', account: '20871', ...file, page: 2, text: 'Page 2 of invoice F-20871' },
        },
        {
          code: 'document.total',
          severity: 'warning',
          path: 'totalPrice',
          parameters: { total: '999', ...file, page: 1, text: 'To pay 18 412.50' },
        },
        { code: 'document.ocr', severity: 'warning', path: 'paymentReferenceOCR', parameters: { ocr: '310018' } },
      ].map((finding) => ({ ...finding, message: '' }) as Finding),
    ),
  );
}

it('a finding of a file leads to its page with the proof marked, at every size and rotation, and back; a damaged file says so', async () => {
  await addProofs(made.several, 'F-20871.pdf');
  await door.pool.query(
    `INSERT INTO damaged_files (company_id, sha256, problem, found_at)
     SELECT company_id, sha256, 'altered', now() FROM attachments WHERE company_id = $1 AND file_name = 'delivery-note.png'`,
    [door.company],
  );
  opened = await openPage(door, approver, wide);
  const { page } = opened;
  await opened.go(`/companies/${door.company}/invoices/${made.several}`);
  // File and page say by words that they have findings.
  await fileOf(page).getByRole('button', { name: 'Show F-20871.pdf' }).getByText('2 findings').waitFor();
  const damaged = fileOf(page).getByRole('button', { name: 'Show delivery-note.png' });
  await damaged.getByText('Damaged').waitFor();
  await damaged.click();
  await page.getByText('Do not pay by it').waitFor();
  await page.getByRole('button', { name: 'Show in the file F-20871.pdf, page 2' }).focus();
  await page.keyboard.press('Enter');
  const mark = page.locator('[data-sheets] mark[data-severity=hold]');
  await expect.poll(() => mark.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => mark.textContent()).toBe('Marked, Other account in the file: Page 2 of invoice F-20871');
  const word = page.locator('[data-sheets] span[role=presentation]', { hasText: 'Page 2 of invoice' });
  /** The right edge of the mark, as a share of the line’s width. */
  const end = async () => {
    const [a, b] = [await box(mark), await box(word)];
    return a.height < a.width ? (a.x + a.width - b.x) / b.width : (a.y + a.height - b.y) / b.height;
  };
  await expect.poll(end).toBeCloseTo(1, 1);
  const frame = await box(page.locator('[data-sheets]'));
  const at = await box(mark);
  expect(at.y).toBeGreaterThan(frame.y);
  expect(at.y + at.height).toBeLessThan(frame.y + frame.height);
  expect(at.width).toBeLessThan((await box(word)).width / 2);
  await picture(page, 'proof');
  expect(await seriousIn(page)).toEqual([]);
  await tool(page, 'Larger').click();
  await expect.poll(async () => (await box(mark)).width).toBeGreaterThan(at.width * 1.1);
  await expect.poll(end).toBeCloseTo(1, 1);
  await tool(page, 'Rotate').click();
  await expect
    .poll(async () => {
      const { width, height } = await box(mark);
      return height / width;
    })
    .toBeGreaterThan(1);
  await expect.poll(end).toBeCloseTo(1, 1);
  await page.getByRole('group', { name: 'Findings on page 2' }).getByRole('button').click();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain('Other account in the file');
  expect(opened.complaints).toEqual([]);
});

it('a finding without a proof has no way to a file, and a phone shows the mark in sight', async () => {
  await addProofs(made.single, 'F-20872.pdf');
  opened = await openPage(door, approver, { viewport: { width: 390, height: 844 }, locale: 'sv-SE' });
  const { page } = opened;
  await opened.go(`/companies/${door.company}/invoices/${made.single}`);
  await page.getByText('Betalningsreferensen 310018 finns inte i någon av filerna.').waitFor();
  expect(await page.getByRole('button', { name: /^Visa i filen F-20872/ }).count()).toBe(2);
  await page.getByRole('button', { name: 'Visa i filen F-20872.pdf, sida 1' }).click();
  const mark = page.locator('[data-sheets] mark[data-severity=warning]').first();
  const inSight = async () => {
    const { y, height } = await box(mark);
    return height > 0 && y > 0 && y + height < 844;
  };
  await expect.poll(inSight).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await picture(page, 'proof-phone');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'proof-phone-dark');
  expect(await seriousIn(page)).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
