import { randomUUID } from 'node:crypto';
import { audit } from '../audit/record.ts';
import { noCompany, type CompanyId, type Db } from '../ground/db/pool.ts';
import { readTables, type Table } from '../ground/db/tables.ts';
import { createRandom, special, valuesOf, type NamedFiles, type Random } from './generated-values.ts';

/** A column as the catalogue of the database describes it. */
interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  /** Part of a unique key: its values must differ. */
  isKey: boolean;
  /** The only values that a CHECK allows. */
  listed: string[] | null;
}

interface Schema {
  columns: Column[];
  checks: string[];
  parents: { table: string; columns: string[]; parentColumns: string[] }[];
}

const schemaStatement = `
  SELECT
    (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, NULL), 'isNullable', NOT attnotnull,
       'isKey', EXISTS (SELECT FROM pg_index WHERE indrelid = attrelid AND indisunique AND attnum = ANY (indkey)),
       'listed', (SELECT json_agg(match[1]) FROM pg_constraint
                  CROSS JOIN regexp_matches(pg_get_constraintdef(oid), '''([^'']*)''::text', 'g') AS match
                  WHERE conrelid = attrelid AND contype = 'c' AND conkey = ARRAY[attnum]
                    AND pg_get_constraintdef(oid) LIKE '%= ANY (ARRAY[%')) ORDER BY attnum)
     FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
    (SELECT coalesce(json_agg(pg_get_expr(conbin, conrelid)), '[]') FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype = 'c') AS checks,
    (SELECT coalesce(json_agg(json_build_object('table', confrelid::regclass::text,
       'columns', (SELECT json_agg(attname ORDER BY ordinal) FROM unnest(conkey) WITH ORDINALITY AS part (attnum, ordinal)
                   JOIN pg_attribute USING (attnum) WHERE attrelid = conrelid),
       'parentColumns', (SELECT json_agg(attname ORDER BY ordinal) FROM unnest(confkey) WITH ORDINALITY AS part (attnum, ordinal)
                         JOIN pg_attribute USING (attnum) WHERE attrelid = confrelid))), '[]')
     FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f') AS parents`;

const quoted = (name: string) => `"${name}"`;
const rowsAtOnce = 12;
const maxBatches = 100;

/** Chained, so they are written by the service's own function. */
const chained = new Set(['audit_heads', 'audit_log']);

export interface FilledTables {
  /** Companies with rows in every table that can have them: also those that the table `companies` does not have. */
  companies: CompanyId[];
  seed: number;
}

/**
 * Fills every table of the schema, except `without`, with rows of several companies, of a sandbox, of no company and of
 * a company that was removed. Columns, checks and foreign keys come from the catalogue; a column that it cannot fill is
 * an error that names it. Attachments name `files`.
 */
export async function fillTables(
  db: Db,
  { seed, without, files }: { seed: number; without: readonly string[]; files: NamedFiles },
): Promise<FilledTables> {
  const random = createRandom(seed);
  const tables = (await readTables(db)).filter(({ name }) => !without.includes(name) && !chained.has(name));
  const companiesTable = tables.find(({ name }) => name === 'companies') as Table;
  const before = await companiesOf(db);
  await fillTable(db, companiesTable, [undefined], [], { random, files });
  const created = (await companiesOf(db)).filter(({ id }) => !before.some((one) => one.id === id));
  const companies = [false, true]
    .flatMap((isSandbox) =>
      created.filter(({ sandboxOf }) => (sandboxOf !== null) === isSandbox).slice(0, isSandbox ? 1 : 2),
    )
    .map(({ id }) => id);
  companies.push(noCompany, randomUUID() as CompanyId);
  const others = created.map(({ id }) => id).filter((id) => !companies.includes(id));
  for (const table of tables)
    if (table !== companiesTable)
      await fillTable(db, table, table.ofCompany ? companies : [undefined], others, { random, files });
  await db.query(
    `UPDATE company_counters SET event_seq = (SELECT max(seq) FROM events WHERE events.company_id = company_counters.company_id)
     WHERE company_id = ANY ($1)`,
    [companies],
  );
  for (const company of companies) await fillChain(db, company, random);
  return { companies, seed };
}

const companiesOf = async (db: Db) =>
  (
    await db.query<{ id: CompanyId; sandboxOf: string | null }>(
      `SELECT id, sandbox_of AS "sandboxOf" FROM companies ORDER BY id`,
    )
  ).rows;

interface ValueSources {
  random: Random;
  files: NamedFiles;
}

/**
 * Each column gets a value, each nullable one also NULL, and each listed value is in at least one row. Rows of `others`
 * are added for tables with one row per company.
 */
