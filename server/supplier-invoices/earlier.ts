/**
 * For SQL with the company as $1: `wanted` of the first invoice that has these values in these columns, by which there is an index; otherwise
 * NULL. It reads the first invoice that is not before the values and compares: asked for equal values, PostgreSQL plans for a small table to
 * read all invoices of the company by their ids, and keeps that plan while the table grows.
 */
export const first = (columns: string[], values: string[], wanted: string, order = columns, where = 'true') => `(
  SELECT CASE WHEN ${columns.map((column, at) => `nearest.${column} = ${values[at]}`).join(' AND ')} THEN ${wanted} END
  FROM (
    SELECT supplier_invoices.* FROM supplier_invoices
    WHERE company_id = $1 AND ${where} AND (${columns.join(', ')}) >= (${values.join(', ')})
    ORDER BY ${order.join(', ')} LIMIT 1
  ) AS nearest)`;

/** The same of the invoices of one supplier, by one of their keys. */
export const firstOfSupplier = (key: string, value: string, wanted: string) =>
  first(
    ['supplier_number', key],
    ['input.supplier_number', value],
    wanted,
    ['supplier_number', key, 'id'],
    `${key} IS NOT NULL`,
  );
