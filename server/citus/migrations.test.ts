import { describe, expect, it } from 'vitest';
import { distributeByHand, rowsOf17 } from './version-1-7.testing.ts';
import { clusterSettings, runOneByOne } from '../ground/db/citus/distribute.ts';
import { tablesToPlace } from '../ground/db/citus/distribute.ts';
import type { Client } from '../ground/db/connect/client.ts';
import { inTransaction, withClient } from '../ground/db/connect/with-client.ts';
import { migrate } from '../ground/db/migrate.ts';
import { databaseBefore, migrateBefore } from '../testing/before.ts';
import { citusUrl, clusterForThisTest, createDistributedDatabase } from '../testing/citus.ts';
import { digestsOf } from '../testing/digests.ts';

async function placementsIn(client: Client): Promise<Record<string, string>> {
  const { rows } = (await client.query(
    `SELECT table_name::text AS name, citus_table_type AS type FROM citus_tables WHERE table_name::text LIKE 'new_%'`,
  )) as { rows: { name: string; type: string }[] };
  return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
}

describe.skipIf(citusUrl === undefined)('migrations on a cluster', () => {
  it('a database of 1.7.0 that was distributed by hand gets the same rows as a plain one, and all new tables are distributed', async () => {
    const plain = await databaseBefore('0018');
    for (const statement of rowsOf17) await plain.pool.query(statement);
    await migrate(plain.connection);

    const { connection } = await clusterForThisTest();
    await withClient(connection, 'test', async (client) => {
      await migrateBefore(client, '0018');
      for (const statement of [...rowsOf17, ...distributeByHand]) await client.query(statement);
    });
    expect(await migrate(connection)).toContain('0018_payees');
    expect(connection).toHaveProperty('cluster');

    const own = { migrations: '', doorway_versions: '' };
    expect({ ...(await digestsOf(connection)), ...own }).toEqual({ ...(await digestsOf(plain.connection)), ...own });
    await withClient(connection, 'test', async (client) => {
      expect(await tablesToPlace(client)).toEqual([]);
      const { rows } = (await client.query(
        `SELECT count(DISTINCT colocation_id)::integer AS groups FROM citus_tables WHERE citus_table_type = 'distributed'`,
      )) as { rows: { groups: number }[] };
      expect(rows).toEqual([{ groups: 1 }]);
    });
    expect(await migrate(connection)).toEqual([]);
  });

  it('a migration alters tables, creates indexes and creates tables that are distributed at once', async () => {
    const { connection } = await clusterForThisTest(createDistributedDatabase);
    await withClient(connection, 'test', async (client) => {
      await client.query(
        `INSERT INTO company_counters (company_id) SELECT md5(n::text)::uuid FROM generate_series(1, 9) AS n`,
      );
      const migration = `
        -- A semicolon; in a comment.
        ALTER TABLE suppliers ADD COLUMN nick_name text NOT NULL DEFAULT 'none; yet';
        ALTER TABLE suppliers ADD CONSTRAINT suppliers_nick_name_check CHECK (nick_name <> '');
        CREATE INDEX suppliers_by_nick_name ON suppliers (company_id, nick_name);
        CREATE TABLE new_positions (company_id uuid PRIMARY KEY, seq bigint NOT NULL);
        INSERT INTO new_positions (company_id, seq) SELECT company_id, event_seq FROM company_counters;
        CREATE TABLE new_locals (id uuid PRIMARY KEY);
        UPDATE new_positions SET seq = seq + 1;`;
      const run = (text: string) =>
        inTransaction(client, async () => {
          await client.query(clusterSettings);
          await runOneByOne(client, text);
        });
      const schema = async () =>
        (
          (await client.query(
            `SELECT result FROM run_command_on_workers($$
               SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class
               WHERE relname ~ '^(new_|suppliers_by_nick)' AND relkind IN ('r', 'i')$$)`,
          )) as { rows: { result: string }[] }
        ).rows.map(({ result }) => result);

      await expect(run(`${migration} SELECT 1 / 0;`)).rejects.toMatchObject({ code: '22012' });
      expect(await placementsIn(client)).toEqual({});
      expect(await schema()).toEqual(['', '']);

      await run(migration);
      expect(await placementsIn(client)).toEqual({ new_positions: 'distributed' });
      expect((await schema())[0]).toMatch(/new_positions_pkey_\d+ .*suppliers_by_nick_name_\d+/);
      expect(await client.query('SELECT FROM new_positions WHERE seq = 1')).toHaveProperty('rowCount', 9);
      expect(await client.query('SELECT nick_name FROM suppliers')).toHaveProperty('rowCount', 0);
    });
  });
});
