import { afterAll, expect, it } from 'vitest';
import { fillTables } from './generated-rows.ts';
import { openOwnDatabase } from './database.ts';
import { transaction } from '../ground/db/pool.ts';
import { createPool } from '../ground/db/connect/create-pool.ts';
import { readTables } from '../ground/db/tables.ts';

const database = await openOwnDatabase('It adds tables to the database.');
const pool = createPool({ connection: database.connection, size: 2, onIdleError: () => undefined });
afterAll(async () => {
  await pool.end();
  await database.drop();
});
const others = (await readTables(pool)).map(({ name }) => name).filter((name) => name !== 'companies');

class RolledBack extends Error {}

/** Fills companies and a new table, and counts its rows; the table is gone afterwards. */
async function fillNew(columns: string): Promise<number> {
  let count = 0;
  await transaction(pool, async (tx) => {
    await tx.query(`CREATE TABLE novelties (id uuid PRIMARY KEY, ${columns})`);
    await fillTables(tx, { seed: 1, without: others, files: { hashes: [], size: 0 } });
    count = (await tx.query('SELECT FROM novelties')).rowCount ?? 0;
    throw new RolledBack();
  }).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return count;
}

it.each([
  [
    "state text NOT NULL CHECK (state IN ('new', 'old')), ended_at timestamptz, CHECK ((state = 'old') = (ended_at IS NOT NULL))",
  ],
  ['company_id uuid NOT NULL, parent uuid REFERENCES companies (id), amounts jsonb'],
])('a new table is filled by what the schema says: %s', async (columns) => {
  expect(await fillNew(columns)).toBeGreaterThan(3);
});

it.each([
  ['shape point NOT NULL', 'no values of the type point'],
  ["code text NOT NULL CHECK (code ~ '^[a-z]{40}$')", 'cannot fill novelties (id: a value; code: a value)'],
])('a new column that cannot be filled is an error that names it: %s', async (columns, message) => {
  await expect(fillNew(columns)).rejects.toThrow(message);
});
