import { expect, it } from 'vitest';
import { placementOf } from '../ground/db/citus/distribute.ts';
import type { Client } from '../ground/db/connect/client.ts';
import { withClient } from '../ground/db/connect/with-client.ts';
import { readTables } from '../ground/db/tables.ts';
import { ownDatabaseForThisTest } from '../testing/database.ts';

interface Schema {
  /** Columns of primary keys and of unique indexes. */
  keys: { table: string; name: string; columns: string[] }[];
  foreignKeys: { table: string; parent: string; name: string; columns: string[]; onDelete: string }[];
  triggers: { table: string; name: string }[];
  /** Columns that take their value from a sequence. */
  sequences: { table: string; name: string }[];
}

const columnsOf = (numbers: string, relation: string) =>
  `ARRAY (SELECT attname::text FROM pg_attribute WHERE attrelid = ${relation} AND attnum = ANY (${numbers}))`;
const own = `relnamespace = 'public'::regnamespace`;

const schemaStatement = `
  SELECT
    (SELECT json_agg(json_build_object('table', relname, 'name', indexrelid::regclass, 'columns', ${columnsOf('indkey', 'indrelid')}))
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE ${own} AND indisunique) AS keys,
    (SELECT json_agg(json_build_object('table', relname, 'parent', confrelid::regclass, 'name', conname, 'onDelete', confdeltype,
       'columns', ${columnsOf('conkey', 'conrelid')}))
     FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE ${own} AND contype = 'f') AS "foreignKeys",
    (SELECT coalesce(json_agg(json_build_object('table', relname, 'name', tgname)), '[]')
     FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE ${own} AND NOT tgisinternal) AS triggers,
    (SELECT json_agg(json_build_object('table', relname, 'name', relname || '.' || attname))
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE ${own} AND relkind = 'r' AND attnum > 0 AND (attidentity <> '' OR EXISTS (
       SELECT FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum AND pg_get_expr(adbin, adrelid) LIKE 'nextval(%'))) AS sequences`;

const keyName = ({ name }: { name: string }) => name;

/** The rules of Citus that the schema breaks. */
async function faultsIn(client: Client): Promise<Record<string, string[]>> {
  const tables = await readTables(client);
  const { keys, foreignKeys, triggers, sequences } = ((await client.query(schemaStatement)) as { rows: Schema[] })
    .rows[0] as Schema;
  const placements = new Map(tables.map((table) => [table.name, placementOf(table)]));
  const isDistributed = ({ table }: { table: string }) => placements.get(table) === 'distributed';
  const isPlaced = ({ table }: { table: string }) => placements.get(table) !== undefined;
  const lacksCompany = ({ columns }: { columns: string[] }) => !columns.includes('company_id');
  return {
    'a key without company_id': keys.filter((key) => isDistributed(key) && lacksCompany(key)).map(keyName),
    'a foreign key without company_id': foreignKeys
      .filter((key) => isDistributed(key) && isDistributed({ table: key.parent }) && lacksCompany(key))
      .map(keyName),
    'a foreign key from another table to one of a company': foreignKeys
      .filter((key) => !isDistributed(key) && isDistributed({ table: key.parent }))
      .map(keyName),
    'ON DELETE SET NULL or SET DEFAULT': foreignKeys
      .filter((key) => isPlaced(key) && ['n', 'd'].includes(key.onDelete))
      .map(keyName),
    'a trigger': triggers.filter(isPlaced).map(keyName),
    'a column with a sequence': sequences.filter(isPlaced).map(keyName),
  };
}

it('Citus takes the schema of every table, so a migration that it would refuse fails here', async () => {
  const { connection } = await ownDatabaseForThisTest('It changes the schema.');
  await withClient(connection, 'test', async (client) => {
    expect(Object.values(await faultsIn(client)).flat()).toEqual([]);
    await client.query(`
      CREATE TABLE new_orders (
        company_id uuid, id bigserial PRIMARY KEY, invoice uuid, UNIQUE (company_id, invoice),
        FOREIGN KEY (company_id, invoice) REFERENCES supplier_invoices (company_id, id) ON DELETE SET NULL);
      CREATE TABLE new_lines (company_id uuid, "order" bigint CONSTRAINT new_lines_order REFERENCES new_orders (id));
      ALTER TABLE operator_sessions ADD COLUMN "order" bigint CONSTRAINT sessions_order REFERENCES new_orders (id);
      CREATE TRIGGER new_trigger BEFORE UPDATE ON suppliers EXECUTE FUNCTION suppress_redundant_updates_trigger();`);
    expect(await faultsIn(client)).toEqual({
      'a key without company_id': ['new_orders_pkey'],
      'a foreign key without company_id': ['new_lines_order'],
      'a foreign key from another table to one of a company': ['sessions_order'],
      'ON DELETE SET NULL or SET DEFAULT': ['new_orders_company_id_invoice_fkey'],
      'a trigger': ['new_trigger'],
      'a column with a sequence': ['new_orders.id'],
    });
  });
});
