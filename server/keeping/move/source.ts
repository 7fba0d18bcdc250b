import { columnOf, rowsOf, valueOf } from '../../ground/db/pool.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from './connections.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import { isLockBusy, tookTooLong } from '../../ground/db/failures.ts';
import { moveSchema } from '../../ground/db/moved.ts';
import { quoted, type Table } from '../../ground/db/tables.ts';

const logName = 'doorway_move_log';
const fenceName = 'doorway_move_fence';
/** The private tables of graphile-worker: a trigger needs the table itself. */
const queueTables = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs'];
const withQueue = (tables: string[]) => [
  ...tables.map((name) => `public.${quoted(name)}`),
  ...queueTables.map((name) => `graphile_worker.${name}`),
];

/** In the source and in the target. */
export const stateTable = `
  CREATE TABLE ${moveSchema}.state (
    id uuid NOT NULL, other text NOT NULL, began_at timestamptz NOT NULL, moved_at timestamptz,
    verified_rows bigint)`;

/** `xact` tells which entries a snapshot sees: identity numbers are not in the order of commits. */
export async function createLog(
  source: Client,
  id: string,
  target: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await dropChangeLog(source, signal);
  await inTransaction(source, 'READ WRITE', async () => {
    await source.query(`CREATE SCHEMA ${moveSchema}; ${stateTable};
      CREATE TABLE ${moveSchema}.changes (
        relation text NOT NULL, key jsonb NOT NULL, xact xid8 NOT NULL DEFAULT pg_current_xact_id())`);
    await source.query(`INSERT INTO ${moveSchema}.state (id, other, began_at) VALUES ($1, $2, $3)`, [
      id,
      target,
      new Date(),
    ]);
  });
}

/** Another target continues with the same log. */
export const renameMove = (source: Client, id: string, target: string): Promise<unknown> =>
  source.query(`UPDATE ${moveSchema}.state SET id = $1, other = $2`, [id, target]);

/** Logs the primary keys of all changed rows from now on. Tables that have the triggers already keep them. */
export async function startLogging(source: Client, tables: Table[], signal: AbortSignal | undefined): Promise<void> {
  const logged = new Set(
    await columnOf<string>(
      source,
      `SELECT relname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE relnamespace = 'public'::regnamespace AND tgname = '${logName}_delete'`,
    ),
  );
  for (const table of tables.filter(({ name }) => !logged.has(name)))
    await whenFree(source, signal, () => source.query(loggingOf(table)));
}

/** The service's role may lack rights on the log, so the function has those of its owner. */
function loggingOf({ name, key }: Table): string {
  const log = `${moveSchema}.${quoted(`log_${name}`)}`;
  const [table, relation] = [`public.${quoted(name)}`, `'${name.replaceAll("'", "''")}'`];
  const keys = key.map((one) => `'${one.name}', ${quoted(one.name)}`).join(', ');
  const changed = (rows: string) => `SELECT ${relation}, jsonb_build_object(${keys}) FROM ${rows}`;
  const into = `INSERT INTO ${moveSchema}.changes (relation, key)`;
  const trigger = (event: string, rows: string) =>
    `CREATE TRIGGER ${logName}_${event} AFTER ${event} ON ${table} REFERENCING ${rows} EXECUTE FUNCTION ${log}();`;
  return `
    CREATE FUNCTION ${log}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $log$
      BEGIN
        IF TG_OP = 'INSERT' THEN ${into} ${changed('new_rows')};
        ELSIF TG_OP = 'DELETE' THEN ${into} ${changed('old_rows')};
        ELSE ${into} ${changed('old_rows')} UNION ${changed('new_rows')};
        END IF;
        RETURN NULL;
      END $log$;
    ${trigger('insert', 'NEW TABLE AS new_rows')}
    ${trigger('update', 'OLD TABLE AS old_rows NEW TABLE AS new_rows')}
    ${trigger('delete', 'OLD TABLE AS old_rows')}`;
}

