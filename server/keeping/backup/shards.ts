import { setTimeout as sleep } from 'node:timers/promises';
import { takeSnapshot, type Sessions } from './sessions.ts';
import { CommandError } from '../../errors/command-error.ts';
import { nameOfHost } from '../../ground/db/citus/workers.ts';
import type { Host } from '../../ground/db/connect/address.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import { inTransaction } from '../../ground/db/connect/with-client.ts';
import { isLockBusy, tookTooLong } from '../../ground/db/failures.ts';
import { type Db, type Pool, rowsOf } from '../../ground/db/pool.ts';
import { quoted, type Table } from '../../ground/db/tables.ts';

/** A table, or a shard of it, in a transaction on the server that has its rows. */
export interface Relation {
  client: Client;
  table: Table;
}

interface Shard extends Host {
  table: string;
  relation: string;
  isOnCoordinator: boolean;
}

/** All nodes have the rows of a reference table: the coordinator's are taken. */
const readShards = (db: Db): Promise<Shard[]> =>
  rowsOf(
    db,
    `SELECT DISTINCT ON (shardid) logicalrelid::text AS table, shard_name(logicalrelid, shardid) AS relation,
            nodename AS host, nodeport AS port, groupid = 0 AS "isOnCoordinator"
     FROM pg_dist_shard JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node USING (groupid)
     WHERE noderole = 'primary' ORDER BY shardid, groupid`,
  );

interface ClusterDeps {
  /** A transaction on the coordinator that has not taken its snapshot yet. */
  client: Client;
  pool: Pool;
  tables: Table[];
  sessions: Sessions;
  signal: AbortSignal;
}

/**
 * The shards of each table, in snapshots of all servers that have seen the same transactions: writers wait while the
 * snapshots are taken. Shards are read at the servers themselves, because a statement of Citus may open another
 * connection, which has a later snapshot.
 */
export async function readAtOneMoment(deps: ClusterDeps): Promise<Map<string, Relation[]>> {
  const { client: coordinator, pool, tables, sessions, signal } = deps;
  const shards = await readShards(pool);
  const clients = new Map<string, Client>();
  for (const shard of shards)
    if (!clients.has(nameOfHost(shard)))
      clients.set(nameOfHost(shard), shard.isOnCoordinator ? coordinator : await beginOnWorker(sessions, shard));
  for (const [server, client] of clients)
    await keepShards(
      client,
      shards.filter((shard) => nameOfHost(shard) === server),
    );
  const all = new Set([coordinator, ...clients.values()]);
  await withoutWriters(await sessions.open(), tables, signal, () => Promise.all([...all].map(takeSnapshot)));
  if (JSON.stringify(await readShards(coordinator)) !== JSON.stringify(shards))
    throw new CommandError('Rows were moved to another worker at this moment. Take the backup again.');

  const relations = new Map<string, Relation[]>();
  for (const shard of shards) {
    const table = tables.find(({ name }) => name === shard.table);
    if (table === undefined) continue;
    const client = clients.get(nameOfHost(shard)) as Client;
    relations.set(table.name, [
      ...(relations.get(table.name) ?? []),
      { client, table: { ...table, name: shard.relation } },
    ]);
  }
  return relations;
}

async function beginOnWorker(sessions: Sessions, host: Host): Promise<Client> {
  const client = await sessions.begin(host).catch((error: Error) => {
    throw new CommandError(
      `The worker ${nameOfHost(host)} cannot be used (${error.message}). A backup of a cluster connects to each worker itself.`,
    );
  });
  // Otherwise the catalogue hides shards, and their sizes could not be estimated.
  await client.query('SET LOCAL citus.override_table_visibility = off');
  return client;
}

/** Without this Citus may drop a shard that was moved to another worker. To Citus every lock is a change. */
async function keepShards(client: Client, shards: Shard[]): Promise<void> {
  const names = shards.map(({ relation }) => quoted(relation)).join(', ');
  await client.query(`
    SET LOCAL citus.enable_manual_changes_to_shards = on; LOCK TABLE ${names} IN ACCESS SHARE MODE;
    SET LOCAL citus.enable_manual_changes_to_shards = off`);
}

/** Requests wait behind a lock that is waited for. */
const maxLockingMs = 500;
const maxTries = 60;
const pauseMs = 1_000;

/**
 * Citus locks the tables on all nodes. A limit of the lock itself would not apply there. graphile-worker has no function
 * that stops its writers, so its private table is locked.
 */
async function withoutWriters(
  locking: Client,
  tables: Table[],
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  const names = [...tables.map(({ name }) => quoted(name)), 'graphile_worker._private_jobs'].join(', ');
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(locking, async () => {
        await locking.query(`SET LOCAL statement_timeout = ${maxLockingMs}`);
        await locking.query(`LOCK TABLE ${names} IN SHARE MODE`);
        await work();
      });
    } catch (error) {
      if (!isLockBusy(error) && !tookTooLong(error)) throw error;
      if (tries === maxTries)
        throw new CommandError('Other transactions wrote for a whole minute without a pause. Take the backup again.');
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
