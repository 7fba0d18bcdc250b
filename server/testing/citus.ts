import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { distributeDatabase } from '../ground/db/citus/distribute-database.ts';
import type { Cluster } from '../ground/db/citus/cluster.ts';
import { openCluster } from '../ground/db/citus/open-cluster.ts';
import type { Host } from '../ground/db/connect/address.ts';
import type { Connection } from '../ground/db/connect/client.ts';
import { withClient } from '../ground/db/connect/with-client.ts';
import { addressOf, citusUrl, nodesOf, onEach, prefixOf, type Node } from './cluster-nodes.ts';
import type { TestDatabase } from './database.ts';
import { pauseBetweenTries } from './time.ts';

export { citusUrl };

/** A database on all nodes, with the extension and the workers, and no tables. */
export async function createClusterDatabase(): Promise<TestDatabase> {
  const [coordinator, ...workers] = await nodesOf(citusUrl as string);
  const nodes = [coordinator, ...workers];
  const database = prefixOf(inject('folder')) + randomBytes(6).toString('hex');
  const administer = (statement: string) =>
    onEach(
      nodes.map((node) => addressOf(node, 'postgres')),
      (client) => client.query(statement),
    );
  await administer(`CREATE DATABASE ${database}`);
  const url = addressOf(coordinator, database);
  await onEach(
    nodes.map((node) => addressOf(node, database)),
    (client) => client.query('CREATE EXTENSION citus'),
  );
  await onEach([url], async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
    for (const worker of workers) await addNode(client, worker);
  });
  const { username: user } = new URL(url);
  return {
    connection: { ...coordinator, user, database },
    url,
    drop: async () => void (await administer(`DROP DATABASE ${database} WITH (FORCE)`)),
  };
}

/** Citus refuses it at times while another database of the same servers is made. */
async function addNode(client: pg.Client, { host, port }: Node): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await client.query('SELECT citus_add_node($1, $2)', [host, port]);
      return;
    } catch (error) {
      if (tries === 250) throw error;
      await pauseBetweenTries();
    }
}

/** Migrated and distributed. */
export async function createDistributedDatabase(): Promise<TestDatabase> {
  const database = await createClusterDatabase();
  await distributeDatabase(database.connection);
  return database;
}

/** Dropped after the test. */
export async function clusterForThisTest(create = createClusterDatabase): Promise<TestDatabase> {
  const database = await create();
  onTestFinished(database.drop);
  return database;
}

/** The address of the same database on a worker. */
export async function workerUrl({ url, connection }: TestDatabase): Promise<string> {
  const [, worker] = await nodesOf(url);
  return addressOf(worker as Node, connection.database);
}

/** For pools of the service. */
export const clusterConnection = async (connection: Connection): Promise<Connection> => ({
  ...connection,
  cluster: await withClient(connection, 'test', (client) => openCluster(connection, client)),
});

/** A cluster whose only worker is this server, which has the rows of all companies. */
export const fakedCluster = ({ host, port }: Host): Cluster => ({
  ownerOf: (value) => (isId.test(String(value)) ? { host, port } : undefined),
  workers: () => [{ host, port, problem: undefined }],
  refresh: () => undefined,
});

const isId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
