import { createSessions, takeSnapshot } from './sessions.ts';
import { readAtOneMoment, type Relation } from './shards.ts';
import type { BackedUpCompany } from '../archive/manifest.ts';
import { ownTables, rebuiltTables } from '../archive/manifest.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client, Connection } from '../../ground/db/connect/client.ts';
import { isDatabaseAway, isLockRefused } from '../../ground/db/failures.ts';
import { type CompanyId, type Db, type Pool, touchesRow, rowsOf } from '../../ground/db/pool.ts';
import { estimateRows, quoted, readTables, type Table } from '../../ground/db/tables.ts';

export interface Snapshot {
  client: Client;
  /** Of the server's process that reads the snapshot. */
  pid: number;
  takenAt: Date;
  installation: string;
  migrations: string[];
  /** Tables whose rows a backup has; a table comes after those that it refers to. */
  tables: SnapshotTable[];
  /** All rows, as the server last counted them. */
  estimatedRows: number;
  companies: BackedUpCompany[];
}

export interface SnapshotTable extends Table {
  /** The table itself, or its shards on a cluster. */
  relations: Relation[];
}

const lockCheckIntervalMs = 1_000;

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
  const sessions = createSessions(connection);
  signal.addEventListener('abort', sessions.breakOff, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    signal.throwIfAborted();
    const client = await sessions.begin();
    // A table that is rewritten after the snapshot would seem to be empty.
    const tables = await readTables(pool);
    await client.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`);
    if (connection.cluster === undefined) await takeSnapshot(client);
    const shards = connection.cluster && (await readAtOneMoment({ client, pool, tables, sessions, signal }));
    const snapshot = await describe(client, (table) => shards?.get(table.name) ?? [{ client, table }]);
    if (snapshot.tables.some(({ name }) => !tables.some((locked) => locked.name === name))) throw inTheWay();
    timer = setInterval(() => {
      isInTheWay(pool, snapshot.pid).then(
        (isWaitedFor) => isWaitedFor && giveWay.abort(inTheWay()),
        () => undefined,
      );
    }, lockCheckIntervalMs);
    const result = await work(snapshot);
    await sessions.end();
    return result;
  } catch (error) {
    const cause = sessions.reasonOfLoss() ?? (error as Error);
    // A COPY that is under way would send all of its rows before the server reads a ROLLBACK.
    sessions.breakOff();
    signal.throwIfAborted();
    if (isLockRefused(error)) throw inTheWay();
    if (!isDatabaseAway(cause)) throw error;
    throw Object.assign(
      new ConnectionLost(`The database was lost during the backup (${cause.message}). Take it again.`),
      { cause },
    );
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', sessions.breakOff);
  }
}

/** Requests would wait behind a statement that changes a table, which waits for the snapshot. */
const isInTheWay = (db: Db, pid: number): Promise<boolean> =>
  touchesRow(
    db,
    `SELECT FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND wait_event = 'relation' AND $1 = ANY (pg_blocking_pids(pid)) LIMIT 1`,
    [pid],
  );

const inTheWay = () =>
  new CommandError('Another process changes the tables, perhaps a new version that starts. Take the backup again.');

async function describe(client: Client, relationsOf: (table: Table) => Relation[]): Promise<Snapshot> {
  const db: Db = client;
  const { rows } = await db.query<Pick<Snapshot, 'takenAt' | 'pid' | 'installation' | 'migrations'>>(
    `SELECT now() AS "takenAt", pg_backend_pid() AS pid, installation,
            (SELECT array_agg(name::text ORDER BY name) FROM migrations) AS migrations
     FROM doorway_versions`,
  );
  const tables = (await readTables(db))
    .filter(({ name }) => !leftOut.has(name))
    .map((table) => ({ ...table, relations: relationsOf(table) }));
  return {
    client,
    tables,
    companies: await readCompanies(tables),
    estimatedRows: await estimateAll(tables),
    ...(rows[0] as (typeof rows)[number]),
  };
}

async function readCompanies(tables: SnapshotTable[]): Promise<BackedUpCompany[]> {
  const companies = await readAll<Omit<BackedUpCompany, 'lastEvent'>>(
    tables,
    'companies',
    'id, name, sandbox_of IS NOT NULL AS "isSandbox"',
  );
  const counters = await readAll<{ id: CompanyId; lastEvent: number }>(
    tables,
    'company_counters',
    'company_id AS id, event_seq::float8 AS "lastEvent"',
  );
  const lastEvents = new Map(counters.map(({ id, lastEvent }) => [id, lastEvent]));
  return companies
    .map((company) => ({ ...company, lastEvent: lastEvents.get(company.id) ?? 0 }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function readAll<Row extends object>(tables: SnapshotTable[], name: string, columns: string): Promise<Row[]> {
  const all: Row[] = [];
  for (const { client, table } of tables.find((one) => one.name === name)?.relations ?? []) {
    all.push(...(await rowsOf<Row>(client, `SELECT ${columns} FROM ${quoted(table.name)}`)));
  }
  return all;
}

async function estimateAll(tables: SnapshotTable[]): Promise<number> {
  const relations = tables.flatMap((table) => table.relations);
  let sum = 0;
  for (const client of new Set(relations.map((relation) => relation.client)))
    sum += await estimateRows(
      client,
      relations.filter((relation) => relation.client === client).map(({ table }) => table),
    );
  return sum;
}

const leftOut = new Set([...ownTables, ...rebuiltTables]);
