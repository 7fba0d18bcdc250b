import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { TestDatabase } from './database.ts';
import { readTables } from '../ground/db/tables.ts';

/** A connection that reads the database as another transaction sees it, for as long as it is open. */
export async function readAtSnapshot(connection: TestDatabase['connection'], snapshot: string): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ; SET TRANSACTION SNAPSHOT '${snapshot}'`);
  return client;
}

/** Copies all tables, except `without`, into a migrated database without rows; needs no order of the tables. */
export async function copyTables(
  from: pg.Client,
  to: TestDatabase['connection'],
  without: readonly string[],
): Promise<void> {
  const target = new pg.Client(to);
  await target.connect();
  try {
    await target.query('SET session_replication_role = replica');
    for (const { name, columns } of await readTables(from)) {
      if (without.includes(name)) continue;
      const list = columns.map((column) => `"${column}"`).join(', ');
      await pipeline(
        from.query(copyTo(`COPY ${name} (${list}) TO STDOUT`)),
        target.query(copyFrom(`COPY ${name} (${list}) FROM STDIN`)),
      );
    }
  } finally {
    await target.end();
  }
}

/** Every row of every table, except `without`, as PostgreSQL writes it, generated columns too; and every job. */
export async function readRows(db: pg.Client | pg.Pool, without: readonly string[]): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name } of await readTables(db)) {
    if (without.includes(name)) continue;
    const { rows } = await db.query<{ row: string }>(`SELECT ${name}::text AS row FROM ${name}`);
    all[name] = rows.map(({ row }) => row).sort();
  }
  const { rows: jobs } = await db.query<{ row: string }>(
    `SELECT (task.identifier, payload::text, queue.queue_name, run_at, max_attempts, key, priority, flags)::text AS row
     FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = task_id
     LEFT JOIN graphile_worker._private_job_queues AS queue ON queue.id = job_queue_id`,
  );
  all.jobs = jobs.map(({ row }) => row).sort();
  return all;
}

/** Names at most ten rows that only one side has. */
export function differencesOf(one: Record<string, string[]>, other: Record<string, string[]>): string[] {
  const only = (rows: string[] = [], others: string[] = []) => {
    const known = new Map<string, number>();
    for (const row of others) known.set(row, (known.get(row) ?? 0) + 1);
    return rows.filter((row) => {
      const left = known.get(row) ?? 0;
      known.set(row, left - 1);
      return left <= 0;
    });
  };
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .flatMap((table) => [
      ...only(one[table], other[table]).map((row) => `${table}: only the first has ${row}`),
      ...only(other[table], one[table]).map((row) => `${table}: only the second has ${row}`),
    ])
    .slice(0, 10)
    .map((line) => line.slice(0, 500));
}
