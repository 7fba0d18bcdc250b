/** A look-up of one row of the company $1, by the columns that follow company_id in an index of the table. */
interface Lookup {
  table: string;
  columns: string[];
  values: string[];
  /** The index's own order, if it has more columns. */
  order?: string[];
  where?: string;
}

/**
 * For SQL: `wanted` of the first row that has these values, otherwise NULL. It reads the first row that is not before the values and compares:
 * asked for equal values, PostgreSQL plans for a small table to read all of a company, and keeps that plan while the table grows.
 */
export const first = ({ table, columns, values, order = columns, where = 'true' }: Lookup, wanted: string) => `(
  SELECT CASE WHEN ${columns.map((column, at) => `nearest.${column} = ${values[at]}`).join(' AND ')} THEN ${wanted} END
  FROM (
    SELECT ${table}.* FROM ${table}
    WHERE company_id = $1 AND ${where} AND (${columns.join(', ')}) >= (${values.join(', ')})
    ORDER BY ${order.join(', ')} LIMIT 1
  ) AS nearest)`;
