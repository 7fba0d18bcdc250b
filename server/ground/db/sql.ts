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
