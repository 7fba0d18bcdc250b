import { maxEarlier, type CodedInvoice, type CodingContext } from './coding-rules.ts';
import { codingKinds, type CodingRow } from '../../../common/coding.ts';
import { usedLengths } from '../../../common/used-lengths.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { type CompanyId, type Db, execute, onlyRowOf, rowOf, rowsOf } from '../../ground/db/pool.ts';

const projectOf = (invoice: string) =>
  `left(coalesce(${invoice}.document ->> 'projectName', ''), ${usedLengths.projectName})`;

const isOutdated = `EXISTS (
  SELECT FROM jsonb_each_text(latest.entry) AS given (kind, code)
  WHERE NOT EXISTS (
    SELECT FROM coding_values AS value
    WHERE value.company_id = $1 AND value.kind = given.kind AND value.code = given.code AND value.active))`;

/** Whether a coding is of a whole invoice: lines and amounts fit no other invoice. */
const isWhole = `jsonb_array_length(rows) = 1 AND NOT rows -> 0 ?| '{line,amount}'`;

const earlier = (condition: string) => `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('row', latest.entry, 'outdated', ${isOutdated}) ORDER BY coded_at DESC, supplier_invoice_id DESC), '[]')
  FROM (
    SELECT CASE WHEN ${isWhole} THEN rows -> 0 END AS entry, coded_at, supplier_invoice_id
    FROM invoice_codings AS earlier WHERE earlier.company_id = $1 AND ${condition}
    ORDER BY coded_at DESC, supplier_invoice_id DESC LIMIT ${maxEarlier}
  ) AS latest)`;

/**
 * SQL for a CodingContext of an invoice; null for a company without lists, which pays one look into an empty index. The
 * document is read only if nobody has coded the invoice.
 */
export const codingContext = (invoice: string) => `
  CASE WHEN EXISTS (SELECT FROM coding_values WHERE coding_values.company_id = $1 AND active) THEN coalesce(
    (SELECT jsonb_build_object('rows', rows, 'ofProject', '[]'::jsonb, 'ofSupplier', '[]'::jsonb) FROM invoice_codings AS own
     WHERE own.company_id = $1 AND own.supplier_invoice_id = ${invoice}.id),
    jsonb_build_object(
      'rows', NULL,
      'ofProject', ${earlier(`earlier.supplier_number = ${invoice}.supplier_number AND earlier.project_name = nullif(${projectOf(invoice)}, '')`)},
      'ofSupplier', ${earlier(`earlier.supplier_number = ${invoice}.supplier_number`)})) END`;

const csvNames = { account: 'account', costCentre: 'costCentre', project: 'projectCode', vatCode: 'vatCode' };

/** SQL for a coding's columns in CSV files. `row` is an expression of its row. */
export const codingColumns = (row: string) =>
  codingKinds.map((kind) => `${row} ->> '${kind}' AS "${csvNames[kind]}"`).join(', ');

/** SQL for the rows of an invoice that is coded as a whole. */
export const wholeCoding = (id: string) => `(
  SELECT rows -> 0 FROM invoice_codings AS coding
  WHERE coding.company_id = $1 AND coding.supplier_invoice_id = ${id}
    AND ${isWhole})`;

/** SQL for the rows of an invoice's lines, by the number of the line; null unless it is coded by line. */
export const lineCodings = (id: string) => `(
  SELECT jsonb_object_agg(entry ->> 'line', entry) FROM invoice_codings AS coding CROSS JOIN jsonb_array_elements(rows) AS entry
  WHERE coding.company_id = $1 AND coding.supplier_invoice_id = ${id} AND entry ? 'line')`;

export interface InvoiceCoding {
  coding: { rows: CodingRow[]; by: string; at: Date } | null;
  context: CodingContext | null;
  required: boolean;
}

export const readInvoiceCoding = (db: Db, company: CompanyId, id: string): Promise<InvoiceCoding> =>
  onlyRowOf(db, {
    name: 'read-invoice-coding',
    text: `SELECT ${codingContext('invoice')} AS context,
                  coalesce((SELECT coding_required FROM desk_settings WHERE desk_settings.company_id = $1), false) AS required,
                  CASE WHEN coding.rows IS NOT NULL THEN jsonb_build_object('rows', coding.rows, 'at', coded_at,
                    'by', (SELECT name FROM operators WHERE operators.id = coded_by)) END AS coding
           FROM supplier_invoices AS invoice
           LEFT JOIN invoice_codings AS coding ON coding.company_id = $1 AND coding.supplier_invoice_id = invoice.id
           WHERE invoice.company_id = $1 AND invoice.id = $2`,
    values: [company, id],
  });