async function fillTable(
  db: Db,
  { name, ofCompany }: Pick<Table, 'name' | 'ofCompany'>,
  companies: readonly (CompanyId | undefined)[],
  others: readonly CompanyId[],
  sources: ValueSources,
): Promise<void> {
  const schema = (await db.query<Schema>(schemaStatement, [quoted(name)])).rows[0] as Schema;
  const missing = new Set(
    schema.columns.flatMap((column) => [
      `${column.name}: a value`,
      ...(column.isNullable ? [`${column.name}: NULL`] : []),
      ...(column.listed ?? []).map((value) => `${column.name}: ${value}`),
    ]),
  );
  const cover = (rows: GeneratedRow[]) => {
    for (const row of rows)
      for (const [at, column] of schema.columns.entries()) {
        missing.delete(`${column.name}: ${row[at] === null ? 'NULL' : 'a value'}`);
        missing.delete(`${column.name}: ${row[at]}`);
      }
  };
  cover(
    (await db.query<{ row: GeneratedRow }>(`SELECT ${rowOf(schema)} FROM ${quoted(name)}`)).rows.map(({ row }) => row),
  );
  const owners = ofCompany ? [...companies, ...others] : companies;
  const ordinals = new Map<CompanyId | undefined, number>();
  for (let batch = 0; batch < companies.length || (missing.size > 0 && batch < maxBatches); batch++) {
    const company = owners[batch % owners.length];
    const first = ordinals.get(company) ?? 1;
    const rows = await candidatesOf(db, name, schema, { ...sources, company, first });
    ordinals.set(company, first + rows.length);
    cover(await insertValid(db, name, schema, rows));
  }
  if (missing.size > 0)
    throw new Error(
      `generated-rows.ts cannot fill ${name} (${[...missing].join('; ')}): describe the column in generated-values.ts`,
    );
}

type GeneratedRow = (string | null)[];

const rowOf = ({ columns }: Pick<Schema, 'columns'>) =>
  `ARRAY[${columns.map(({ name }) => `${quoted(name)}::text`).join(', ')}] AS row`;

async function candidatesOf(
  db: Db,
  table: string,
  { columns, checks, parents }: Schema,
  { random, files, company, first }: ValueSources & { company: CompanyId | undefined; first: number },
): Promise<GeneratedRow[]> {
  const references: { columns: string[]; keys: GeneratedRow[] }[] = [];
  for (const parent of parents) {
    const ofCompany = parent.parentColumns.includes('company_id');
    const { rows } = await db.query<{ key: GeneratedRow }>(
      `SELECT ARRAY[${parent.parentColumns.map((column) => `${quoted(column)}::text`).join(', ')}] AS key
       FROM ${parent.table} ${ofCompany ? 'WHERE company_id = $1' : ''} ORDER BY 1`,
      ofCompany ? [company] : [],
    );
    references.push({ columns: parent.columns, keys: rows.map(({ key }) => key) });
  }
  // Checks refuse most rows of some tables.
  const length = rowsAtOnce * (checks.length > 2 ? 5 : 1);
  return Array.from({ length }, (_, at) => {
    const context = { random, ordinal: first + at, isShared: company === undefined };
    const row = columns.map((column): string | null => {
      if (column.name === 'company_id') return company as string;
      if (column.isNullable && random.below(3) === 0) return null;
      const described = special[`${table}.${column.name}`];
      if (described !== undefined) return described({ ...context, files });
      if (column.listed !== null) return random.of(column.listed);
      return valuesOf(column, context);
    });
    for (const { columns: referring, keys } of references) {
      const indexes = referring.map((name) => columns.findIndex((column) => column.name === name));
      if (indexes.some((index) => row[index] === null)) continue;
      const key = keys.length > 0 ? random.of(keys) : undefined;
      for (const [part, index] of indexes.entries())
        if (columns[index]?.name !== 'company_id') row[index] = key?.[part] ?? null;
    }
    return row;
  });
}

/** Rows that a CHECK, a NOT NULL or a unique key forbids are left out. */
async function insertValid(
  db: Db,
  table: string,
  { columns, checks, parents }: Schema,
  rows: GeneratedRow[],
): Promise<GeneratedRow[]> {
  const possible = rows.filter((row) => columns.every(({ isNullable }, at) => isNullable || row[at] !== null));
  const names = columns.map(({ name }) => quoted(name)).join(', ');
  const orphaned = parents.map(
    ({ table: parent, columns: own, parentColumns }) =>
      `(${own.map((column) => `candidate.${quoted(column)} IS NULL`).join(' OR ')} OR EXISTS (
         SELECT FROM ${parent} AS parent WHERE ${own.map((column, at) => `parent.${quoted(parentColumns[at] as string)} = candidate.${quoted(column)}`).join(' AND ')}))`,
  );
  const conditions = [...checks.map((check) => `(${check}) IS NOT FALSE`), ...orphaned];
  const { rows: inserted } = await db.query<{ row: GeneratedRow }>(
    `INSERT INTO ${quoted(table)} (${names})
     SELECT ${names} FROM (
       SELECT ${columns.map(({ name, type }) => `${quoted(name)}::${type} AS ${quoted(name)}`).join(', ')}
       FROM unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) AS raw (${names})
     ) AS candidate
     WHERE ${conditions.join(' AND ') || 'true'} ON CONFLICT DO NOTHING
     RETURNING ${rowOf({ columns })}`,
    columns.map((_, at) => possible.map((row) => row[at])),
  );
  return inserted.map(({ row }) => row);
}

async function fillChain(db: Db, company: CompanyId, random: Random): Promise<void> {
  const text = () => valuesOf({ type: 'text', isKey: false }, { random, ordinal: 0, isShared: false });
  for (let entry = 0; entry < 4; entry++)
    await audit(
      db,
      company,
      { id: entry % 2 === 0 ? null : randomUUID(), name: text() },
      {
        action: text(),
        subjectType: text(),
        subjectId: text(),
        data: { [text()]: text(), [entry]: [null, entry / 7] },
      },
      new Date(Date.UTC(2020 + entry, 1, 29)),
    );
}
