import { expect, it } from 'vitest';
import { insertCompany, requireCompany } from '../companies/store.ts';
import { newId } from '../ground/db/ids.ts';
import { migrate } from '../ground/db/migrate.ts';
import { transaction } from '../ground/db/pool.ts';
import { databaseBefore } from '../testing/before.ts';
import { runCommand } from '../testing/command-line.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { emptyDataDir } from '../testing/process.ts';
import { compareDocuments } from '../checks/document/compare.ts';
import { checkedOnArrival } from '../checks/checked.testing.ts';
import { createPdfReader } from '../supplier-invoices/documents/reading/reader.ts';
import { documentOf } from './fill.ts';
import { paperOf } from './paper.ts';
import { invoicesOn } from './records.ts';

it('demo remove refuses a real company, also one of that name', async () => {
  const env = {
    DATA_DIR: await emptyDataDir(),
    DATABASE_URL: (await ownDatabaseForThisTest('It must have no demo company.')).url,
  };
  await runCommand(['token', 'create', '--company', 'Demo company', '--partner', 'Demo partner', '--new-company'], env);
  expect(await runCommand(['demo', 'remove'], env)).toMatchObject({ code: 1, stderr: 'There is no demo company.\n' });
  expect((await runCommand(['token', 'list'], env)).stdout).toContain('Demo company');
});

it('the demo company of an earlier version is known by its suppliers, made in the same transaction; others are not', async () => {
  const marked = async (name: string, later: number) => {
    const { connection, pool } = await databaseBefore('0027');
    await transaction(pool, async (tx) => {
      const now = new Date();
      await insertCompany(tx, { id: newId(), name }, now);
      // In plain SQL: the service of this version writes columns that this schema does not have.
      await tx.query(
        `INSERT INTO suppliers (company_id, number, name, organizational_number, city, street, post_index, country, phone, email,
                                website, bank_giro, post_giro, iban, bic_swift, extra, created_at, updated_at)
         SELECT $1, number, 'Supplier', '', '', '', '', '', '', '', '', '', '', '', '', '{}', $2, $2
         FROM unnest(ARRAY['1001', '1002', '1003']) AS number`,
        [await requireCompany(tx, name), new Date(now.getTime() + later)],
      );
    });
    await migrate(connection);
    return (await pool.query('SELECT demo FROM companies')).rows[0]?.demo;
  };
  expect([await marked('Demo company', 0), await marked('Demo company', 1), await marked('Acme', 0)]).toEqual([
    'filled',
    null,
    null,
  ]);
});

it('each paper is a whole PDF with the number, the sum and the account of its invoice', () => {
  for (const invoice of invoicesOn(new Date())) {
    const text = paperOf(invoice).toString('latin1');
    expect(text).toMatch(/^%PDF-1\.5\n[^]*startxref\n\d+\n%%EOF\n$/);
    expect(Number(/startxref\n(\d+)/.exec(text)?.[1])).toBe(text.indexOf('xref\n'));
    for (const words of [invoice.number, invoice.ocr, invoice.supplier.name, invoice.paper.bankGiro ?? '12345-5'])
      expect(text).toContain(`(${words}) Tj`);
  }
});

it('two papers differ from their invoices, one by its account and one by its total; the others give no finding', async () => {
  const reader = createPdfReader();
  const found: Record<string, string[]> = {};
  for (const invoice of invoicesOn(new Date())) {
    const read = await reader.read(new Uint8Array(paperOf(invoice)), new AbortController().signal);
    if (read.outcome !== 'read') throw new Error(`${invoice.reference}: ${read.outcome}`);
    const text = { attachmentId: '', fileName: '', pages: read.pages, isCut: read.isCut };
    const record = { bankGiro: '', postGiro: '', iban: '', ...invoice.supplier };
    const codes = compareDocuments(checkedOnArrival(documentOf(invoice)), record, [text]).map(({ code }) => code);
    if (codes.length > 0) found[invoice.reference] = codes;
  }
  await reader.close();
  expect(found).toEqual({ 'demo-06': ['document.account'], 'demo-11': ['document.total'] });
});