export interface InvoiceToCode extends CodedInvoice {
  id: string;
  state: InvoiceState;
  context: CodingContext | null;
}

/** Locks the invoice until the transaction ends; undefined if it does not exist. */
export const lockToCode = (tx: Db, company: CompanyId, id: string): Promise<InvoiceToCode | undefined> =>
  rowOf(tx, {
    name: 'lock-invoice-to-code',
    text: `SELECT invoice.id, state, document ->> 'totalPrice' AS total, ${codingContext('invoice')} AS context,
                  CASE WHEN json_typeof(document -> 'articles') = 'array' THEN json_array_length(document -> 'articles') ELSE 0 END AS lines
           FROM supplier_invoices AS invoice WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    values: [company, id],
  });

export interface NewCoding {
  id: string;
  rows: readonly CodingRow[];
}

/** The caller has locked the invoices. */
export const writeCodings = (tx: Db, company: CompanyId, codings: readonly NewCoding[], by: string | null, now: Date) =>
  execute(tx, {
    name: 'write-codings',
    text: `INSERT INTO invoice_codings (company_id, supplier_invoice_id, supplier_number, project_name, rows, coded_by, coded_at)
           SELECT invoice.company_id, invoice.id, supplier_number, ${projectOf('invoice')}, coding.rows, $4, $5
           FROM unnest($2::uuid[], $3::jsonb[]) AS coding (id, rows)
           JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = coding.id
           ON CONFLICT (company_id, supplier_invoice_id) DO UPDATE
           SET rows = excluded.rows, coded_by = excluded.coded_by, coded_at = excluded.coded_at`,
    values: [company, codings.map(({ id }) => id), codings.map(({ rows }) => JSON.stringify(rows)), by, now],
  });

export const deleteCoding = (tx: Db, company: CompanyId, id: string): Promise<void> =>
  execute(tx, {
    name: 'delete-coding',
    text: 'DELETE FROM invoice_codings WHERE company_id = $1 AND supplier_invoice_id = $2',
    values: [company, id],
  });

export interface CodingValue {
  kind: string;
  code: string;
  name: string;
  active: boolean;
}

/** Of the pairs that the two arrays make. Those that are in no list are left out. */
export const readCodingValues = (
  db: Db,
  company: CompanyId,
  pairs: readonly Pick<CodingValue, 'kind' | 'code'>[],
): Promise<CodingValue[]> =>
  rowsOf(db, {
    name: 'read-coding-values',
    text: `SELECT kind, code, name, active FROM unnest($2::text[], $3::text[]) AS wanted (kind, code)
           JOIN coding_values USING (kind, code) WHERE company_id = $1`,
    values: [company, pairs.map(({ kind }) => kind), pairs.map(({ code }) => code)],
  });

export const upsertCodingValues = (tx: Db, company: CompanyId, values: readonly CodingValue[]): Promise<void> =>
  execute(tx, {
    name: 'upsert-coding-values',
    text: `INSERT INTO coding_values (company_id, kind, code, name, active)
           SELECT company_id, kind, code, name, active
           FROM company_counters CROSS JOIN unnest($2::text[], $3::text[], $4::text[], $5::boolean[]) AS input (kind, code, name, active)
           WHERE company_id = $1 ORDER BY kind, code
           ON CONFLICT (company_id, kind, code) DO UPDATE SET name = excluded.name, active = excluded.active`,
    values: [
      company,
      values.map(({ kind }) => kind),
      values.map(({ code }) => code),
      values.map(({ name }) => name),
      values.map(({ active }) => active),
    ],
  });

export const countCodingValues = async (db: Db, company: CompanyId): Promise<number> =>
  (
    await onlyRowOf<{ count: number }>(
      db,
      'SELECT count(*)::integer AS count FROM coding_values WHERE company_id = $1',
      [company],
    )
  ).count;
