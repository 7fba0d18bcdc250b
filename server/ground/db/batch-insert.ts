import type { QueryResultRow } from 'pg';
import { batchInput, type Column } from './input.ts';
import type { CompanyId, Db } from './pool.ts';

export type WithCreatedAt<Item> = Item & { createdAt: string };

/** The column created_at, for items that `dated` returns. */
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
    const { rows } = await db.query<Row>({ ...statement, values: [company, ...input.values(items)] });
    return rows;
  };
}
