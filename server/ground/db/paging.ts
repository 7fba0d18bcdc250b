import { isDataRefused } from './failures.ts';
import type { Db } from './pool.ts';
import { joined, raw, sql, type Sql } from './sql.ts';
import type { CsvColumns } from '../csv/columns.ts';
import { ApiError } from '../../errors/errors.ts';

/** A column that a list can be sorted by. It must never be null, so that a page's end is a definite place. */
export interface Sort {
  column: string;
  type: 'text' | 'timestamptz' | 'numeric' | 'bigint' | 'uuid';
}

/** What a list of the operator API is made of. */
export interface List {
  /** The columns of a row, with the names that they have in answers. */
  select: string | Sql;
  /** What is made of each row before it is answered: prose, for one, is made of data. */
  present?: (row: Row) => Row;
  /** Columns that a page has and a CSV file has not. */
  pageOnly?: readonly string[];
  /** Columns that a CSV file has after those of a page, and what is joined for them. */
  more?: { select: string; joined?: string };
  /** What the columns of a CSV file are called, and how people read them. */
  columns?: CsvColumns;
  /** What is looked through, sorted and cut to a page. */
  from: string;
  /**
   * What is joined to `page`, the rows of the page alone: a join before could lead the planner to sort all rows first. Here, and in
   * what is selected from it, $1 is the company, which the first condition of such a list names: Citus needs it for every table.
   */
  joined?: string;
  sorts: Record<string, Sort>;
  /** The sort where none is asked for, such as '-createdAt'. */
  defaultSort: string;
  /** Tells rows with equal sort values apart. */
  tie: Sort;
}

export interface Page {
  sort?: string | undefined;
  after?: string | undefined;
  limit?: string | undefined;
}

interface Ends {
  sort: string;
  value: string;
  tie: string;
}

export type Row = Record<string, unknown>;

const asItIs = (row: Row): Row => row;

/** One page of a list: by key, never by offset, so that it stays quick however far one goes. */
export async function readPage(db: Db, list: List, where: Sql[], page: Page): Promise<{ rows: Row[]; next?: string }> {
  const limit = Number(page.limit ?? 50);
  const wanted = page.sort ?? list.defaultSort;
  const after = page.after === undefined ? undefined : decode(page.after, wanted);
  const { rows } = await query(db, list, where, wanted, after, limit + 1).catch((error: unknown) => {
    // Where a page ends was made up: what a sort value is cast to refuses it.
    throw after !== undefined && isDataRefused(error) ? notAPlace() : error;
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? encode(endsOf(last, wanted)) : undefined;
  return { rows: shown.map(withoutEnds).map(list.present ?? asItIs), ...(next !== undefined && { next }) };
}

async function query(
  db: Db,
  list: List,
  where: Sql[],
  wanted: string,
  after: Ends | undefined,
  limit: number,
): Promise<{ rows: Row[]; columns: string[] }> {
  const descending = wanted.startsWith('-');
  const { column, type } = list.sorts[wanted.replace('-', '')] as Sort;
  const beyond = descending ? '<' : '>';
  const conditions =
    after === undefined
      ? where
      : [
          ...where,
          sql`(${raw(column)}, ${raw(list.tie.column)}) ${raw(beyond)} (${after.value}::${raw(type)}, ${after.tie}::${raw(list.tie.type)})`,
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
  const { rows, fields } = await db.query<Row>(text, values);
  return { rows, columns: fields.map(({ name }) => name).filter((name) => !name.startsWith('end_')) };
}

const withoutEnds = ({ end_value: _value, end_tie: _tie, ...row }: Row): Row => row;

const endsOf = ({ end_value: value, end_tie: tie }: Row, sort: string): Ends => ({
  sort,
  value: value as string,
  tie: tie as string,
});

const encode = (ends: Ends) => Buffer.from(JSON.stringify([ends.sort, ends.value, ends.tie])).toString('base64url');

function decode(after: string, wanted: string): Ends {
  try {
    const [sort, value, tie] = JSON.parse(Buffer.from(after, 'base64url').toString('utf8')) as string[];
    if (sort === wanted && typeof value === 'string' && typeof tie === 'string') return { sort, value, tie };
  } catch {
    // What cannot be read is as wrong as what belongs to another sort.
  }
  throw notAPlace();
}

const notAPlace = () => new ApiError('query.invalid', { why: 'sortedAfter' });

/** All rows of a list, page after page; a list without rows has one page without any. */
export async function* pagesOf(
  db: Db,
  list: List,
  where: Sql[],
  wanted: string,
  pageSize = 1_000,
): AsyncGenerator<{ rows: Row[]; columns: string[] }> {
  const whole = withMore(list);
  for (let after: Ends | undefined; ;) {
    const page = await query(db, whole, where, wanted, after, pageSize);
    yield {
      rows: page.rows.map(list.present ?? asItIs),
      columns: page.columns.filter((name) => !list.pageOnly?.includes(name)),
    };
    const last = page.rows.at(-1);
    if (last === undefined || page.rows.length < pageSize) return;
    after = endsOf(last, wanted);
  }
}

/** A list with the columns that only a file has. */
function withMore({ more, ...list }: List): List {
  if (more === undefined) return list;
  const select = typeof list.select === 'string' ? raw(list.select) : list.select;
  return {
    ...list,
    select: sql`${select}, ${raw(more.select)}`,
    ...(list.joined !== undefined && { joined: `${list.joined} ${more.joined ?? ''}` }),
  };
}
