import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress, type DatabaseAddress } from './address.ts';
import { Client, type Connection, type Pooling } from './client.ts';
import { openEmbedded } from '../embedded/embedded.ts';
import { isDatabaseAway, isSettingRefused } from '../failures.ts';
import { migrate } from '../migrate.ts';
import { bulkStatementTimeoutMs, type Pool } from '../pool.ts';
import { createPool, limitsOf } from './create-pool.ts';
import { findPrimary } from './primary.ts';
import { explainRights } from './rights.ts';
import { CommandError } from '../../../errors/command-error.ts';
import { orAborted } from '../../process/stopping.ts';

export interface Database {
  connection: Connection;
  /** The embedded cluster's folder; undefined with DATABASE_URL. */
  embeddedIn: string | undefined;
  /** Messages for the person who runs the service. */
  notes: string[];
  close(): Promise<void>;
}

export interface DatabaseSettings {
  /** If undefined, the embedded server is used. */
  databaseUrl: string | undefined;
  databasePooling: Pooling;
  dataDir: string;
}

/**
 * Opens the server of DATABASE_URL. Without one, starts the embedded server or joins the one that another process has
 * started. The signal ends the wait.
 */
export async function openDatabase(
  settings: DatabaseSettings,
  tell: (news: string) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Database> {
  if (settings.databaseUrl !== undefined) {
    const connection = connectionTo(settings.databaseUrl, settings.databasePooling);
    await waitFor(connection, signal);
    return { connection, embeddedIn: undefined, notes: [], close: async () => undefined };
  }
  const { connection, directory, notes, close } = await openEmbedded({
    dataDir: settings.dataDir,
    onRestart: tell,
    onTrouble: (error) => tell(error.message),
  });
  // PGSSLMODE in the environment is meant for other servers.
  return { connection: { ...connection, ssl: false }, embeddedIn: directory, notes, close };
}

export function connectionTo(databaseUrl: string, pooling: Pooling): Connection {
  const { url, hosts, primary } = readAddress(databaseUrl) as DatabaseAddress;
  const connection = { connectionString: url };
  return { ...connection, pooling, primary: primary ? findPrimary(hosts, connection) : undefined };
}

/** A database often starts at the same moment as its clients. */
async function waitFor(connection: Connection, signal: AbortSignal | undefined): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(500, undefined, { signal })) {
    const client = new Client({
      ...connection,
      ...limitsOf(connection, bulkStatementTimeoutMs),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await orAborted(client.connect() as Promise<unknown>, signal);
      return await client.end();
    } catch (error) {
      if (signal?.aborted) throw error;
      if (isSettingRefused(error))
        throw new CommandError(
          `A pooler before the server of DATABASE_URL refuses a setting (${messageOf(error)}). Set DATABASE_POOLING to transaction.`,
        );
      if (isDatabaseAway(error) && Date.now() < deadline) continue;
      const explained = explainRights(error, 'connecting', client);
      throw explained === error
        ? new CommandError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}.`)
        : explained;
    }
  }
}

/** A name with several addresses fails with an AggregateError, whose own message is empty. */
const messageOf = (error: unknown) =>
  (error as Error).message || String(error instanceof AggregateError ? error.errors[0] : error);

export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (pool: Pool, connection: Connection) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(settings);
  try {
    await migrate(database.connection);
    const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
    try {
      return await work(pool, database.connection);
    } catch (error) {
      throw explainRights(error, 'starting', new Client(database.connection));
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}
