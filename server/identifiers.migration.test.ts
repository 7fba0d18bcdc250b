import { expect, it } from 'vitest';
import { withoutAccents } from './ground/db/text-search.ts';
import { migrate } from './ground/db/migrate.ts';
import { unreachableIdentifiers } from './doctor/identifiers.ts';
import type { Pool } from './ground/db/pool.ts';
import { databaseBefore } from './testing/before.ts';
import { newId } from './ground/db/ids.ts';

const nfd = 'Åre'.normalize('NFD');
const nfc = 'Åre'.normalize('NFC');

async function fill(pool: Pool, name: string) {
  const [company, partner, another] = [newId(), newId(), newId()];
  const query = (text: string, values: unknown[] = []) => pool.query(text, [company, ...values]);
  await query('INSERT INTO companies VALUES ($1, $2, now())', [name]);
  await query('INSERT INTO company_counters (company_id, event_seq, supplier_version) VALUES ($1, 5, 7)');
  for (const [id, of] of [
    [partner, 'Scanner'],
    [another, 'Printer'],
  ])
    await query('INSERT INTO partners VALUES ($1, $2, $3, now())', [id, of]);
  let seq = 0;
  const supplier = async (number: string) => {
    await query(
      `INSERT INTO suppliers VALUES ($1, $2, 'A', '', '', '', '', '', '', '', '', '', '', '', '', '{}', NULL, now(), now())`,
      [number],
    );
    await query(`INSERT INTO events VALUES ($1, $2, $3, 'supplier.created', $4, '{}', now())`, [
      ++seq,
      newId(),
      number,
    ]);
    await query(`INSERT INTO supplier_changes VALUES ($1, $2, $3, NULL, 'x', '[]', now())`, [number, newId()]);
    await query(`INSERT INTO listed_suppliers VALUES ($1, $2, 'A', now(), now(), NULL, $3)`, [
      number,
      `\n${number}`.toLowerCase(),
    ]);
  };
  const invoice = async (reference: string, supplierNumber: string, sentBy = partner) => {
    const id = newId();
    await query(
      `INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
       VALUES ($1, $2, $3, $4, $5, 'received', $6, '[]', now())`,
      [id, sentBy, reference, supplierNumber, { externalReferenceId: reference, supplierNumber }],
    );
    await query(
      `INSERT INTO listed_invoices (company_id, id, created_at, state, partner_id, supplier_number, search) VALUES ($1, $2, now(), 'received', $3, $4, $5)`,
      [id, sentBy, supplierNumber, `\n${reference}\n${supplierNumber}`.toLowerCase()],
    );
  };
  const project = async (number: string, proposals: string[]) => {
    const id = newId();
    await query(`INSERT INTO projects VALUES ($1, $2, $3, 'P', 0, now(), now())`, [id, number]);
    for (const proposal of proposals) await query('INSERT INTO project_proposals VALUES ($1, $2, $3)', [proposal, id]);
    return id;
  };
  const key = (text: string) =>
    query(`INSERT INTO idempotency_keys VALUES ($1, $2, $3, 'createSupplier', '', '{}', now())`, [partner, text]);
  const column = async (table: string, name: string) =>
    (await query(`SELECT ${name} AS value FROM ${table} WHERE company_id = $1 ORDER BY ${name} COLLATE "C"`)).rows.map(
      ({ value }: { value: string }) => value,
    );
  return { query, supplier, invoice, project, key, column, another, partner };
}

