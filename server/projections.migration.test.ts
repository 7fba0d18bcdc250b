import { expect, it } from 'vitest';
import { migrate } from './ground/db/migrate.ts';
import { databaseBefore } from './testing/before.ts';
import { newId } from './ground/db/ids.ts';

it('what was listed and how far it came are kept under the names of projections, and events are of the first version', async () => {
  const { connection, pool } = await databaseBefore('0014');
  const company = newId();
  await pool.query(`INSERT INTO listed_suppliers VALUES ($1, '1', 'A', now(), now(), NULL, 'a')`, [company]);
  await pool.query(`INSERT INTO event_positions VALUES ($1, 'listings', 7), ($1, 'deliveries', 3)`, [company]);
  await pool.query(
    `INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
     VALUES ($1, 7, $2, 'supplier.created', '1', '{"name": "A", "number": "1"}', now())`,
    [company, newId()],
  );
  expect(await migrate(connection)).toContain('0014_projections_and_events');
  const rows = async (text: string) => (await pool.query(text)).rows;
  expect(await rows('SELECT number FROM supplier_projections')).toEqual([{ number: '1' }]);
  expect(await rows('SELECT follower, seq FROM event_positions ORDER BY follower')).toEqual([
    { follower: 'deliveries', seq: '3' },
    { follower: 'projections', seq: '7' },
  ]);
  expect(await rows('SELECT version FROM events')).toEqual([{ version: 1 }]);
  expect(await rows(`SELECT relname FROM pg_class WHERE relname ~ '^listed_'`)).toEqual([]);
});
