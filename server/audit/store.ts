import type { CompanyId } from '../ground/db/pool.ts';
import { sql, type Sql } from '../ground/db/sql.ts';
import { onDays, type Days } from '../ground/db/days.ts';
import type { List } from '../ground/db/paging.ts';
import { timeText } from './chain.ts';
import { isUuid } from '../ground/db/ids.ts';
import { containsWords } from '../ground/db/text-search.ts';
import { column, type CsvColumns } from '../ground/csv/columns.ts';

const auditColumns: CsvColumns = {
  at: column('Time', 'Tid', { as: 'second' }),
  operator: column('Who', 'Vem'),
  action: column('What', 'Vad'),
  subjectType: column('Kind of record', 'Typ av post'),
  subjectId: column('Record', 'Post'),
  data: column('Details', 'Detaljer'),
  seq: column('Number in the log', 'Nummer i loggen'),
  id: column('Id', 'Id'),
};

const asId = `CASE WHEN page.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN page.subject_id::uuid END`;

/** Entries have only the ids of their records; the names are those of now. */
const subject = `
  CASE lower(page.subject_type)
    WHEN 'supplierinvoice' THEN (
      SELECT jsonb_build_object(
        'title', coalesce(nullif(document ->> 'supplierInvoiceNumber', ''), external_reference_id), 'name', supplier.name,
        'amount', (document ->> 'totalPrice')::numeric::text, 'currency', document ->> 'currency')
      FROM supplier_invoices AS invoice
      LEFT JOIN suppliers AS supplier ON supplier.company_id = $1 AND supplier.number = invoice.supplier_number
      WHERE invoice.company_id = $1 AND invoice.id = ${asId})
    WHEN 'supplier' THEN (
      SELECT jsonb_build_object('title', number, 'name', name, 'amount', NULL, 'currency', NULL)
      FROM suppliers WHERE suppliers.company_id = $1 AND number = page.subject_id)
    WHEN 'project' THEN (
      SELECT jsonb_build_object('title', number, 'name', name, 'amount', NULL, 'currency', NULL)
      FROM projects WHERE projects.company_id = $1 AND projects.id = ${asId})
    WHEN 'workorder' THEN (
      SELECT jsonb_build_object('title', title, 'name', NULL, 'amount', NULL, 'currency', NULL)
      FROM work_orders WHERE work_orders.company_id = $1 AND work_orders.id = ${asId})
  END`;

const bulk = `
  CASE WHEN page.data ? 'bulkBegins' THEN (
    SELECT jsonb_build_object('id', page.data ->> 'bulkId', 'count', sum(many)::integer, 'sums', jsonb_agg(
      jsonb_build_object('currency', currency, 'count', many, 'total', total) ORDER BY many DESC, currency))
    FROM (
      SELECT currency, count(*) AS many, coalesce(sum(total_price), 0)::text AS total
      FROM audit_log AS entry
      LEFT JOIN invoice_projections AS invoice ON invoice.company_id = $1 AND invoice.id = entry.subject_id::uuid
      WHERE entry.company_id = $1 AND entry.data ->> 'bulkId' = page.data ->> 'bulkId'
      GROUP BY currency
    ) AS by_currency) END`;

const rows: Omit<List, 'select'> = {
  from: 'audit_log',
  columns: auditColumns,
  sorts: { at: { column: 'created_at', type: 'timestamptz' }, seq: { column: 'seq', type: 'bigint' } },
  defaultSort: '-at',
  tie: { column: 'id', type: 'uuid' },
};

export const auditList: List = {
  ...rows,
  select: `
    page.id, page.created_at AS at, operator_name AS operator, action, subject_type AS "subjectType", subject_id AS "subjectId", data,
    page.seq::float8 AS seq, ${subject} AS subject, ${bulk} AS bulk`,
  pageOnly: ['subject', 'bulk'],
  joined: '',
};

/** A line has all hashed fields, in the texts that are hashed, in the order of the chain. */
export const auditLines: List = {
  ...rows,
  select: `json_build_object(
    'seq', seq, 'companyId', company_id, 'id', id, 'at', ${timeText('created_at')}, 'operatorId', operator_id, 'operator', operator_name,
    'action', action, 'subjectType', subject_type, 'subjectId', subject_id, 'data', data,
    'previous', encode(previous, 'hex'), 'hash', encode(hash, 'hex'),
    'erased', encode(erased, 'hex'))::text AS line`,
  defaultSort: 'seq',
};

export interface AuditFilter extends Days {
  operator?: string | undefined;
  action?: string | undefined;
  bulk?: string | undefined;
  folded?: string | undefined;
  q?: string | undefined;
}

export const auditWhere = (company: CompanyId, { operator, action, bulk, folded, q, ...days }: AuditFilter): Sql[] => [
  sql`company_id = ${company}`,
  ...(operator === undefined
    ? []
    : [isUuid(operator) ? sql`operator_id = ${operator}` : sql`operator_name = ${operator}`]),
  ...(action === undefined ? [] : [sql`action = ${action}`]),
  ...(bulk === undefined ? [] : [sql`data ->> 'bulkId' = ${bulk}`]),
  ...(folded === 'true' ? [sql`(data ->> 'bulkId' IS NULL OR data ? 'bulkBegins')`] : []),
  ...(q === undefined ? [] : [ofRecords(company, q)]),
  ...onDays('created_at', days),
];

/** Records are found as in their own lists. */
const ofRecords = (company: CompanyId, q: string): Sql => {
  const has = containsWords('search', q);
  return sql`subject_id IN (
    SELECT ${q.trim()}::text
    UNION ALL SELECT id::text FROM invoice_projections WHERE company_id = ${company} AND ${has}
    UNION ALL SELECT id::text FROM work_order_projections WHERE company_id = ${company} AND ${has}
    UNION ALL SELECT number FROM supplier_projections WHERE company_id = ${company} AND ${has}
    UNION ALL SELECT id::text FROM projects WHERE company_id = ${company} AND number = ${q.trim()})`;
};
