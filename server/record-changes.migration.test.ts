import { expect, it } from 'vitest';
import { newId } from './ground/db/ids.ts';
import { migrate } from './ground/db/migrate.ts';
import { databaseBefore } from './testing/before.ts';

it('records from before are listed at their last visible event, or first if it is deleted', async () => {
  const { connection, pool } = await databaseBefore('0030');
  const [company, partner, noted, old] = [newId(), newId(), newId(), newId()];
  await pool.query(
    `INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
     SELECT $1, id, $2, id::text, '1', 'received', '{}', '[]', '2026-01-01T00:00:00Z' FROM unnest($3::uuid[]) AS id`,
    [company, partner, [noted, old]],
  );
  await pool.query(
    `INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
     SELECT $1, seq, gen_random_uuid(), type, $2, '{}', '2026-02-01T00:00:00Z'::timestamptz + seq * interval '1 day'
     FROM (VALUES (7, 'supplierinvoice.created'), (8, 'supplierinvoice.attached'), (9, 'supplierinvoice.noted')) AS given (seq, type)`,
    [company, noted],
  );
  expect(await migrate(connection)).toContain('0030_record_changes');
  const { rows } = await pool.query('SELECT id, kind, partner_id, seq, changed_at FROM record_changes ORDER BY seq');
  expect(rows).toEqual([
    { id: old, kind: 'supplierinvoice', partner_id: partner, seq: '0', changed_at: new Date('2026-01-01') },
    { id: noted, kind: 'supplierinvoice', partner_id: partner, seq: '8', changed_at: new Date('2026-02-09') },
  ]);
});
