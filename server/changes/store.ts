import type { EventType } from '../../common/events.ts';
import type { EventRange } from '../events/follow.ts';
import { type CompanyId, type Db, execute } from '../ground/db/pool.ts';

export type RecordType = 'supplierinvoice' | 'workorder';

/** Events that change nothing that the record's partner can see. Migration 0030 has those that were recorded before it. */
const hiddenTypes = [
  'supplierinvoice.signed',
  'supplierinvoice.unsigned',
  'supplierinvoice.noted',
  'supplierinvoice.assigned',
  'supplierinvoice.coded',
  'supplierinvoice.confirmed',
] as const satisfies readonly EventType[];

const listed = (types: readonly string[]) => types.map((type) => `'${type}'`).join(', ');

const isVisible = `type NOT IN (${listed(hiddenTypes)})`;

// The second condition is that of the index events_by_subject. A supplier's number may equal the id of a record, so the
// kind is compared as well.
const visibleEventsOf = (kind: RecordType, id: string) => `
  FROM events WHERE company_id = $1 AND subject_id = ${id}::text
    AND type NOT IN ('supplier.created', 'supplierinvoice.created', 'workorder.created')
    AND split_part(type, '.', 1) = '${kind}' AND ${isVisible}`;

// Looking up the partner in a subquery keeps the planner from joining the whole table; OFFSET 0 looks it up once.
const projectText = `
  INSERT INTO record_changes (company_id, kind, id, partner_id, seq, changed_at)
  SELECT company_id, kind, id, partner_id, seq, changed_at FROM (
    SELECT company_id, kind, id, seq, changed_at, CASE kind
      WHEN 'workorder' THEN (SELECT partner_id FROM work_orders WHERE company_id = $1 AND work_orders.id = changed.id)
      ELSE (SELECT partner_id FROM supplier_invoices WHERE company_id = $1 AND supplier_invoices.id = changed.id) END AS partner_id
    FROM (
      SELECT DISTINCT ON (subject_id) company_id, split_part(type, '.', 1) AS kind, subject_id::uuid AS id, seq, created_at AS changed_at
      FROM events WHERE company_id = $1 AND seq > $2 AND seq <= $3
        AND (type LIKE 'supplierinvoice.%' OR type LIKE 'workorder.%') AND ${isVisible}
      ORDER BY subject_id, seq DESC
    ) AS changed OFFSET 0
  ) AS owned
  WHERE partner_id IS NOT NULL
  ON CONFLICT (company_id, id) DO UPDATE SET seq = excluded.seq, changed_at = excluded.changed_at
  WHERE record_changes.seq < excluded.seq`;

/** Notes the last change of every record that the events tell of. */
export const projectChanges = (tx: Db, company: CompanyId, { after, to }: EventRange): Promise<void> =>
  execute(tx, { name: 'project-changes', text: projectText, values: [company, after, to] });

/** SQL for the time of a record's last visible change, also if it is not projected yet; $1 is the company. */
export const lastChangeOf = (kind: RecordType, record: string) => `coalesce(
  (SELECT created_at ${visibleEventsOf(kind, `${record}.id`)} ORDER BY seq DESC LIMIT 1),
  (SELECT changed_at FROM record_changes WHERE company_id = $1 AND record_changes.id = ${record}.id),
  ${record}.created_at)`;

/** A place in the order of changes. */
export interface ChangePosition {
  seq: string;
  id: string;
}

export interface ChangedRecords {
  kind: RecordType;
  table: string;
  /** Columns of the record, with their API names, from `record`; $1 is the company and $2 the partner. */
  select: string;
  /** Columns of the table that `select` uses. */
  columns: readonly string[];
  /** SQL for the bytes that a row takes to read, from the table's own columns. */
  weight: string;
  /** The column with the partner's own reference, which is unique. */
  reference: string;
  /** Columns that a list can be filtered by. */
  filters: readonly string[];
}

export interface ChangeFilter {
  reference?: string | undefined;
  /** By column. */
  equals: Readonly<Record<string, string | undefined>>;
}

export interface ChangePage<Row> {
  rows: Row[];
  /** Everything up to here was read. */
  end: ChangePosition;
  hasMore: boolean;
}

/** A rare state or supplier is looked for in this many records; the page may then be short or empty. */
const maxScanned = 5_000;
/** A page ends early if its records have long documents, findings or file names. */
const maxPageBytes = 4 * 1024 * 1024;

const firstParameter = 8;

