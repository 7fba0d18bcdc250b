import { expect, it } from 'vitest';
import { migrate } from './ground/db/migrate.ts';
import { databaseBefore } from './testing/before.ts';
import { newId } from './ground/db/ids.ts';

it('calls that were kept keep their English, and have no code', async () => {
  const { connection, pool } = await databaseBefore('0013');
  const company = newId();
  const problems = [{ path: 'name', problem: 'is required' }];
  await pool.query(
    `INSERT INTO requests (company_id, created_at, id, trace_id, operation, status, duration_ms, reason, cause, problems)
     VALUES ($1, now(), $2, $2, 'createSupplier', 400, 1, 'name is required.', 'name is required.', $3)`,
    [company, newId(), JSON.stringify(problems)],
  );
  await pool.query('INSERT INTO request_sizes (company_id, hour, bytes) VALUES ($1, now(), 7)', [company]);
  expect(await migrate(connection)).toContain('0013_calls');
  const rows = async (text: string) => (await pool.query(text)).rows;
  expect(await rows('SELECT code, parameters, reason, cause, problems FROM calls')).toEqual([
    { code: null, parameters: null, reason: 'name is required.', cause: 'name is required.', problems },
  ]);
  expect(await rows('SELECT bytes FROM call_sizes')).toEqual([{ bytes: '7' }]);
  expect(await rows(`SELECT relname FROM pg_class WHERE relname ~ '^request'`)).toEqual([]);
});
