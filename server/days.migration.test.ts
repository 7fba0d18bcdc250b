import { expect, it } from 'vitest';
import { documentDay } from '../common/days.ts';
import { newId } from './ground/db/ids.ts';
import { migrate } from './ground/db/migrate.ts';
import { databaseBefore } from './testing/before.ts';

it('listed invoices from before version 1.16 have the days that their dates mean in Stockholm', async () => {
  const { connection, pool } = await databaseBefore('0047');
  const dates = [null, 1762988400000, 1762992000000, 1774745999000, 1774746000000, 946684800000, 4102444799999];
  await pool.query(
    `INSERT INTO invoice_projections (company_id, id, created_at, state, partner_id, supplier_number, search, invoice_date, due_date)
     SELECT $1, gen_random_uuid(), now(), 'received', $1, ordinal, '', at, at FROM unnest($2::numeric[]) WITH ORDINALITY AS date (at, ordinal)`,
    [newId(), dates],
  );
  expect(await migrate(connection)).toEqual(expect.arrayContaining(['0047_calendar_days', '0048_lists_by_day']));
  const { rows } = await pool.query(
    'SELECT invoice_day::text AS dated, payment_due_day::text AS due FROM invoice_projections ORDER BY supplier_number::integer',
  );
  const days = dates.map((date) => (date === null ? null : documentDay(date, 'Europe/Stockholm')));
  expect(rows).toEqual(days.map((day) => ({ dated: day, due: day })));
});
