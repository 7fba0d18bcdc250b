import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { migrate } from '../ground/db/migrate.ts';
import { databaseForThisTest, type TestDatabase } from '../testing/database.ts';
import { paths } from '../testing/door.ts';
import { isLongRun } from '../testing/long.ts';
import {
  connectToEmbedded,
  doorway,
  emptyDataDir,
  migratedDataDir,
  postmasterPid,
  startService,
} from '../testing/process.ts';

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
  expect((await doorway(['migrate'], env)).stdout).toBe('The schema is up to date.\n');
});

it('services that start at once on a new database all come up, and one of them makes the demo company; with the docs off none names a page of them', async () => {
  // embedded.test.ts makes the database by several at once, and the test above migrates it.
  const dataDir = await (isLongRun ? emptyDataDir : migratedDataDir)();
  const start = () => startService({ DATA_DIR: dataDir, DOCS: 'off' });
  const services = await Promise.all(Array.from({ length: isLongRun ? 4 : 2 }, start));
  // The service prints the token after it begins to listen.
  const withToken = await vi.waitFor(() => {
    const found = services.filter(({ token }) => token !== undefined);
    expect(found.length).toBeGreaterThan(0);
    return found;
  }, 120_000);
  const token = withToken[0]!.token;
  for (const { call } of services) {
    const { status, body } = await call('GET', paths.suppliers, { token });
    expect([status, body.suppliers?.length]).toEqual([200, 7]);
  }
  const database = await connectToEmbedded(dataDir);
  expect((await database.query('SELECT name FROM companies')).rows).toEqual([{ name: 'Demo company' }]);
  expect((await database.query('SELECT FROM access_tokens')).rowCount).toBe(1);

  for (const service of services) expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  expect(services.filter((service) => service.token !== undefined)).toHaveLength(1);
  for (const service of services) expect(service.output() + service.shown()).not.toContain('/docs');
  expect(withToken[0]!.shown()).toContain('curl ');
  expect(await postmasterPid(dataDir)).toBeUndefined();
});
