import pg from 'pg';
import { expect, it } from 'vitest';
import { databaseForThisTest } from '../testing/database.ts';
import { emptyDataDir, doorway, startService } from '../testing/process.ts';

it('a start removes what need not be kept any longer', async () => {
  const database = await databaseForThisTest();
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: await emptyDataDir(),
    EVENTS_KEPT_DAYS: '90',
    INVITATIONS_KEPT_DAYS: '1',
    SIGN_IN_TRIES_KEPT_HOURS: '1',
  };
  expect((await doorway(['token', 'create', '--company', 'Acme', '--partner', 'Scanner'], env)).code).toBe(0);
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const old = `now() - interval '100 days'`;
    await client.query(`INSERT INTO calls (company_id, id, created_at, trace_id, operation, status, duration_ms)
                        SELECT id, gen_random_uuid(), ${old}, gen_random_uuid(), 'listSuppliers', 200, 1 FROM companies`);
    await client.query(`INSERT INTO events (company_id, seq, id, type, subject_id, data, created_at)
                        SELECT id, 1, gen_random_uuid(), 'supplier.created', '1', '{}', ${old} FROM companies`);
    await client.query(`UPDATE company_counters SET event_seq = 1`);
    await client.query(
      `INSERT INTO event_positions (company_id, follower, seq) SELECT id, 'projections', 1 FROM companies`,
    );
    await client.query(`INSERT INTO invitations (hash, created_at, expires_at) VALUES ('old', ${old}, ${old})`);
    await client.query(
      `INSERT INTO sign_in_tries (email, address, id, tried_at) VALUES ('a@example.com', '192.0.2.1', gen_random_uuid(), ${old})`,
    );
    const service = await startService(env);
    const left = async () => {
      const tables = ['calls', 'events', 'invitations', 'sign_in_tries'];
      const times = {
        calls: 'created_at',
        events: 'created_at',
        invitations: 'created_at',
        sign_in_tries: 'tried_at',
      } as Record<string, string>;
      const counts = await Promise.all(
        tables.map((table) => client.query(`SELECT FROM ${table} WHERE ${times[table]} < now() - interval '50 days'`)),
      );
      return counts.map(({ rowCount }) => rowCount);
    };
    await expect.poll(left, { timeout: 30_000 }).toEqual([0, 0, 0, 0]);
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  } finally {
    await client.end();
  }
});
