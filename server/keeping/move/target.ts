import { rowOf, rowsOf } from '../../ground/db/pool.ts';
import { inTransaction } from './connections.ts';
import { stateTable } from './source.ts';
import { areTablesDistributed } from '../../ground/db/citus/cluster.ts';
import type { Client } from '../../ground/db/connect/client.ts';
import { moveSchema } from '../../ground/db/moved.ts';
import { hasTable, quoted, type Table } from '../../ground/db/tables.ts';
import { beginUnfinished, endUnfinished, readUnfinished } from '../../ground/db/unfinished.ts';

/** Marks the target, so that no service uses it. A target that an earlier move has marked gets the new id. */
export const claimTarget = (target: Client, id: string, source: string, now: Date): Promise<void> =>
  inTransaction(target, 'READ WRITE', async () => {
    if ((await readUnfinished(target)) === undefined)
      await beginUnfinished(target, { kind: 'move', source, beganAt: now });
    await target.query(
      `CREATE SCHEMA IF NOT EXISTS ${moveSchema}; DROP TABLE IF EXISTS ${moveSchema}.state, ${moveSchema}.copied; ${stateTable}`,
    );
    await target.query(`INSERT INTO ${moveSchema}.state (id, other, began_at) VALUES ($1, $2, $3)`, [id, source, now]);
  });

/** Citus hides its shards from pg_class, and only there. */
const foreignKeys = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(pg_constraint.oid) AS definition
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Empties the tables, and takes the foreign keys away: a child that is copied later may have a parent that came after
 * the parents were copied. Does nothing if this move has done it. An earlier move may have taken the keys away already.
 */
export const prepareTables = (target: Client, tables: Table[]): Promise<void> =>
  inTransaction(target, 'READ WRITE', async () => {
    if (await hasTable(target, `${moveSchema}.copied`)) return;
    await target.query(`
      CREATE TABLE ${moveSchema}.copied (relation text NOT NULL, company uuid);
      CREATE TABLE IF NOT EXISTS ${moveSchema}.foreign_keys (
        "table" text, name text, definition text, PRIMARY KEY ("table", name));
      INSERT INTO ${moveSchema}.foreign_keys ${foreignKeys} ON CONFLICT DO NOTHING`);
    for (const { table, name } of await recordedKeys(target))
      await target.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}`);
    await target.query(`TRUNCATE ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  });

/**
 * Deferred until the commit, because changed rows are deleted and inserted again. Citus cannot end the deferral, so
 * there the keys are added when the target is released; its rows are those of the source by then.
 */
export const addForeignKeys = (target: Client): Promise<void> =>
  inTransaction(target, 'READ WRITE', async () => {
    if (await areTablesDistributed(target)) return;
    for (const key of await missingKeys(target)) await addKey(target, key, 'DEFERRABLE INITIALLY DEFERRED');
  });

/** Undefined until everything was compared. Rows that arrive later are compared at once. */
export async function readVerifiedRows(target: Client): Promise<number | undefined> {
  const state = await rowOf<{ rows: string | null }>(target, `SELECT verified_rows AS rows FROM ${moveSchema}.state`);
  return state === undefined || state.rows === null ? undefined : Number(state.rows);
}

export const saveVerifiedRows = (target: Client, rows: number): Promise<unknown> =>
  target.query(`UPDATE ${moveSchema}.state SET verified_rows = $1`, [rows]);

/** From now on services may use the target. */
export const releaseTarget = (target: Client): Promise<void> =>
  inTransaction(target, 'READ WRITE', async () => {
    const missing = await missingKeys(target);
    for (const { table, name } of await recordedKeys(target))
      if (!isOneOf(missing, { table, name }))
        await target.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${name} NOT DEFERRABLE`);
    for (const key of missing) await addKey(target, key);
    await target.query(`DROP SCHEMA ${moveSchema} CASCADE`);
    await endUnfinished(target);
  });

async function missingKeys(target: Client): Promise<ForeignKey[]> {
  const there = await rowsOf<ForeignKey>(target, foreignKeys);
  return (await recordedKeys(target)).filter((key) => !isOneOf(there, key));
}

const isOneOf = (keys: readonly ForeignKey[], { table, name }: Omit<ForeignKey, 'definition'>) =>
  keys.some((one) => one.table === table && one.name === name);

const addKey = (target: Client, { table, name, definition }: ForeignKey, deferral = ''): Promise<unknown> =>
  target.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition} ${deferral}`);

const recordedKeys = (target: Client): Promise<ForeignKey[]> =>
  rowsOf(target, `SELECT * FROM ${moveSchema}.foreign_keys`);
