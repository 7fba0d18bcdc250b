import { type Db, columnOf } from '../pool.ts';
import { readTables, type Table } from '../tables.ts';

/**
 * Small tables that statements of every company read. Citus keeps a copy on each node, and a write changes all of them
 * at once, so nothing here may be written by an ordinary request.
 */
export const referenceTables: ReadonlySet<string> = new Set([
  'companies',
  'partners',
  'clients',
  'access_tokens',
  'operators',
  'operator_companies',
]);

/** Tables without a company stay on the coordinator, such as sessions of operators and the list of migrations. */
export type Placement = 'reference' | 'distributed';

export interface PlacedTable {
  name: string;
  placement: Placement;
}

/** Undefined for a table that stays on the coordinator. */
export const placementOf = ({ name, ofCompany }: Pick<Table, 'name' | 'ofCompany'>): Placement | undefined =>
  referenceTables.has(name) ? 'reference' : ofCompany ? 'distributed' : undefined;

/** Reference tables come first, then the table with which all others are placed. */
const rankOf = ({ name, placement }: PlacedTable) =>
  placement === 'reference' ? 0 : name === 'company_counters' ? 1 : 2;

/** Tables that are not placed yet, in the order in which Citus takes them: a table comes after those it refers to. */
export async function tablesToPlace(db: Db): Promise<PlacedTable[]> {
  const placed = new Set(
    await columnOf<string>(db, 'SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition'),
  );
  return (await readTables(db))
    .flatMap((table) => {
      const placement = placed.has(table.name) ? undefined : placementOf(table);
      return placement === undefined ? [] : [{ name: table.name, placement }];
    })
    .sort((one, other) => rankOf(one) - rankOf(other));
}

/**
 * For transactions that change or fill all tables; a plain PostgreSQL ignores them. One connection per worker lets a
 * transaction use all kinds of tables. Tables that refer to reference tables, such as those of sessions, stay ordinary tables.
 */
export const clusterSettings = `
  SET LOCAL citus.multi_shard_modify_mode = 'sequential';
  SET LOCAL citus.enable_local_reference_table_foreign_keys = off`;

/** Run it in a transaction. */
export async function placeTable(tx: Db, { name, placement }: PlacedTable): Promise<void> {
  // Tables that refer to reference tables, such as those of sessions, stay ordinary tables.
  await tx.query('SET LOCAL citus.enable_local_reference_table_foreign_keys = off');
  if (placement === 'reference') await tx.query('SELECT create_reference_table($1::text::regclass)', [name]);
  else
    await tx.query(`SELECT create_distributed_table($1::text::regclass, 'company_id', colocate_with => $2)`, [
      name,
      name === 'company_counters' ? 'none' : 'company_counters',
    ]);
}

/**
 * Citus takes one statement at a time. A new table is placed before anything is written to it. Returns the result of
 * the last statement.
 */
export async function runOneByOne(tx: Db, text: string): Promise<unknown> {
  let result: unknown;
  for (const statement of splitStatements(text)) {
    result = await tx.query(statement);
    if (/^CREATE TABLE\b/i.test(statement)) for (const table of await tablesToPlace(tx)) await placeTable(tx, table);
  }
  return result;
}

/**
 * Strings, quoted names, dollar quotes and comments may contain semicolons. Comments must not be nested, and bodies of
 * functions must be quoted.
 */
const token =
  /(?<comment>--[^\n]*|\/\*[^]*?\*\/)|(?<![\w$])e'(?:[^'\\]|\\[^]|'')*'|'[^']*'|"[^"]*"|(?<![\w$])\$([a-z_]\w*)?\$[^]*?\$\2\$|(?<end>;)|[^]/gi;

/** The statements of an SQL text, without comments. */
export function splitStatements(text: string): string[] {
  const statements = [''];
  for (const { 0: found, groups } of text.matchAll(token))
    if (groups?.['end'] !== undefined) statements.push('');
    else statements[statements.length - 1] += groups?.['comment'] === undefined ? found : ' ';
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== '');
}