const maxLockingMs = 3_000;

/** Stops all writers, also those of the queue. Readers go on. */
export async function lockTables(source: Client, tables: string[]): Promise<void> {
  await source.query(`SET LOCAL statement_timeout = ${maxLockingMs}`);
  await source.query(`LOCK TABLE ${withQueue(tables).join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  await source.query('SET LOCAL statement_timeout = 0');
}

/** SQLSTATE 25006 is that of a replica: a service that still runs answers 503. */
export async function buildFence(source: Client, tables: string[], now: Date): Promise<void> {
  const other = await valueOf<string>(source, `UPDATE ${moveSchema}.state SET moved_at = $1 RETURNING other`, [now]);
  const message = source.escapeLiteral(`This database has moved to ${other?.replaceAll('%', '%%')}`);
  const fences = withQueue(tables).map(
    (table) =>
      `CREATE TRIGGER ${fenceName} BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table} EXECUTE FUNCTION ${moveSchema}.fence()`,
  );
  await source.query(`
    CREATE FUNCTION ${moveSchema}.fence() RETURNS trigger LANGUAGE plpgsql AS $fence$
      BEGIN RAISE ${message} USING ERRCODE = '25006'; END $fence$;
    GRANT USAGE ON SCHEMA ${moveSchema} TO PUBLIC; GRANT SELECT ON ${moveSchema}.state TO PUBLIC;
    ${fences.join(';')}`);
}

/**
 * Takes triggers, fence and log away. The functions do nothing at once; their triggers go table by table, because that
 * waits for the readers of a table, which may be a backup.
 */
export async function dropChangeLog(source: Client, signal: AbortSignal | undefined): Promise<void> {
  const functions = await rowsOf<{ name: string }>(
    source,
    `SELECT oid::regproc::text AS name FROM pg_proc WHERE pronamespace = to_regnamespace('${moveSchema}')`,
  );
  await inTransaction(source, 'READ WRITE', async () => {
    await source.query(
      [...functions.map(({ name }) => doingNothing(name)), `DROP TABLE IF EXISTS ${moveSchema}.state`].join(';'),
    );
  });
  const rows = await rowsOf<{ table: string; triggers: string[] }>(
    source,
    `SELECT tgrelid::regclass::text AS table, array_agg(quote_ident(tgname)) AS triggers
     FROM pg_trigger WHERE tgname IN ('${fenceName}', '${logName}_insert', '${logName}_update', '${logName}_delete')
     GROUP BY tgrelid ORDER BY tgrelid`,
  );
  for (const { table, triggers } of rows)
    await whenFree(
      source,
      signal,
      () => source.query(triggers.map((name) => `DROP TRIGGER ${name} ON ${table}`).join(';')),
      maxTries,
    );
  await source.query(`DROP SCHEMA IF EXISTS ${moveSchema} CASCADE`);
}

const doingNothing = (name: string) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`;

/** Requests wait behind a lock that is waited for, so the first waits are short. */
const shortWaitMs = 200;
/** Longer than deadlock_timeout, because only after that an autovacuum gives way. */
const longWaitMs = 1_500;
const defaultShortTries = 5;
const maxTries = 120;
const pauseMs = 500;

/** Does the work in a transaction, again and again until its locks are free. */
export async function whenFree<T>(
  source: Client,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
  shortTries = defaultShortTries,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(source, 'READ WRITE', async () => {
        await source.query(`SET LOCAL lock_timeout = ${tries <= shortTries ? shortWaitMs : longWaitMs}`);
        return work();
      });
    } catch (error) {
      if (!isLockBusy(error) && !tookTooLong(error)) throw error;
      if (tries === maxTries)
        throw new CommandError(
          'Other statements held locks on the source for minutes. Look for long transactions (pg_stat_activity), and run the command again.',
        );
      await sleep(pauseMs, undefined, { signal });
    }
  }
}
