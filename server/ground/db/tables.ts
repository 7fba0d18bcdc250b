import { type CompanyId, type Db, columnOf, valueOf } from './pool.ts';

/** A name as SQL writes it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export interface Table {
  name: string;
  /** Without generated columns, which a copy computes again. */
  columns: string[];
  /** The columns of the primary key. */
  key: { name: string; isText: boolean }[];
  /** Whether each row belongs to a company. */
  ofCompany: boolean;
}

/** All tables of the schema `public`, as the database has them; a table comes after those that it refers to. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await db.query<Table & { parents: string[] }>(
    `SELECT relname AS name,
            (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
             WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
            (SELECT coalesce(json_agg(json_build_object('name', attname, 'isText', typcategory = 'S') ORDER BY ordinal), '[]')
             FROM pg_index CROSS JOIN unnest(indkey::smallint[]) WITH ORDINALITY AS part (attnum, ordinal)
             JOIN pg_attribute ON attrelid = indrelid AND pg_attribute.attnum = part.attnum
             JOIN pg_type ON pg_type.oid = atttypid
             WHERE indrelid = pg_class.oid AND indisprimary) AS key,
            EXISTS (SELECT FROM pg_attribute
                    WHERE attrelid = pg_class.oid AND attname = 'company_id' AND NOT attisdropped) AS "ofCompany",
            (SELECT coalesce(array_agg(parent.relname::text), '{}')
             FROM pg_constraint JOIN pg_class AS parent ON parent.oid = confrelid
             WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid) AS parents
     FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname COLLATE "C"`,
  );
  return parentsFirst(rows).map(({ name, columns, key, ofCompany }) => ({ name, columns, key, ofCompany }));
}

function parentsFirst<T extends { name: string; parents: string[] }>(tables: T[]): T[] {
  const sorted = new Map<string, T>();
  while (sorted.size < tables.length) {
    const next = tables.find(({ name, parents }) => !sorted.has(name) && parents.every((parent) => sorted.has(parent)));
    if (next === undefined) throw new Error('tables refer to each other in a circle');
    sorted.set(next.name, next);
  }
  return [...sorted.values()];
}

/** Also of a schema, as in `doorway_move.state`. */
export const hasTable = async (db: Db, name: string): Promise<boolean> =>
  (await valueOf<boolean>(db, `SELECT to_regclass('${name}') IS NOT NULL AS there`)) === true;

/** The companies that have rows in the table, also those that `companies` does not list. */
export const readCompaniesIn = (db: Db, { name }: Pick<Table, 'name'>): Promise<CompanyId[]> =>
  columnOf(
    db,
    db.isDistributed === true ? `SELECT DISTINCT company_id AS id FROM ${quoted(name)}` : companiesIn(quoted(name)),
  );

/** Each company is one look-up in the index; DISTINCT reads all rows. Citus refuses recursion. */
const companiesIn = (table: string) =>
  `WITH RECURSIVE found (id) AS (
       (SELECT company_id FROM ${table} ORDER BY company_id LIMIT 1)
       UNION ALL
       SELECT (SELECT company_id FROM ${table} WHERE company_id > found.id ORDER BY company_id LIMIT 1)
       FROM found WHERE found.id IS NOT NULL
     ) SELECT id FROM found WHERE id IS NOT NULL`;

/** From the planner's statistics, for a progress bar. */
export async function estimateRows(db: Db, tables: readonly Pick<Table, 'name'>[]): Promise<number> {
  const { rows } = await db.query<{ rows: number }>(
    `SELECT coalesce(sum(greatest(reltuples, n_live_tup, 0)), 0)::float8 AS rows
     FROM pg_class LEFT JOIN pg_stat_user_tables ON relid = oid
     WHERE relnamespace = 'public'::regnamespace AND pg_class.relname = ANY($1)`,
    [tables.map(({ name }) => name)],
  );
  return Math.round(rows[0]?.rows ?? 0);
}

/** Building an index from many rows takes a fraction of the time of inserting them one by one. */
const buildMemory = `SET LOCAL maintenance_work_mem = '128MB'`;

/**
 * Drops the indexes of the tables, except those of keys, and builds them again after the work. Call it in a
 * transaction, so that a failure leaves them as they were. Indexes of tables that another role owns stay.
 */
export async function withoutIndexes<T>(tx: Db, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.query<{ name: string; definition: string }>(
    `SELECT relname AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = 'public'::regnamespace AND indrelid = ANY (
         SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1)
           AND pg_has_role(relowner, 'USAGE'))
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
     ORDER BY relname`,
    [tables],
  );
  for (const { name } of rows) await tx.query(`DROP INDEX ${quoted(name)}`);
  const result = await work();
  await tx.query(buildMemory);
  for (const { definition } of rows) await tx.query(definition);
  return result;
}
