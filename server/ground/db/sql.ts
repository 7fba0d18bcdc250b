/** A piece of a statement that is put together at run time; its values stay parameters. */
export interface Sql {
  text: string;
  values: unknown[];
}

/** sql`name = ${value}`: each value becomes a parameter, each piece of SQL is put in place. */
export function sql(strings: TemplateStringsArray, ...parts: unknown[]): Sql {
  const values: unknown[] = [];
  const text = strings.reduce((before, string, at) => {
    const part = parts[at - 1];
    if (!isSql(part)) return `${before}$${values.push(part)}${string}`;
    const shifted = part.text.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + values.length}`);
    values.push(...part.values);
    return before + shifted + string;
  });
  return { text, values };
}

const isSql = (part: unknown): part is Sql =>
  typeof part === 'object' && part !== null && 'text' in part && 'values' in part;

/** Text of our own, such as a column's name; never anything from a request. */
export const raw = (text: string): Sql => ({ text, values: [] });

export const joined = (parts: Sql[], separator: string): Sql =>
  parts.reduce((all, part, at) => (at === 0 ? part : sql`${all}${raw(separator)}${part}`), raw(''));

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
