import { type CompanyId, type Db, rowOf } from './pool.ts';

/** Keys above `after`, up to and including `to`. */
export interface KeyRange {
  after: string;
  to: string;
}

export interface KeyedTable {
  table: string;
  /** The column that, with the company, is the primary key. */
  key: string;
  /** Below all keys of the table. */
  lowest: string;
}

/** Below all ids. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/** Rows of one statement that rebuilds a projection. */
export const rebuiltAtOnce = 5_000;

/** Divides all rows of a company into ranges of at most `size` rows, ascending. */
export async function* keyRangesOf(
  db: Db,
  company: CompanyId,
  { table, key, lowest }: KeyedTable,
  size: number,
): AsyncGenerator<KeyRange> {
  for (let after = lowest; ;) {
    const last = await rowOf<{ to: string }>(
      db,
      `SELECT ${key} AS to FROM (
         SELECT ${key} FROM ${table} WHERE company_id = $1 AND ${key} > $2 ORDER BY ${key} LIMIT $3
       ) AS page ORDER BY ${key} DESC LIMIT 1`,
      [company, after, size],
    );
    if (last === undefined) return;
    yield { after, to: last.to };
    after = last.to;
  }
}
