import { expect, it } from 'vitest';
import { migrate } from './ground/db/migrate.ts';
import type { CompanyId } from './ground/db/pool.ts';
import { readInvoiceDocument } from './supplier-invoices/store.ts';
import { databaseBefore } from './testing/before.ts';
import { newId } from './ground/db/ids.ts';

it('invoices from before keep every digit of what was sent, and their suppliers what they are judged by', async () => {
  const { connection, pool } = await databaseBefore('0022');
  const [company, id] = [newId() as CompanyId, newId()];
  await pool.query('INSERT INTO company_counters (company_id, invoice_version) VALUES ($1, 1)', [company]);
  await pool.query(
    `INSERT INTO suppliers (company_id, number, name, organizational_number, city, street, post_index, country, phone, email, website,
                            bank_giro, post_giro, iban, bic_swift, extra, payee_version, payee_changed_at, created_at, updated_at)
     VALUES ($1, '1', 'Nordbygg', '', '', '', '', '', '', '', '', '991-2346', '', '', '', '{}', 3, $2, $2, $2)`,
    [company, new Date()],
  );
  const sent =
    '{"totalPrice":123456789012345.123456789012345678,"supplierNumber":"1","unknown":[9223372036854775807,"å"]}';
  await pool.query(
    `INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, sums, created_at)
     VALUES ($1, $2, $2, 'A', '1', 'received', $3, '[]', '{"net":"1.00"}', $4)`,
    [company, id, sent, new Date()],
  );
  expect(await migrate(connection)).toContain('0022_lighter_invoices');
  const kept = (await readInvoiceDocument(pool, company, id)) ?? '';
  expect(kept).toContain('123456789012345.123456789012345678');
  expect(kept).toContain('[9223372036854775807, "å"]');
  const { rows } = await pool.query(
    `SELECT bank_giro, payee_changed_at IS NOT NULL AS changed, judging_version FROM suppliers JOIN company_counters USING (company_id)`,
  );
  expect(rows).toEqual([{ bank_giro: '991-2346', changed: true, judging_version: '0' }]);
});
