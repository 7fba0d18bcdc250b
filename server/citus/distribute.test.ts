import { describe, expect, it } from 'vitest';
import { examine } from '../doctor/doctor.ts';
import { distributeDatabase } from '../ground/db/citus/distribute-database.ts';
import { openCluster } from '../ground/db/citus/open-cluster.ts';
import type { Client, Connection } from '../ground/db/connect/client.ts';
import { inTransaction, withClient } from '../ground/db/connect/with-client.ts';
import { migrate } from '../ground/db/migrate.ts';
import { moveSchema } from '../ground/db/moved.ts';
import { noCompany } from '../ground/db/pool.ts';
import { beginUnfinished, endUnfinished } from '../ground/db/unfinished.ts';
import { stateTable } from '../keeping/move/source.ts';
import { citusUrl, clusterForThisTest, createDistributedDatabase, workerUrl } from '../testing/citus.ts';
import { runCommand } from '../testing/command-line.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';
import { digestsOf } from '../testing/digests.ts';
import { fillTables } from '../testing/generated-rows.ts';

const distribute = (url: string, ...options: string[]) =>
  runCommand(['db', 'distribute', ...options], { DATABASE_URL: url });

async function placedIn(client: Client): Promise<number> {
  const { rows } = (await client.query('SELECT count(*)::integer AS count FROM pg_dist_partition')) as {
    rows: { count: number }[];
  };
  return rows[0]?.count as number;
}

/** About 15 rows for each table and company. */
const fill = (connection: Connection) =>
  withClient(connection, 'test', (client) =>
    inTransaction(client, () =>
      fillTables(client, {
        seed: 26,
        without: ['migrations', 'doorway_versions', 'write_probes'],
        files: { hashes: [Buffer.alloc(32, 1), Buffer.alloc(32, 2)], size: 10 },
      }),
    ),
  );

it('a plain PostgreSQL and the embedded database are refused', async () => {
  const { url } = await ownDatabaseForThisTest('The command asks which server it is.', 'template0');
  expect(await distribute(url)).toMatchObject({ code: 1, stderr: expect.stringContaining('a plain PostgreSQL') });
  expect(await distribute(url, '--check')).toMatchObject({ code: 1 });
  expect(await runCommand(['db', 'distribute'], {})).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('DATABASE_URL'),
  });
});

