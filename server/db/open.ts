import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config.ts';
import { CommandError } from '../errors.ts';
import { openEmbedded } from './embedded/embedded.ts';
import { isDatabaseAway } from './failures.ts';
import { migrate } from './migrate.ts';
import { createPool, type Pool } from './pool.ts';

export interface Database {
  connection: pg.ClientConfig;
  /** Where the embedded cluster is; undefined with DATABASE_URL. */
  embeddedIn: string | undefined;
  /** Sentences worth telling whoever runs it. */
  notes: string[];
  close(): Promise<void>;
}

/** The server that DATABASE_URL names, or the embedded one, started unless another process has. */
export async function openDatabase(config: Config, tell: (news: string) => void = () => undefined): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    await waitFor(connection);
    return { connection, embeddedIn: undefined, notes: [], close: async () => undefined };
  }
  const { connection, directory, notes, close } = await openEmbedded({
    dataDir: config.dataDir,
    onRestart: tell,
    onTrouble: (error) => tell(error.message),
  });
  // A PGSSLMODE in the environment is meant for other servers.
  return { connection: { ...connection, ssl: false }, embeddedIn: directory, notes, close };
}

/** A database often starts at the same moment as its clients. */
async function waitFor(connection: pg.ClientConfig): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(500)) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (isDatabaseAway(error) && Date.now() < deadline) continue;
      throw new CommandError(`The database of DATABASE_URL cannot be used: ${(error as Error).message || String(error)}.`);
    }
  }
}

/** For a command: the database, migrated, while `work` runs. */
export async function withDatabase<T>(config: Config, work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    await migrate(database.connection);
    const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  } finally {
    await database.close();
  }
}
