import { Client, type Connection } from './client.ts';
import { orAborted } from '../../process/stopping.ts';

/** For long work, without a time limit. */
export function createClient(connection: Connection, name: string): Client {
  const client = new Client({
    ...connection,
    application_name: name,
    queryTimeoutMs: 0,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // A broken connection fails the current statement; without a listener it would end the process.
  client.on('error', () => undefined);
  return client;
}

/** A connection of its own. Aborting the signal breaks it. */
export async function withClient<T>(
  connection: Connection,
  name: string,
  work: (client: Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = createClient(connection, name);
  const breakOff = () => void client.connection.stream.destroy();
  signal?.addEventListener('abort', breakOff, { once: true });
  try {
    await orAborted(client.connect() as Promise<unknown>, signal);
    return await work(client);
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', breakOff);
    const ended = client.end().catch(() => undefined);
    if (signal?.aborted !== true) await ended;
  }
}

/** The role's own limits are meant for requests. */
export const noLimits =
  'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0';

/** One transaction. After an error the caller's connection is still usable, unless it is broken. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query(noLimits);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
