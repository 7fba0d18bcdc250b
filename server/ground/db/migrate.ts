import { readdir } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { PG_MIGRATE_LOCK_ID, runner } from 'node-pg-migrate';
import type { ClientBase } from 'pg';
import { Client, type Connection } from './client.ts';
import type { Db } from './pool.ts';
import { queueOptions } from './queue.ts';
import { explainRights } from './rights.ts';
import { CommandError } from '../../errors/command-error.ts';
import { migrationsFolder } from '../../package.ts';
import { orAborted } from '../stopping.ts';

/**
 * Brings the schema up to date and names the migrations it ran. Any number of processes may call this at once: one runs
 * them while the others wait. All of it is one transaction, also because a lock of a session would be lost behind a
 * pooler that gives each transaction another connection. Where the signal comes, it is undone.
 */
export async function migrate(connection: Connection, signal?: AbortSignal): Promise<string[]> {
  const client = new Client({
    ...connection,
    application_name: 'doorway migrate',
    queryTimeoutMs: 0,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A connection that breaks fails the statement under way; without a listener it would end the process.
  client.on('error', () => undefined);
  const breakOff = () => void client.connection.stream.destroy();
  signal?.addEventListener('abort', breakOff, { once: true });
  try {
    await orAborted(client.connect() as Promise<unknown>, signal);
    return await migrateIn(client, connection);
  } catch (error) {
    throw explainRights(error, 'migrating', client);
  } finally {
    signal?.removeEventListener('abort', breakOff);
    const ended = client.end().catch(() => undefined);
    if (signal?.aborted !== true) await ended;
  }
}

async function migrateIn(client: Client, connection: Connection): Promise<string[]> {
  await client.query('BEGIN');
  try {
    // What the role allows a statement otherwise is for requests.
    await client.query(
      'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0',
    );
    // The same number that earlier versions lock, as sessions.
    await client.query(`SELECT pg_advisory_xact_lock(${PG_MIGRATE_LOCK_ID})`);
    const { files, ran } = await migrationsOf(client);
    const unknown = ran?.filter((name) => !files.includes(name)) ?? [];
    if (unknown.length > 0) throw newerSchema(unknown);
    if (ran === undefined) await client.query(migrationsTable);
    const done = files.every((name) => ran?.includes(name)) ? [] : await runMissing(client);
    await migrateQueue(client, connection);
    await client.query('COMMIT');
    return done;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The runner begins a transaction itself, which is this one already, and commits it. */
async function runMissing(client: Client): Promise<string[]> {
  let refusal: unknown;
  const query = (statement: string, values?: unknown[]) =>
    (client.query(statement, values) as Promise<unknown>).catch((error: unknown) => {
      refusal = error;
      throw error;
    });
  try {
    const done = await runner({
      dbClient: { query } as unknown as ClientBase,
      dir: migrationsFolder,
      direction: 'up',
      migrationsTable: 'migrations',
      noLock: true,
      singleTransaction: true,
      log: () => undefined,
    });
    return done.map(({ name }) => name);
  } catch (error) {
    // Some of its errors are new ones, without the code of the database's.
    throw refusal ?? error;
  }
}

/** The queue of jobs has tables of its own, in a schema of its own, and brings them up to date itself. */
async function migrateQueue(client: Client, connection: Connection): Promise<void> {
  const { rows } = (await client.query(`SELECT to_regnamespace('graphile_worker') IS NOT NULL AS there`)) as {
    rows: { there: boolean }[];
  };
  const options = queueOptions(connection, 1, undefined);
  try {
    await runMigrations(options);
    await allowQueueToOthers(options.pgPool);
  } catch (error) {
    throw rows[0]?.there === true ? explainRights(error, 'starting', client) : error;
  } finally {
    await options.pgPool.end();
  }
}

/** The queue shows its rows to their owner only. Here, who may use it is a matter of rights, as with every other table. */
async function allowQueueToOthers(db: Db): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity`,
  );
  for (const { name } of rows) await db.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
}

/** As the runner would make it. */
const migrationsTable =
  'CREATE TABLE migrations (id serial PRIMARY KEY, name varchar(255) NOT NULL, run_on timestamp NOT NULL)';

const newerSchema = (unknown: string[]) =>
  new CommandError(
    `The database has been brought further than this version of Doorway knows, by ${unknown.sort().join(', ')}. Run the version that did so, or a newer one.`,
  );

export interface Migrations {
  /** The names of those that this version has. */
  files: string[];
  /** The names of those that were run; undefined where the database is empty. */
  ran: string[] | undefined;
}

export async function migrationsOf(db: Db): Promise<Migrations> {
  const files = (await readdir(migrationsFolder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
  const { rows } = await db.query<{ there: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS there`);
  if (rows[0]?.there !== true) return { files, ran: undefined };
  return { files, ran: (await db.query<{ name: string }>('SELECT name FROM migrations')).rows.map(({ name }) => name) };
}