interface PageRow extends ChangePosition {
  scannedMore: boolean;
  endSeq: string | null;
  endId: string | null;
  matching: string | null;
}

/**
 * Lists the records of a partner by their last change, oldest first. One statement reads a page, so all of it is of one
 * snapshot. A record with a visible event that is not projected yet is left out: its change has a higher number, and
 * comes later.
 */
export function changedRecords<Row>({ kind, table, select, columns, weight, reference, filters }: ChangedRecords) {
  const after = `(seq, id) > ($3::bigint, $4::uuid)`;
  const scanAll = `
    SELECT id, seq, changed_at FROM record_changes
    WHERE company_id = $1 AND partner_id = $2 AND kind = '${kind}' AND ${after} AND $7::text IS NULL
    ORDER BY seq, id LIMIT $5::integer + 1`;
  // OFFSET 0 keeps the condition on the cursor out of the subquery, so that the row is found by its primary key.
  const scanOne = `
    SELECT id, seq, changed_at FROM (
      SELECT id, seq, changed_at FROM record_changes
      WHERE company_id = $1 AND id = (SELECT id FROM ${table} WHERE company_id = $1 AND partner_id = $2 AND ${reference} = $7)
      OFFSET 0
    ) AS named WHERE ${after}`;

  const textOf = (hasReference: boolean, used: readonly string[]) => `
    WITH scanned AS MATERIALIZED (
      SELECT *, row_number() OVER (ORDER BY seq, id) AS nth FROM (${hasReference ? scanOne : scanAll}) AS changes
    ), matched AS MATERIALIZED (
      SELECT scanned.seq, changed_at, record.* FROM scanned CROSS JOIN LATERAL (
        SELECT ${['id', ...columns].join(', ')}, ${weight} AS weight FROM ${table}
        WHERE company_id = $1 AND id = scanned.id
          ${used.map((column, at) => `AND ${column} = $${firstParameter + at}`).join(' ')}
          AND (SELECT true ${visibleEventsOf(kind, 'scanned.id')} AND events.seq > scanned.seq LIMIT 1) IS NULL
        OFFSET 0
      ) AS record
      WHERE nth <= $5
      ORDER BY scanned.seq, scanned.id LIMIT $6::integer + 1
    ), measured AS (
      SELECT *, count(*) OVER () AS matching, row_number() OVER in_order AS ordinal,
             sum(weight) OVER (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS weight_before
      FROM matched WINDOW in_order AS (ORDER BY seq, id)
    ), page AS (
      SELECT * FROM measured WHERE ordinal <= $6 AND coalesce(weight_before, 0) < ${maxPageBytes}
    ), scan AS (
      SELECT count(*) > $5 AS more, max(nth) FILTER (WHERE nth <= $5) AS last FROM scanned
    )
    SELECT scan.more AS "scannedMore", ending.seq AS "endSeq", ending.id AS "endId",
           record.seq, record.id, record.matching, record.changed_at AS "updatedAt", ${select}
    FROM scan LEFT JOIN scanned AS ending ON ending.nth = scan.last LEFT JOIN page AS record ON true
    ORDER BY record.ordinal`;

  return async (
    db: Db,
    company: CompanyId,
    partnerId: string,
    { reference: sought, equals }: ChangeFilter,
    begin: ChangePosition,
    limit: number,
  ): Promise<ChangePage<Row>> => {
    const used = filters.filter((column) => equals[column] !== undefined);
    const { rows } = await db.query<Row & PageRow>({
      name: ['list-own', table, sought === undefined ? 'all' : 'one', ...used].join('-'),
      text: textOf(sought !== undefined, used),
      values: [
        company,
        partnerId,
        begin.seq,
        begin.id,
        used.length === 0 ? limit : maxScanned,
        limit,
        sought,
        ...used.map((column) => equals[column]),
      ],
    });
    const { scannedMore, endSeq, endId, matching } = rows[0] as PageRow;
    if (matching === null) return { rows: [], end: endOf(endSeq, endId) ?? begin, hasMore: scannedMore };
    const last = rows.at(-1) as PageRow;
    const isCut = Number(matching) > rows.length;
    return {
      rows,
      end: isCut ? { seq: last.seq, id: last.id } : (endOf(endSeq, endId) ?? begin),
      hasMore: isCut || scannedMore,
    };
  };
}

const endOf = (seq: string | null, id: string | null): ChangePosition | undefined =>
  seq === null || id === null ? undefined : { seq, id };
