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
