import pg from 'pg';
import { expect, vi } from 'vitest';
import type { ClusterLoad, LoadedCompany } from './load.ts';
import { requireCompany } from '../companies/store.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { createToken } from '../testing/access.ts';
import { clusterConnection, createDistributedDatabase } from '../testing/citus.ts';
import { paths, type Door } from '../testing/door.ts';
import { signedIn, type SignedIn } from '../testing/operator.ts';
import { emptyDataDir, startService, type OnFinished, type Service } from '../testing/process.ts';

/** The built service on a distributed database of its own, with the same number of companies on each worker. */
export interface LoadedCluster {
  service: Service;
  companies: LoadedCompany[];
  /** Addresses as host:port, in the order in which they were added. */
  workers: string[];
  operator: SignedIn;
  addWorker(address: string): Promise<void>;
  /** Moves companies until all workers have as many, and waits for the end. */
  rebalance(): Promise<void>;
  ownerOf(company: string): Promise<string>;
  /** Fails if the database lacks an invoice that was acknowledged, or has it twice, or if events are missing. */
  expectKept(load: ClusterLoad): Promise<void>;
}

const companiesPerWorker = 3;

export async function openLoadedCluster(finished: OnFinished): Promise<LoadedCluster> {
  const database = await createDistributedDatabase();
  finished(() => database.drop());
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = [], at = database.url) => {
    const client = new pg.Client({ connectionString: at });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  const addresses = async (): Promise<string[]> =>
    (
      await ask<{ address: string }>(
        `SELECT nodename || ':' || nodeport AS address FROM pg_dist_node WHERE groupid <> 0 ORDER BY nodeid`,
      )
    ).map(({ address }) => address);
  const workers = await addresses();
  const at = (address: string) => Object.assign(new URL(database.url), { host: address }).href;

  async function ownerOf(company: string): Promise<string> {
    const [owner] = await ask<{ address: string }>(
      `SELECT nodename || ':' || nodeport AS address FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
       WHERE shardid = get_shard_id_for_distribution_column('company_counters', $1::uuid)`,
      [company],
    );
    return owner?.address ?? '';
  }

  async function addCompanies(): Promise<LoadedCompany[]> {
    const pool = createPool({
      connection: await clusterConnection(database.connection),
      size: 2,
      onIdleError: () => undefined,
    });
    const made: LoadedCompany[] = [];
    const isEnough = (worker: string) => made.filter((one) => one.worker === worker).length === companiesPerWorker;
    for (let number = 1; !workers.every(isEnough); number++) {
      const { token } = await createToken(pool, { company: `Company ${number}`, partner: 'Scanner' });
      const id = await requireCompany(pool, `Company ${number}`);
      const worker = await ownerOf(id);
      if (!isEnough(worker)) made.push({ id, token, worker });
    }
    await pool.end();
    return made;
  }

  const companies = await addCompanies();
  const service = await startService(
    { DATABASE_URL: database.url, DATA_DIR: await emptyDataDir(finished) },
    { finished },
  );
  for (const { token } of companies)
    expect(await service.call('POST', paths.suppliers, { token, body: { number: '1', name: 'El' } })).toMatchObject({
      status: 200,
    });

  const pool = createPool({ connection: database.connection, size: 1, onIdleError: () => undefined });
  const operator = await signedIn({ pool, url: service.address } as Door, 'administrator');
  await pool.end();

  async function expectKept({ acknowledged, wrong }: ClusterLoad): Promise<void> {
    expect(wrong).toEqual([]);
    for (const [company, ids] of acknowledged) {
      const stored = await ask<{ reference: string; id: string }>(
        'SELECT external_reference_id AS reference, id FROM supplier_invoices WHERE company_id = $1',
        [company],
      );
      const storedIds = new Map(stored.map(({ reference, id }) => [reference, id]));
      expect(stored.length, 'an invoice is stored twice').toBe(storedIds.size);
      expect([...ids].filter(([reference, id]) => storedIds.get(reference) !== id)).toEqual([]);
      const [events] = await ask(
        `SELECT count(*)::integer AS many, min(seq)::integer AS first, max(seq)::integer AS last,
                (SELECT event_seq::integer FROM company_counters WHERE company_id = $1) AS counter,
                count(*) FILTER (WHERE type = 'supplierinvoice.created')::integer AS created
         FROM events WHERE company_id = $1`,
        [company],
      );
      const many = events?.['many'];
      expect(events).toEqual({ many, first: 1, last: many, counter: many, created: stored.length });
    }
    // Citus finishes prepared transactions once a minute.
    await vi.waitFor(
      async () => {
        for (const url of [database.url, ...(await addresses()).map(at)])
          expect(await ask('SELECT gid FROM pg_prepared_xacts WHERE database = current_database()', [], url)).toEqual(
            [],
          );
      },
      { timeout: 150_000, interval: 1_000 },
    );
  }

  return {
    service,
    companies,
    workers,
    operator,
    ownerOf,
    expectKept,
    addWorker: async (address) => {
      const name = database.connection.database;
      const administration = Object.assign(new URL(at(address)), { pathname: 'postgres' }).href;
      await ask(`CREATE DATABASE ${name}`, [], administration);
      finished(async () => void (await ask(`DROP DATABASE ${name} WITH (FORCE)`, [], administration)));
      await ask('CREATE EXTENSION citus', [], at(address));
      const { hostname, port } = new URL(at(address));
      await ask('SELECT citus_add_node($1, $2)', [hostname, port]);
    },
    rebalance: async () => {
      await ask('SELECT citus_rebalance_start()');
      await ask('SELECT citus_rebalance_wait()');
    },
  };
}
