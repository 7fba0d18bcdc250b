import { afterAll, expect, it } from 'vitest';
import { readContext } from './context-store.ts';
import { insertInvoices } from '../insert-store.ts';
import type { NewInvoice } from '../new-invoice.ts';
import { neededFor } from '../door/accept.ts';
import { newTraceId } from '../../ground/http/arrival/trace.ts';
import { newId } from '../../ground/db/ids.ts';
import { lookAlikesOf } from '../../suppliers/look-alikes-store.ts';
import { openOwnDoor } from '../../testing/door.ts';

const door = await openOwnDoor('It empties tables and reads the plans for their statistics.');
await door.addCompany('Large');
// The companies differ in size, so the statistics of one are misleading for the other.
await door.pool.query(
  `INSERT INTO suppliers (company_id, number, name, organizational_number, city, street, post_index, country, phone, email, website, bank_giro, post_giro, iban, bic_swift, extra, created_at, updated_at)
   SELECT companies.id, at::text, 'Supplier', '', '', '', '', '', '', '', '', '', '', '', '', '{}', $1, $1
   FROM companies, generate_series(1, 20000) AS at WHERE companies.name = 'Large' OR at <= 200`,
  [new Date()],
);
await door.pool.query('ANALYZE suppliers');
afterAll(() => door.close());

it.each([1, 3, 20])('the statements for %i invoices are planned once and not for each batch', async (many) => {
  const client = await door.pool.connect();
  try {
    const { rows: partners } = await client.query<{ id: string }>('SELECT id FROM partners WHERE company_id = $1', [
      door.company,
    ]);
    const invoice = (_: unknown, at: number): NewInvoice => {
      const id = newId();
      const supplierNumber = String(at + 1);
      return {
        company: door.company,
        id,
        partnerId: partners[0]?.id as string,
        partnerName: 'Scanner',
        traceId: newTraceId(),
        externalReferenceId: id,
        supplierNumber,
        document: JSON.stringify({ externalReferenceId: id, supplierNumber }),
        bodySha256: '00',
        dates: {},
        findings: [],
        keys: { number: id, amount: `${id} 2026-11-15`, ocr: undefined },
        state: 'received',
        key: undefined,
        answer: {},
      };
    };
    for (let batch = 0; batch < 8; batch++) {
      const invoices = Array.from({ length: many }, invoice);
      const asked = invoices.map((one) => ({ ...one, credits: '1' }));
      const { versions } = await readContext(client, door.company, asked, neededFor({}));
      const { judging, invoices: compared } = versions;
      const judged = { company: door.company, invoices, judging, compared };
      const { stored } = await insertInvoices(client, [judged], new Date());
      expect(stored.size).toBe(many);
      const unlike = { company: door.company, invoices: Array.from({ length: many }, invoice), judging };
      const quick = await insertInvoices(client, [unlike], new Date());
      expect(quick.stored.size).toBe(many);
    }
    const { rows } = await client.query<{ name: string; generic: number; custom: number }>(
      `SELECT name, generic_plans::integer AS generic, custom_plans::integer AS custom FROM pg_prepared_statements
       WHERE name LIKE 'insert-%' OR name LIKE 'read-context-%' ORDER BY name`,
    );
    // PostgreSQL makes five custom plans before it considers a generic one.
    expect(rows).toEqual([
      { name: 'insert-invoices', generic: 11, custom: 5 },
      { name: expect.stringMatching(/^read-context-/), generic: 3, custom: 5 },
    ]);
  } finally {
    // Close the connection: the plan counts of the next test must start at 0.
    client.release(true);
  }
});

it('the context of an invoice is read by index, also while the table is empty', async () => {
  const client = await door.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('TRUNCATE supplier_invoices CASCADE');
    const asked = { partnerId: newId(), externalReferenceId: 'A', supplierNumber: '1', keys: {}, credits: '1' };
    await readContext(client, door.company, [asked, asked], neededFor({}));
    const { rows: statements } = await client.query<{ text: string }>(
      `SELECT statement AS text FROM pg_prepared_statements WHERE name LIKE 'read-context-%-many'`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${statements[0]?.text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const scans = plan.match(/\w+(?= on supplier_invoices)/g);
    expect(scans).toEqual([
      'supplier_invoices_by_number',
      'supplier_invoices_by_amount',
      'supplier_invoices_by_ocr',
      'supplier_invoices_by_number',
      expect.stringMatching(/external_reference/),
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

it('look-alikes are found by their indexes, also if nearly all suppliers look the same', async () => {
  await door.pool.query("UPDATE suppliers SET number_look = 'x', name_look = 'x', organization_look = 'x'");
  await door.pool.query('ANALYZE suppliers');
  const { rows } = await door.pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (GENERIC_PLAN) ${lookAlikesOf('= ANY ($2)')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const scans = plan.match(/\w+(?= on suppliers other)/g);
  expect(scans).toEqual(
    ['number', 'name', 'organization'].flatMap((look) => Array.from({ length: 2 }, () => `suppliers_by_${look}_look`)),
  );
});
