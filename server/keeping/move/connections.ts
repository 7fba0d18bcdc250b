import { clusterSettings } from '../../ground/db/citus/distribute.ts';
import { copySettings } from '../../ground/db/copy.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
import { createClient, inTransaction as inPlainTransaction, noLimits } from '../../ground/db/connect/with-client.ts';
import { orAborted } from '../../ground/process/stopping.ts';
import { type CompanyId, rowsOf, valueOf } from '../../ground/db/pool.ts';
import type { Table } from '../../ground/db/tables.ts';

/** Aborting breaks the connection, so the server rolls back. */
export async function connectTo(connection: Connection, signal: AbortSignal | undefined): Promise<Client> {
  const client = createClient(connection, 'doorway move');
  signal?.addEventListener('abort', () => client.connection.stream.destroy(), { once: true });
  await orAborted(client.connect() as Promise<unknown>, signal);
  return client;
}

export type TransactionMode = 'READ WRITE' | 'READ ONLY' | 'ISOLATION LEVEL REPEATABLE READ, READ ONLY';
export const snapshotMode = 'ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** Rows are copied as all other commands copy them. */
export const inTransaction = <T>(client: Client, mode: TransactionMode, work: () => Promise<T>): Promise<T> =>
  inPlainTransaction(client, async () => {
    await client.query(`SET TRANSACTION ${mode}; ${copySettings}; ${clusterSettings}`);
    return work();
  });

/** Locks out a second move. The number is that of nothing else. */
const lockKey = 4_025_117_001;

/**
 * Keeps a transaction open that does nothing, on a connection of its own: behind a transaction pooler a session's lock
 * would be lost. False if another process has the lock.
 */
export async function holdLock(client: Client): Promise<boolean> {
  await client.query(`BEGIN; ${noLimits}`);
  return (await valueOf<boolean>(client, `SELECT pg_try_advisory_xact_lock(${lockKey}) AS locked`)) === true;
}

export const nameOf = ({ database, host, port }: Client): string => `${database} on ${host}:${port}`;

/** A connection to each database, for work beside other pairs. */
export interface MoveConnections {
  source: Client;
  target: Client;
}

/** The rows of a company, or all rows of a table without companies. */
export interface Portion {
  table: Table;
  company: CompanyId | undefined;
}

/** Each pair takes the next portion until none is left. The first failure ends all pairs. */
export async function forEachPortion(
  pairs: readonly MoveConnections[],
  portions: readonly Portion[],
  work: (pair: MoveConnections, next: () => Portion | undefined) => Promise<void>,
): Promise<void> {
  const rest = [...portions];
  const stop = () => {
    rest.length = 0;
    for (const { source, target } of pairs) for (const { connection } of [source, target]) connection.stream.destroy();
  };
  const ends = pairs.map((pair) => work(pair, () => rest.shift()));
  try {
    await Promise.all(ends);
  } catch (error) {
    stop();
    await Promise.allSettled(ends);
    throw error;
  }
}

/** All pairs read what the transaction of `source` sees. */
export async function exportSnapshot(
  source: Client,
): Promise<(pair: MoveConnections, work: () => Promise<void>) => Promise<void>> {
  const rows = await rowsOf<{ name: string }>(source, 'SELECT pg_export_snapshot() AS name');
  const name = source.escapeLiteral(rows[0]?.name as string);
  return (pair, work) =>
    inTransaction(pair.source, snapshotMode, async () => {
      await pair.source.query(`SET TRANSACTION SNAPSHOT ${name}`);
      await work();
    });
}