it('what is there becomes an identifier where no two become equal, with all that refers to it; the rest stays, and the doctor names it', async () => {
  const before = await databaseBefore('0011');
  const { query, supplier, invoice, project, key, column, another, partner } = await fill(before.pool, 'Acme');
  const other = await fill(before.pool, 'Other');

  for (const number of ['1', '2 ', `\u00A0${nfd}\t`, '3', '3 ', ' 4', '4 ', '5\u200B ', 'A b']) await supplier(number);
  for (const [reference, number] of [
    ['a', '1'],
    ['b ', '2 '],
    ['c', `\u00A0${nfd}\t`],
    ['a ', '3 '],
    [' d', '5\u200B '],
    ['d ', '3'],
  ] as const)
    await invoice(reference, number);
  await invoice('a ', '1', another);
  await other.supplier('2 ');
  await other.supplier('3');
  const eken = await project('P1 ', ['x ', nfd]);
  await project('P2', ['y']);
  await project('P3', ['y ', 'z']);
  await query(
    `INSERT INTO work_orders (company_id, id, partner_id, reference, project_id, facility_number, number, title, state, document, created_at)
     VALUES ($1, $2, $3, ' w', $4, '1', 1, 'P #1', 'open', '{"id": " w"}', now())`,
    [newId(), partner, eken],
  );
  // Before this migration, headers were read as latin1.
  for (const text of ['k', 'k ', 'plain', Buffer.from(nfd).toString('latin1'), '\u00E5']) await key(text);

  expect(await migrate(before.connection)).toContain('0011_identifiers');

  expect(await column('suppliers', 'number')).toEqual([' 4', '1', '2', '3', '3 ', '4 ', '5\u200B ', 'A b', nfc]);
  for (const table of ['supplier_projections', 'suppliers'])
    expect(await other.column(table, 'number')).toEqual(['2', '3']);
  expect(await column('supplier_projections', 'number')).toEqual(await column('suppliers', 'number'));
  expect(await column('supplier_changes', 'supplier_number')).toEqual(await column('suppliers', 'number'));
  expect(await column('events', 'subject_id')).toEqual(await column('suppliers', 'number'));
  expect(await column('supplier_invoices', 'supplier_number')).toEqual(['1', '1', '2', '3', '3 ', '5\u200B ', nfc]);
  expect(await column('invoice_projections', 'supplier_number')).toEqual(
    await column('supplier_invoices', 'supplier_number'),
  );
  // If two references become equal, the first one keeps the name. Another partner has its own references.
  expect(await column('supplier_invoices', 'external_reference_id')).toEqual(['a', 'a', 'a ', 'b', 'c', 'd', 'd ']);
  expect(await column('supplier_invoices', `document ->> 'externalReferenceId'`)).toContain(' d');
  expect(
    (
      await query('SELECT FROM invoice_projections WHERE company_id = $1 AND search LIKE $2', [
        `%${withoutAccents(nfc).toLowerCase()}%`,
      ])
    ).rowCount,
  ).toBe(1);
  expect(await column('projects', 'number')).toEqual(['P1', 'P2', 'P3']);
  expect(await column('project_proposals', 'proposal_id')).toEqual(['x', 'y', 'y ', 'z', nfc]);
  expect(await column('work_orders', 'reference')).toEqual(['w']);
  expect(await column('idempotency_keys', 'key')).toEqual(['k', 'k ', 'plain', nfc, '\u00E5']);
  // The version increases because cached lists are stale.
  expect(await column('company_counters', 'supplier_version::text')).toEqual(['8']);
  await expect(
    query(`UPDATE supplier_changes SET supplier_number = 'none' WHERE company_id = $1`),
  ).rejects.toMatchObject({ code: '23503' });

  const { many, named } = await unreachableIdentifiers(before.pool);
  expect(many).toBe(8);
  expect(named.slice(0, 5)).toEqual([
    'supplier " 4" of "Acme"',
    'supplier "3 " of "Acme"',
    'supplier "4 " of "Acme"',
    'supplier "5\\u200b " of "Acme"',
    'proposal id "y " of "Acme"',
  ]);
  expect(named[5]).toMatch(/^supplier invoice [0-9a-f-]{36} "a " of "Acme"$/);
  expect(named.at(-1)).toBe('Idempotency-Key "k " of "Acme"');
});
