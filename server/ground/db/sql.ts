export interface Sql {
  text: string;
  values: unknown[];
}

/** Values become parameters, fragments are inserted: sql`name = ${value}`. */
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

/** For trusted text such as a column's name; never for input. */
export const raw = (text: string): Sql => ({ text, values: [] });

export const joined = (parts: Sql[], separator: string): Sql =>
  parts.reduce((all, part, at) => (at === 0 ? part : sql`${all}${raw(separator)}${part}`), raw(''));

/** A look-up of one row of a company, by the columns that follow company_id in an index. */
interface Lookup {
  table: string;
  columns: string[];
  values: string[];
  /** Needed if the index has more columns than `columns`. */
  order?: string[];
  where?: string;
  company?: string;
}

/**
 * SQL for `wanted` of the first matching row, otherwise NULL. It reads the first row at or after the values and
 * compares them: for a plain equality PostgreSQL plans a scan of the company's rows while the table is small, and keeps
 * that plan while the table grows.
 */
export const first = (
  { table, columns, values, order = columns, where = 'true', company = '$1' }: Lookup,
  wanted: string,
) => `(
  SELECT CASE WHEN ${columns.map((column, at) => `nearest.${column} = ${values[at]}`).join(' AND ')} THEN ${wanted} END
  FROM (
    SELECT ${table}.* FROM ${table}
    WHERE company_id = ${company} AND ${where} AND (${columns.join(', ')}) >= (${values.join(', ')})
    ORDER BY ${order.join(', ')} LIMIT 1
  ) AS nearest)`;
