/** Whether a statement is for one item or for any number of them. */
export type HowMany = 'one' | 'many';

/** A column of the rows that a batch hands to its statement. */
export interface Column<Item> {
  name: string;
  type: 'uuid' | 'text' | 'bytea' | 'integer' | 'timestamptz' | 'json' | 'jsonb';
  /** For json and jsonb the JSON text, which must not be missing. */
  of: (item: Item) => string | undefined;
}

/**
 * The part `input` of a batch's statement, with a row for each item and `place` as its number; its parameters begin
 * at $`first`. A batch of one is by far the most common at low load, and without arrays to take apart its statement takes
 * about a third less time.
 */
export function batchInput<Item>(columns: Column<Item>[], first = 3) {
  const number = (at: number) => `$${at + first}`;
  const one = columns.map(({ name, type }, at) => `${number(at)}::${type} AS ${name}`).join(', ');
  const arrays = columns
    .map(({ type }, at) =>
      type === 'jsonb' ? `jsonb_array_elements(${number(at)}::jsonb)` : `unnest(${number(at)}::${type}[])`,
    )
    .join(', ');
  const names = columns.map(({ name }) => name).join(', ');
  // Of an array PostgreSQL knows how long it is when it plans for it, and guesses when it plans for all to come: a short batch then looks cheaper with
  // a plan of its own, which is made anew each time. Of JSON it always expects the same.
  const inputs = {
    one: `input AS NOT MATERIALIZED (SELECT ${one}, 1 AS place)`,
    many: `input AS (SELECT ${names}, place FROM ROWS FROM (${arrays}, jsonb_array_elements('[]')) WITH ORDINALITY AS input (${names}, none, place))`,
  };

  return {
    /** A statement for one item and one for many, with their names. */
    statements: (name: string, statement: (input: string, howMany: HowMany) => string) => ({
      one: { name: `${name}-one`, text: statement(inputs.one, 'one') },
      many: { name: `${name}-many`, text: statement(inputs.many, 'many') },
    }),
    values: (items: Item[], howMany: HowMany = items.length === 1 ? 'one' : 'many'): unknown[] =>
      howMany === 'one'
        ? columns.map(({ of }) => of(items[0] as Item))
        : columns.map(({ type, of }) => {
            if (type === 'jsonb') return `[${items.map(of).join(',')}]`;
            return type === 'json'
              ? binaryArrayOf(items, of)
              : arrayOf(items, of, type === 'uuid' || type === 'integer');
          }),
  };
}

/** An array as PostgreSQL writes it, in one go: the driver's own way, element by element, costs a busy door several times as much. */
function arrayOf<Item>(items: Item[], of: Column<Item>['of'], isPlain: boolean): string {
  let text = '{';
  for (const item of items) {
    const value = of(item);
    if (text.length > 1) text += ',';
    if (value === undefined) text += 'NULL';
    else text += isPlain ? value : `"${value.replace(special, '\\$&')}"`;
  }
  return `${text}}`;
}

const special = /["\\]/g;

/** PostgreSQL's number of the type json, which is the same everywhere. */
const oidOfJson = 114;

/** An array of json in PostgreSQL's binary form: each text is read once, and neither quoted nor found again within the others. */
function binaryArrayOf<Item>(items: Item[], of: Column<Item>['of']): Buffer {
  const texts = items.map((item) => of(item) as string);
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, 20));
  // One dimension, no NULL, the type, how many elements, numbered from 1.
  let at = 0;
  for (const number of [1, 0, oidOfJson, texts.length, 1]) at = bytes.writeInt32BE(number, at);
  texts.forEach((text, place) => {
    at = bytes.writeInt32BE(sizes[place] as number, at);
    at += bytes.write(text, at);
  });
  return bytes;
}
