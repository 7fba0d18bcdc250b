import { clusterSettings } from '../../ground/db/citus/distribute.ts';
import { copySettings } from '../../ground/db/copy.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
import { createClient, inTransaction as inPlainTransaction, noLimits } from '../../ground/db/connect/with-client.ts';
import { orAborted } from '../../ground/process/stopping.ts';

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
  const { rows } = (await client.query(`SELECT pg_try_advisory_xact_lock(${lockKey}) AS locked`)) as {
    rows: { locked: boolean }[];
  };
  return rows[0]?.locked === true;
}

export const nameOf = ({ database, host, port }: Client): string => `${database} on ${host}:${port}`;
