import type { BackedUpCompany } from '../archive/manifest.ts';
import { ownTables, rebuiltTables } from '../archive/manifest.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
import { createClient } from '../../ground/db/connect/with-client.ts';
import { copySettings } from '../../ground/db/copy.ts';
import { isDatabaseAway, isLockRefused } from '../../ground/db/failures.ts';
import type { Db, Pool } from '../../ground/db/pool.ts';
import { quoted, readTables, type Table } from '../../ground/db/tables.ts';

export interface Snapshot {
  client: Client;
  /** Of the server's process that reads the snapshot. */
  pid: number;
  takenAt: Date;
  installation: string;
  migrations: string[];
  /** Tables whose rows a backup has; a table comes after those that it refers to. */
  tables: Table[];
  /** All rows, as the server last counted them. */
  estimatedRows: number;
  companies: BackedUpCompany[];
}

const lockCheckIntervalMs = 1_000;

/**
 * Limits of the role or the server are meant for requests. A server that hides rows from this role by row security
 * must refuse instead. None of these statements takes the snapshot yet. The wait for locks is shorter than
 * deadlock_timeout, so that the server never ends a migration in favour of a backup.
 */
const settings = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '500ms'; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL row_security = off`;
/** Since PostgreSQL 17. */
const lastSetting = `SELECT set_config(name, '0', true) FROM pg_settings WHERE name = 'transaction_timeout'`;

interface SnapshotDeps {
  connection: Connection;
  pool: Pool;
  /** Ends the work at once. */
  signal: AbortSignal;
}

/** The server may still be there: a new snapshot is worth a try, unless the server has said why it ended this one. */
export class ConnectionLost extends CommandError {
  override cause?: { code?: string };
}

/** Gives the work one view of all rows, however long it takes, unless a migration waits for it. */
export async function withSnapshot<T>(
  { connection, pool, signal: stop }: SnapshotDeps,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const giveWay = new AbortController();
  const signal = AbortSignal.any([stop, giveWay.signal]);
  const client = createClient(connection, 'doorway backup');
  const breakOff = () => void client.connection.stream.destroy();
  signal.addEventListener('abort', breakOff, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    signal.throwIfAborted();
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(copySettings);
    await client.query(settings);
    // A table that is rewritten after the snapshot would seem to be empty.
    const tables = await readTables(pool);
    await client.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`);
    await client.query(lastSetting);
    const snapshot = await describe(client);
    if (snapshot.tables.some(({ name }) => !tables.some((locked) => locked.name === name))) throw inTheWay();
    timer = setInterval(() => {
      isInTheWay(pool, snapshot.pid).then(
        (isWaitedFor) => isWaitedFor && giveWay.abort(inTheWay()),
        () => undefined,
      );
    }, lockCheckIntervalMs);
    const result = await work(snapshot);
    await client.query('COMMIT');
    await client.end();
    return result;
  } catch (error) {
    // A COPY that is under way would send all of its rows before the server reads a ROLLBACK.
    breakOff();
    signal.throwIfAborted();
    if (isLockRefused(error)) throw inTheWay();
    throw isDatabaseAway(error)
      ? Object.assign(
          new ConnectionLost(`The database was lost during the backup (${(error as Error).message}). Take it again.`),
          { cause: error },
        )
      : error;
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', breakOff);
  }
}

/** Requests would wait behind a statement that changes a table, which waits for the snapshot. */
async function isInTheWay(db: Db, pid: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND wait_event = 'relation' AND $1 = ANY (pg_blocking_pids(pid)) LIMIT 1`,
    [pid],
  );
  return rowCount === 1;
}

const inTheWay = () =>
  new CommandError('Another process changes the tables, perhaps a new version that starts. Take the backup again.');

async function describe(client: Client): Promise<Snapshot> {
  const db: Db = client;
  const { rows } = await db.query<Omit<Snapshot, 'client' | 'tables' | 'companies'>>(
    `SELECT now() AS "takenAt", pg_backend_pid() AS pid, installation,
            (SELECT array_agg(name::text ORDER BY name) FROM migrations) AS migrations,
            (SELECT coalesce(sum(greatest(reltuples, 0)), 0)::float8 FROM pg_class
             WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1)) AS "estimatedRows"
     FROM doorway_versions`,
    [leftOut],
  );
  const companies = await db.query<BackedUpCompany>(
    `SELECT id, name, sandbox_of IS NOT NULL AS "isSandbox", coalesce(event_seq, 0)::float8 AS "lastEvent"
     FROM companies LEFT JOIN company_counters ON company_id = id ORDER BY id`,
  );
  const tables = (await readTables(db)).filter(({ name }) => !leftOut.includes(name));
  return { client, tables, companies: companies.rows, ...(rows[0] as (typeof rows)[number]) };
}

const leftOut = [...ownTables, ...rebuiltTables];
