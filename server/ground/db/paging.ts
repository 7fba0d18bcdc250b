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
  /** From 0. */
  group: number;
}

export type ListRow = Record<string, unknown>;

const unchanged = (row: ListRow): ListRow => row;

/**
 * Pages by key instead of offset, so that every page is equally fast. With groups, the rows that meet the first of these
 * conditions come before those that meet the second, and so on; each group is sorted in the same way, and rows that meet
 * none are left out.
 */
export async function readPage(
  db: Db,
  list: List,
  where: Sql[],
  page: Page,
  groups?: readonly Sql[],
): Promise<{ rows: ListRow[]; next?: string }> {
  const limit = Number(page.limit ?? 50);
  const wanted = page.sort ?? list.defaultSort;
  const after = page.after === undefined ? undefined : decode(page.after, wanted);
  const { rows } = await read(db, list, where, groups, wanted, after, limit + 1).catch((error: unknown) => {
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
  groups: readonly Sql[] | undefined,
  wanted: string,
  after: PageEnd | undefined,
  limit: number,
): Promise<{ rows: ListRow[]; columns: string[] }> {
  if (groups === undefined) return query(db, list, where, wanted, after, limit);
  const rows: ListRow[] = [];
  let columns: string[] = [];
  for (const [group, condition] of groups.entries()) {
    if (rows.length === limit || group < (after?.group ?? 0)) continue;
    const earlier = groups.slice(0, group).map((one) => sql`(${one}) IS NOT TRUE`);
    const last = group === after?.group ? after : undefined;
    const page = await query(db, list, [...where, condition, ...earlier], wanted, last, limit - rows.length);
    rows.push(...page.rows.map((row) => ({ ...row, end_group: group })));
    ({ columns } = page);
  }
  return { rows, columns };
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

const withoutEnds = ({ end_value: _value, end_tie: _tie, end_group: _group, ...row }: ListRow): ListRow => row;

const endsOf = ({ end_value: value, end_tie: tie, end_group: group = 0 }: ListRow, sort: string): PageEnd => ({
  sort,
  value: value as string,
  tie: tie as string,
  group: group as number,
});

const encode = ({ sort, value, tie, group }: PageEnd) =>
  Buffer.from(JSON.stringify([sort, value, tie, ...(group > 0 ? [String(group)] : [])])).toString('base64url');

function decode(after: string, wanted: string): PageEnd {
  try {
    const [sort, value, tie, group = '0'] = JSON.parse(Buffer.from(after, 'base64url').toString('utf8')) as string[];
    if (sort === wanted && typeof value === 'string' && typeof tie === 'string' && /^\d$/.test(group))
      return { sort, value, tie, group: Number(group) };
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
  { pageSize = 1_000, groups }: { pageSize?: number; groups?: readonly Sql[] | undefined } = {},
): AsyncGenerator<{ rows: ListRow[]; columns: string[] }> {
  const whole = withMore(list);
  for (let after: PageEnd | undefined; ;) {
    const page = await read(db, whole, where, groups, wanted, after, pageSize);
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