describe.skipIf(citusUrl === undefined)('on a cluster', () => {
  it('a filled database has the same rows in every table afterwards, a starting service waits, and a second time changes nothing', async () => {
    const { connection, url } = await clusterForThisTest();
    await migrate(connection);
    await fill(connection);
    const before = await digestsOf(connection);

    const check = await distribute(url, '--check');
    expect(check).toMatchObject({ code: 0, stderr: '' });
    expect(check.stdout).toMatch(/^To distribute over 2 workers: \d+ tables by company and 6 reference tables/);
    expect(check.stdout).toMatch(/^ {2}events: \d+ rows, distributed$/m);
    expect(check.stdout).toMatch(/^ {2}partners: \d+ rows, reference$/m);
    await withClient(connection, 'test', async (client) => expect(await placedIn(client)).toBe(0));

    const order: string[] = [];
    let start: Promise<unknown> | undefined;
    const starting: Connection = { ...connection };
    const result = await distributeDatabase(connection, {
      onTable: () => {
        start ??= migrate(starting).then(() => order.push('started'));
      },
    });
    order.push('distributed');
    await start;
    expect(order).toEqual(['distributed', 'started']);
    expect(starting.cluster?.workers()).toMatchObject([{ problem: undefined }, { problem: undefined }]);

    expect(await digestsOf(connection)).toEqual(before);
    expect(result.tables.filter(({ rows }) => rows === 0)).toEqual([]);
    await withClient(connection, 'test', async (client) => {
      expect(await placedIn(client)).toBe(result.tables.length);
      // Old rows would stay on the coordinator's disk.
      const { rows } = (await client.query(`SELECT pg_relation_size('events')::integer AS bytes`)) as {
        rows: { bytes: number }[];
      };
      expect(rows).toEqual([{ bytes: 0 }]);
    });

    const again = await distribute(url);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('already distributed'), stderr: '' });
    expect(JSON.parse((await distribute(url, '--json')).stdout)).toEqual({ workers: 2, tables: [] });
    expect(await digestsOf(connection)).toEqual(before);
  });

  it('a worker is used directly only if this process reaches it and it is the one that is meant', async () => {
    const { connection, url } = await clusterForThisTest(createDistributedDatabase);
    const checks = await examine({ DATABASE_URL: url });
    expect(checks.filter(({ name }) => ['database', 'cluster', 'workers'].includes(name))).toEqual([
      { name: 'database', status: 'ok', message: 'The server of DATABASE_URL answers.' },
      { name: 'cluster', status: 'ok', message: 'All tables of companies are distributed.' },
      {
        name: 'workers',
        status: 'ok',
        message: 'The database is a Citus cluster of 2 workers; 2 are reached directly.',
      },
    ]);
    await withClient(connection, 'test', async (client) => {
      const cluster = () => openCluster(connection, client);
      const problems = async () => (await cluster())?.workers().map(({ problem }) => problem);
      expect((await cluster())?.ownerOf(noCompany)).toMatchObject({ port: expect.any(Number) });
      const pooled = await openCluster({ ...connection, pooling: 'transaction' }, client);
      expect(pooled?.ownerOf(noCompany)).toBeUndefined();

      expect(await problems()).toEqual([undefined, undefined]);
      const { rows: workers } = (await client.query(
        'SELECT nodeid, nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 ORDER BY groupid',
      )) as { rows: { nodeid: number; nodename: string; nodeport: number }[] };
      await client.query('BEGIN');
      await client.query('UPDATE pg_dist_node SET nodeport = groupid WHERE groupid <> 0');
      expect(await problems()).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
      // Each has the address of the other.
      for (const [at, { nodeid }] of workers.entries())
        await client.query('UPDATE pg_dist_node SET nodename = $2, nodeport = $3 WHERE nodeid = $1', [
          nodeid,
          workers[1 - at]?.nodename,
          workers[1 - at]?.nodeport,
        ]);
      expect(await problems()).toEqual(['another server answers there', 'another server answers there']);
      await client.query('ROLLBACK');
    });
  });

  it('is refused, and changes nothing, on a worker, while a service is connected, during a restore or a move, and without workers', async () => {
    const database = await clusterForThisTest();
    const { connection, url } = database;
    await withClient(connection, 'test', async (client) => {
      const expectRefusal = async (address: string, sentence: RegExp) => {
        const { code, stdout, stderr } = await distribute(address);
        expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
        const { rows } = (await client.query(
          `SELECT to_regclass('companies') AS companies, (SELECT count(*)::integer FROM pg_dist_partition) AS placed`,
        )) as { rows: object[] };
        expect(rows).toEqual([{ companies: null, placed: 0 }]);
      };
      await expectRefusal(await workerUrl(database), /a worker of a cluster/);
      await withClient(connection, 'doorway listener', async () => {
        await expectRefusal(url, /A process of Doorway uses this database \(doorway listener\)/);
        expect((await distribute(url, '--check')).stdout).toContain('Stop these processes first: doorway listener.');
      });

      await beginUnfinished(client, { kind: 'restore', source: 'a backup', beganAt: new Date() });
      await expectRefusal(url, /a restore from a backup began/);
      await endUnfinished(client);

      await client.query(`CREATE SCHEMA ${moveSchema}; ${stateTable}`);
      await client.query(
        `INSERT INTO ${moveSchema}.state (id, other, began_at) VALUES (gen_random_uuid(), 'another', now())`,
      );
      await expectRefusal(url, /A move of this database to another has begun/);
      await client.query(`DROP SCHEMA ${moveSchema} CASCADE`);

      await client.query('SELECT citus_remove_node(nodename, nodeport) FROM pg_dist_node WHERE groupid <> 0');
      await expectRefusal(url, /no workers/);
    });
  });
});
