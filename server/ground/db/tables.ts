import type { Db } from './pool.ts';

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
            (SELECT coalesce(json_agg(json_build_object('name', attname, 'isText', typcategory = 'S') ORDER BY place), '[]')
             FROM pg_index CROSS JOIN unnest(indkey::smallint[]) WITH ORDINALITY AS part (attnum, place)
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
