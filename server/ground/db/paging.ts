import { isDataRefused } from './failures.ts';
import type { Db } from './pool.ts';
import { joined, raw, sql, type Sql } from './sql.ts';
import type { CsvColumns } from '../csv/columns.ts';
import { ApiError } from '../../errors/errors.ts';

/** The column must not be nullable, so that a page's end is unambiguous. */
export interface Sort {
  column: string;
  type: 'text' | 'timestamptz' | 'date' | 'numeric' | 'bigint' | 'uuid';
}

export interface List {
  /** The columns of a row, with their API names. */
  select: string | Sql;
  present?: (row: ListRow) => ListRow;
  pageOnly?: readonly string[];
  /** Columns that only the CSV file has, and the joins for them. */
  more?: { select: string; joined?: string };
  columns?: CsvColumns;
  /** The FROM clause that is filtered, sorted and limited. */
  from: string;
  /**
   * Joins to `page`, which has only the rows of the page: an earlier join could make the planner sort all rows first.
   * Here and in `select`, $1 is the company, which must be the list's first condition: Citus needs it for every table.
   */
  joined?: string;
  sorts: Record<string, Sort>;
  /** For example '-createdAt'. */
  defaultSort: string;
  tie: Sort;
}

export interface Page {
  sort?: string | undefined;
  after?: string | undefined;
  limit?: string | undefined;
}

interface PageEnd {
  sort: string;
  value: string;
  tie: string;
  /** Whether it is among the rows that come first. */
  isFirst: boolean;
}

export type ListRow = Record<string, unknown>;

const unchanged = (row: ListRow): ListRow => row;

/**
 * Pages by key instead of offset, so that every page is equally fast. Rows that meet the condition `first` come before
 * all others, sorted in the same way.
 */
export async function readPage(
  db: Db,
  list: List,
  where: Sql[],
  page: Page,
  first?: Sql,
): Promise<{ rows: ListRow[]; next?: string }> {
  const limit = Number(page.limit ?? 50);
  const wanted = page.sort ?? list.defaultSort;
  const after = page.after === undefined ? undefined : decode(page.after, wanted);
  const { rows } = await read(db, list, where, first, wanted, after, limit + 1).catch((error: unknown) => {
    // A made-up `after` fails when its sort value is cast.
    throw after !== undefined && isDataRefused(error) ? invalidAfter() : error;
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? encode(endsOf(last, wanted)) : undefined;
  return { rows: shown.map(withoutEnds).map(list.present ?? unchanged), ...(next !== undefined && { next }) };
}

async function read(
  db: Db,
  list: List,
  where: Sql[],
  first: Sql | undefined,
  wanted: string,
  after: PageEnd | undefined,
  limit: number,
): Promise<{ rows: ListRow[]; columns: string[] }> {
  if (first === undefined) return query(db, list, where, wanted, after, limit);
  const others = [...where, sql`(${first}) IS NOT TRUE`];
  if (after?.isFirst === false) return query(db, list, others, wanted, after, limit);
  const before = await query(db, list, [...where, first], wanted, after, limit);
  const firstRows = before.rows.map((row) => ({ ...row, end_first: true }));
  const left = limit - firstRows.length;
  const rest = left === 0 ? [] : (await query(db, list, others, wanted, undefined, left)).rows;
  return { rows: [...firstRows, ...rest], columns: before.columns };
}

async function query(
  db: Db,
  list: List,
  where: Sql[],
  wanted: string,
  after: PageEnd | undefined,
  limit: number,
): Promise<{ rows: ListRow[]; columns: string[] }> {
  const descending = wanted.startsWith('-');
  const { column, type } = list.sorts[wanted.replace('-', '')] as Sort;
  const comparison = descending ? '<' : '>';
  const conditions =
    after === undefined
      ? where
      : [
          ...where,
          sql`(${raw(column)}, ${raw(list.tie.column)}) ${raw(comparison)} (${after.value}::${raw(type)}, ${after.tie}::${raw(list.tie.type)})`,
        ];
  const direction = raw(descending ? 'DESC' : 'ASC');
  const select = typeof list.select === 'string' ? raw(list.select) : list.select;
  const [by, tie] = [raw(column), raw(list.tie.column)];
  const page = sql`
    SELECT ${list.joined === undefined ? select : raw(`*, ${column} AS end_by`)}, (${by})::text AS end_value, (${tie})::text AS end_tie
    FROM ${raw(list.from)} WHERE ${joined(conditions, ' AND ')} ORDER BY ${by} ${direction}, ${tie} ${direction} LIMIT ${limit}`;
  const { text, values } =
    list.joined === undefined
      ? page
      : {
          text: `SELECT ${select.text}, end_value, end_tie FROM (${page.text}) AS page ${list.joined} ORDER BY end_by ${direction.text}, page.${tie.text} ${direction.text}`,
          values: page.values,
        };
  const { rows, fields } = await db.query<ListRow>(text, values);
  return { rows, columns: fields.map(({ name }) => name).filter((name) => !name.startsWith('end_')) };
}

const withoutEnds = ({ end_value: _value, end_tie: _tie, end_first: _first, ...row }: ListRow): ListRow => row;

const endsOf = ({ end_value: value, end_tie: tie, end_first: isFirst = false }: ListRow, sort: string): PageEnd => ({
  sort,
  value: value as string,
  tie: tie as string,
  isFirst: isFirst as boolean,
});

const encode = ({ sort, value, tie, isFirst }: PageEnd) =>
  Buffer.from(JSON.stringify([sort, value, tie, ...(isFirst ? ['first'] : [])])).toString('base64url');

function decode(after: string, wanted: string): PageEnd {
  try {
    const [sort, value, tie, group] = JSON.parse(Buffer.from(after, 'base64url').toString('utf8')) as string[];
    if (sort === wanted && typeof value === 'string' && typeof tie === 'string')
      return { sort, value, tie, isFirst: group === 'first' };
  } catch {
    // A malformed `after` is as wrong as one of another sort.
  }
  throw invalidAfter();
}

const invalidAfter = () => new ApiError('query.invalid', { why: 'sortedAfter' });

/** An empty list yields one empty page. */
export async function* pagesOf(
  db: Db,
  list: List,
  where: Sql[],
  wanted: string,
  { pageSize = 1_000, first }: { pageSize?: number; first?: Sql | undefined } = {},
): AsyncGenerator<{ rows: ListRow[]; columns: string[] }> {
  const whole = withMore(list);
  for (let after: PageEnd | undefined; ;) {
    const page = await read(db, whole, where, first, wanted, after, pageSize);
    yield {
      rows: page.rows.map(list.present ?? unchanged),
      columns: page.columns.filter((name) => !list.pageOnly?.includes(name)),
    };
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < pageSize) return;
    after = endsOf(last, wanted);
  }
}

function withMore({ more, ...list }: List): List {
  if (more === undefined) return list;
  const select = typeof list.select === 'string' ? raw(list.select) : list.select;
  return {
    ...list,
    select: sql`${select}, ${raw(more.select)}`,
    ...(list.joined !== undefined && { joined: `${list.joined} ${more.joined ?? ''}` }),
  };
}
