import type { QueryResultRow } from 'pg';
import { type CompanyId, type Db, rowsOf } from './pool.ts';

export interface Column<Item> {
  name: string;
  type: 'uuid' | 'text' | 'bytea' | 'integer' | 'bigint' | 'date' | 'timestamptz' | 'json' | 'jsonb';
  /** For json and jsonb the JSON text, which must not be undefined. */
  of: (item: Item) => string | undefined;
}

/**
 * The CTE `input` of a batch's statement, with one row per item, numbered by `ordinal`; its parameters begin at $`first`.
 * At low load nearly every batch has one item, and without unnesting arrays its statement takes about a third less
 * time.
 */
export function batchInput<Item>(columns: Column<Item>[], first = 3, as = 'input') {
  const number = (at: number) => `$${at + first}`;
  const one = columns.map(({ name, type }, at) => `${number(at)}::${type} AS ${name}`).join(', ');
  const arrays = columns
    .map(({ type }, at) =>
      type === 'jsonb' ? `jsonb_array_elements(${number(at)}::jsonb)` : `unnest(${number(at)}::${type}[])`,
    )
    .join(', ');
  const names = columns.map(({ name }) => name).join(', ');
  // The join with an empty JSON array fixes the planner's row estimate. For unnest alone, PostgreSQL knows the real
  // length in a custom plan and guesses in a generic one, so short batches look cheaper with a custom plan, which would
  // be made anew each time.
  const rows = `ROWS FROM (${arrays}, jsonb_array_elements('[]')) WITH ORDINALITY AS ${as} (${names}, none, ordinal)`;

  return {
    /** The many rows, for FROM. */
    rows,
    statements: (name: string, statement: (input: string) => string) => ({
      one: { name: `${name}-one`, text: statement(`input AS NOT MATERIALIZED (SELECT ${one}, 1 AS ordinal)`) },
      many: { name: `${name}-many`, text: statement(`input AS (SELECT ${names}, ordinal FROM ${rows})`) },
    }),
    values: (items: readonly Item[], howMany: 'one' | 'many' = items.length === 1 ? 'one' : 'many'): unknown[] =>
      howMany === 'one'
        ? columns.map(({ of }) => of(items[0] as Item))
        : columns.map(({ type, of }) => {
            if (type === 'jsonb') return `[${items.map(of).join(',')}]`;
            return type === 'json' ? binaryArrayOf(items, of) : arrayOf(items, of, isBareType(type));
          }),
  };
}

/**
 * Writes a PostgreSQL array literal in one pass: the driver's own way, element by element, takes several times as long.
 * Undefined if no item has a value: PostgreSQL fills up the shorter of several arrays with NULL.
 */
export function arrayOf<Item>(items: readonly Item[], of: Column<Item>['of'], isBare: boolean): string | undefined {
  let isEmpty = true;
  let text = '{';
  for (const item of items) {
    const value = of(item);
    if (text.length > 1) text += ',';
    if (value === undefined) text += 'NULL';
    else text += isBare ? value : `"${value.replace(special, '\\$&')}"`;
    isEmpty &&= value === undefined;
  }
  return isEmpty ? undefined : `${text}}`;
}

/** Values that need no quotes in an array. */
const isBareType = (type: Column<never>['type']) => ['uuid', 'integer', 'bigint', 'date'].includes(type);

const special = /["\\]/g;

const oidOfJson = 114;

/** An array of json in PostgreSQL's binary format: texts need no quoting and are not scanned again. */
function binaryArrayOf<Item>(items: readonly Item[], of: Column<Item>['of']): Buffer {
  const texts = items.map((item) => of(item) as string);
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, 20));
  let at = 0;
  for (const number of [1, 0, oidOfJson, texts.length, 1]) at = bytes.writeInt32BE(number, at);
  texts.forEach((text, index) => {
    at = bytes.writeInt32BE(sizes[index] as number, at);
    at += bytes.write(text, at);
  });
  return bytes;
}

export type WithCreatedAt<Item> = Item & { createdAt: string };

/** The column created_at, for items that `withCreatedAt` returns. */
export const createdAt: Column<WithCreatedAt<object>> = {
  name: 'created_at',
  type: 'timestamptz',
  of: (item) => item.createdAt,
};

export function withCreatedAt<Item>(items: readonly Item[], now: Date): WithCreatedAt<Item>[] {
  const at = now.toISOString();
  return items.map((item) => ({ ...item, createdAt: at }));
}

/**
 * An INSERT of a batch's items into a table of the company, which must have its counters. On Citus either form is one
 * task, and the plan of the one for a single row is cached. `then` follows the rows, such as RETURNING.
 */
export function batchInsert<Item, Row extends QueryResultRow>(
  name: string,
  table: string,
  columns: Column<Item>[],
  then = '',
) {
  const input = batchInput(columns, 2);
  const names = columns.map((column) => column.name);
  const into = `INSERT INTO ${table} (company_id, ${names.join(', ')})`;
  const parameters = columns.map(({ type }, at) => `$${at + 2}::${type}`).join(', ');
  const selected = names.map((column) => `input.${column}`).join(', ');
  const one = { name: `${name}-one`, text: `${into} VALUES ($1, ${parameters}) ${then}` };
  const many = {
    name: `${name}-many`,
    text: `${into} SELECT owner.company_id, ${selected} FROM company_counters AS owner CROSS JOIN ${input.rows}
           WHERE owner.company_id = $1 ORDER BY ordinal ${then}`,
  };

  return async (db: Db, company: CompanyId, items: Item[]): Promise<Row[]> => {
    if (items.length === 0) return [];
    const statement = items.length === 1 ? one : many;
    return rowsOf<Row>(db, { ...statement, values: [company, ...input.values(items)] });
  };
}
