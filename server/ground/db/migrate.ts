import { readdir } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import type { ClientBase } from 'pg';
import { areTablesDistributed } from './citus/cluster.ts';
import { clusterSettings, runOneByOne } from './citus/distribute.ts';
import { openCluster } from './citus/open-cluster.ts';
import { Client, type Connection } from './connect/client.ts';
import { inTransaction, withClient } from './connect/with-client.ts';
import { type Db, columnOf, rowOf, valueOf, execute } from './pool.ts';
import { refuseMoved } from './moved.ts';
import { queueOptions } from './queue.ts';
import { refuseUnfinished } from './unfinished.ts';
import { hasTable } from './tables.ts';
import { explainRights } from './connect/rights.ts';
import { CommandError } from '../../errors/command-error.ts';
import { migrationsFolder, version } from '../../package.ts';

export interface MigrateOptions {
  /** Aborting rolls back. */
  signal?: AbortSignal | undefined;
  /** Stop after this migration: for a backup of an older version. */
  last?: string | undefined;
  /** The caller fills the database itself, so an unfinished restore or move is no reason to refuse. */
  fills?: boolean;
}

/**
 * Returns the names of the migrations it ran. Any number of processes may call this at once: one runs them while the
 * others wait. It is one transaction, because behind a transaction pooler a session lock would be lost. Finds out
 * whether the database is a cluster, for pools that are opened afterwards.
 */
export async function migrate(connection: Connection, options: MigrateOptions = {}): Promise<string[]> {
  try {
    return await withClient(
      connection,
      'doorway migrate',
      async (client) => {
        const ran = await inTransaction(client, () => migrateIn(client, connection, options));
        // The tables may have been distributed while this process waited.
        connection.cluster = await openCluster(connection, client);
        return ran;
      },
      options.signal,
    );
  } catch (error) {
    throw explainRights(error, 'migrating', new Client(connection));
  }
}

async function migrateIn(client: Client, connection: Connection, { last, fills }: MigrateOptions): Promise<string[]> {
  await lockMigrations(client);
  const { files: all, ran, versions } = await migrationsOf(client);
  refuseNewerSchema({ files: all, ran, versions });
  if (fills !== true) await refuseUnfinished(client);
  await refuseMoved(client);
  const files = last === undefined ? all : all.slice(0, all.indexOf(last) + 1);
  if (ran === undefined) await client.query(migrationsTable);
  const done = files.every((name) => ran?.includes(name))
    ? []
    : await runMissing(client, files.length - (ran?.length ?? 0));
  await migrateQueue(client, connection);
  return done;
}

/** Until the transaction ends. The same number as the session lock of earlier versions, so that they exclude each other. */
export const lockMigrations = (tx: Db): Promise<void> => execute(tx, 'SELECT pg_advisory_xact_lock(7241865325823964)');

/** The runner's own BEGIN and COMMIT apply to this transaction. */
async function runMissing(client: Client, count: number): Promise<string[]> {
  const isDistributed = await areTablesDistributed(client);
  if (isDistributed) await client.query(clusterSettings);
  let refusal: unknown;
  const query = (text: string) =>
    (isDistributed ? runOneByOne(client, text) : (client.query(text) as Promise<unknown>)).catch((error: unknown) => {
      refusal = error;
      throw error;
    });
  try {
    // Loading the library is a thirtieth of a start, and nearly every start finds all migrations done.
    const { runner } = await import('node-pg-migrate');
    const done = await runner({
      dbClient: { query } as unknown as ClientBase,
      dir: migrationsFolder,
      direction: 'up',
      count,
      migrationsTable: 'migrations',
      noLock: true,
      singleTransaction: true,
      log: () => undefined,
    });
    await client.query('UPDATE doorway_versions SET migrated_by = $1', [version]);
    return done.map(({ name }) => name);
  } catch (error) {
    // The runner wraps some errors and loses the database's code.
    throw refusal ?? error;
  }
}

async function migrateQueue(client: Client, connection: Connection): Promise<void> {
  const there = await valueOf<boolean>(client, `SELECT to_regnamespace('graphile_worker') IS NOT NULL AS there`);
  const options = queueOptions(connection, 1, undefined);
  try {
    await runMigrations(options);
    await allowQueueToOthers(options.pgPool);
  } catch (error) {
    throw there === true ? explainRights(error, 'starting', client) : error;
  } finally {
    await options.pgPool.end();
  }
}

/**
 * The queue's tables have row level security for their owner only. As with all other tables, grants decide who may use
 * them.
 */
async function allowQueueToOthers(db: Db): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'graphile_worker'::regnamespace AND relrowsecurity`,
  );
  for (const { name } of rows) await db.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
}

/** Must match the table that the runner would create. */
const migrationsTable =
  'CREATE TABLE migrations (id serial PRIMARY KEY, name varchar(255) NOT NULL, run_on timestamp NOT NULL)';

/** Versions are three numbers. The collator that compares numbers in texts takes 25 ms to load. */
function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const at = own.findIndex((number, index) => number !== other[index]);
  return at >= 0 && (own[at] as number) < (other[at] as number);
}

/** Stops a version that is too old for the schema before it reads or changes anything else. */
function refuseNewerSchema(migrations: Migrations): void {
  const why = whyTooOld(migrations);
  if (why !== undefined) throw new CommandError(`${why.message} ${why.advice}`);
}

export function whyTooOld({ files, ran = [], versions }: Migrations): { message: string; advice: string } | undefined {
  const { lowest = version, migratedBy = null } = versions ?? {};
  const restore = 'or restore the copy of the database that was made before the upgrade.';
  if (isOlder(version, lowest))
    return {
      message: `This is Doorway ${version}, but the database takes ${lowest} or a newer version.`,
      advice: `Run Doorway ${migratedBy ?? lowest}, ${restore}`,
    };
  const unknown = ran.filter((name) => !files.includes(name)).sort();
  if (unknown.length === 0) return undefined;
  return {
    message: `This is Doorway ${version}, but the database was brought further by a newer version${migratedBy === null ? '' : `, ${migratedBy}`}: ${unknown.join(', ')}.`,
    advice: `Run that version or a newer one, ${restore}`,
  };
}

export interface Migrations {
  files: string[];
  /** Migrations that were run; undefined if the database is empty. */
  ran: string[] | undefined;
  /** The lowest version of Doorway that may run, and the one that migrated last. Undefined before 1.8. */
  versions: { lowest: string; migratedBy: string | null } | undefined;
}

/** The names of this version's migrations. */
export const migrationFiles = async (): Promise<string[]> =>
  (await readdir(migrationsFolder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();

export const migrationsOf = async (db: Db): Promise<Migrations> => ({
  files: await migrationFiles(),
  ran: (await hasTable(db, 'migrations')) ? await columnOf<string>(db, 'SELECT name FROM migrations') : undefined,
  versions: (await hasTable(db, 'doorway_versions'))
    ? await rowOf(db, 'SELECT lowest, migrated_by AS "migratedBy" FROM doorway_versions')
    : undefined,
});
