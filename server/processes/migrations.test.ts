import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '../ground/db/migrate.ts';
import { runCommand } from '../testing/command-line.ts';
import { databaseForThisTest, type TestDatabase } from '../testing/database.ts';
import { isLongRun } from '../testing/long.ts';
import { doorway, emptyDataDir } from '../testing/process.ts';

async function schemaOf({ connection }: TestDatabase): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY line`);
  await client.end();
  return rows.map(({ line }) => line);
}

it('processes that migrate one empty database at once all succeed, and one of them ran each migration', async () => {
  const empty = await databaseForThisTest('template0');
  const env = { DATABASE_URL: empty.url, DATA_DIR: await emptyDataDir() };
  const [processes, others] = isLongRun ? [8, 8] : [2, 6];
  const [runs, ran] = await Promise.all([
    Promise.all(Array.from({ length: processes }, () => doorway(['migrate', '--json'], env))),
    Promise.all(Array.from({ length: others }, () => migrate(empty.connection))),
  ]);
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: '' })));
  const names = [...ran, ...runs.map(({ stdout }) => (JSON.parse(stdout) as { ran: string[] }).ran)].flat();
  expect(names).toContain('0001_door');
  expect(new Set(names).size).toBe(names.length);

  const schema = await schemaOf(empty);
  expect(schema.length).toBeGreaterThan(50);
  expect(schema).toEqual(await schemaOf(await databaseForThisTest()));
  expect((await runCommand(['migrate'], env)).stdout).toBe('The schema is up to date.\n');
});
