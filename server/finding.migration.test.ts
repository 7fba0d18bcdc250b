import { expect, it } from 'vitest';
import { migrate } from './ground/db/migrate.ts';
import { newId } from './ground/db/ids.ts';
import { naturalOrder } from './ground/db/natural-order.ts';
import { folded } from './ground/db/text-search.ts';
import { databaseBefore } from './testing/before.ts';

it('records from before are found without accents, by their warnings, and in natural order', async () => {
  const { connection, pool } = await databaseBefore('0024');
  const company = newId();
  const rows = async (text: string) => (await pool.query(text, [company])).rows.map((row) => Object.values(row)[0]);
  const finding = (severity: string, dismissed = false) => ({
    code: 'x',
    severity,
    ...(dismissed && { dismissed: {} }),
  });
  for (const [findings, text] of [
    [[], 'Ågren & Søn, Łódź'],
    [[finding('info')], 'note'],
    [[finding('warning', true)], 'dismissed'],
    [[finding('info'), finding('hold')], 'Straße'],
  ] as const) {
    const id = newId();
    await pool.query(
      `INSERT INTO supplier_invoices (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
       VALUES ($1, $2, $2, $4, '1', 'received', '{}', $3, now())`,
      [company, id, JSON.stringify(findings), text],
    );
    await pool.query(
      `INSERT INTO invoice_projections (company_id, id, created_at, state, partner_id, supplier_number, findings, search)
       VALUES ($1, $2, now(), 'received', $2, '1', $3, lower(chr(10) || $4))`,
      [company, id, findings.length === 0 ? [] : ['x'], text],
    );
  }
  const numbers = ['P10', 'p2', 'P-1-3', 'Å1', 'Ö1', 'Ä1', '12345678901234567890123'];
  for (const number of numbers)
    await pool.query(`INSERT INTO projects VALUES ($1, $2, $3::text, $3 || 'É', 0, now(), now())`, [
      company,
      newId(),
      number,
    ]);
  expect(await migrate(connection)).toContain('0024_finding');
  expect(await rows('SELECT search FROM invoice_projections WHERE company_id = $1 ORDER BY id')).toEqual([
    '\nagren & son, lodz',
    '\nnote',
    '\ndismissed',
    '\nstrasse',
  ]);
  expect(await rows('SELECT warned FROM invoice_projections WHERE company_id = $1 ORDER BY id')).toEqual([
    false,
    false,
    false,
    true,
  ]);
  const inOrder = ['12345678901234567890123', 'P-1-3', 'p2', 'P10', 'Å1', 'Ä1', 'Ö1'];
  expect(await rows('SELECT number FROM projects WHERE company_id = $1 ORDER BY number_sort')).toEqual(inOrder);
  // The migration has the expressions of the code.
  const differing = `SELECT number FROM projects WHERE company_id = $1 AND (number_sort <> ${naturalOrder('number')}
    OR search <> ${folded('chr(10) || number || chr(10) || name')})`;
  expect(await rows(differing)).toEqual([]);
});
