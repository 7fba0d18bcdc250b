import { copySettings } from '../../ground/db/copy.ts';
import { Client, type Connection } from '../../ground/db/connect/client.ts';

/** The service's limits are meant for requests. */
const settings = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0;
  ${copySettings}`;

/** Aborting breaks the connection, so the server rolls back. */
export async function connectTo(connection: Connection, signal: AbortSignal | undefined): Promise<Client> {
  signal?.throwIfAborted();
  const client = new Client({
    ...connection,
    application_name: 'doorway move',
    queryTimeoutMs: 0,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // A broken connection fails the current statement; without a listener it would end the process.
  client.on('error', () => undefined);
  signal?.addEventListener('abort', () => client.connection.stream.destroy(), { once: true });
  await client.connect();
  return client;
}

/** `mode` is that of BEGIN. */
export async function inTransaction<T>(client: Client, mode: string, work: () => Promise<T>): Promise<T> {
  await client.query(`BEGIN ${mode}; ${settings}`);
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export const snapshotMode = 'ISOLATION LEVEL REPEATABLE READ, READ ONLY';

/** Locks out a second move. The number is that of nothing else. */
const lockKey = 4_025_117_001;

/**
 * Keeps a transaction open that does nothing, on a connection of its own: behind a transaction pooler a session's lock
 * would be lost. False if another process has the lock.
 */
export async function holdLock(client: Client): Promise<boolean> {
  await client.query(`BEGIN; ${settings}`);
  const { rows } = (await client.query(`SELECT pg_try_advisory_xact_lock(${lockKey}) AS locked`)) as {
    rows: { locked: boolean }[];
  };
  return rows[0]?.locked === true;
}

export const nameOf = ({ database, host, port }: Client): string => `${database} on ${host}:${port}`;
