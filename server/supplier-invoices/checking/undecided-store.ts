import type { StoredFinding } from './finding-rules.ts';
import type { EventRange } from '../../events/follow.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import type { InvoiceKeys } from '../../checks/context.ts';
import type { InvoiceDays } from '../../checks/invoice.ts';
import { type CompanyId, type Db, columnOf, rowsOf } from '../../ground/db/pool.ts';
import { invoiceDays } from '../store.ts';

export interface UndecidedInvoice extends InvoiceDays {
  id: string;
  partnerId: string;
  externalReferenceId: string;
  supplierNumber: string;
  state: InvoiceState;
  findings: StoredFinding[];
  releasedAt: Date | null;
  /** The number of the release's event; null for old releases. */
  releasedSeq: number | null;
  /** The number of findings at the release; null for old releases, which accepted all of them. */
  releasedFindings: number | null;
  keys: InvoiceKeys;
  /**
   * JSON text without the lines, which can be many: only rules about the supplier and about other invoices run again.
   */
  document: string;
}

const maxInvoices = 100;
/** Stored bytes of documents in one read. */
const maxBytes = 2 * 1024 * 1024;

/** Reads the invoices that `next` selects, in the order of their ids, up to a total size; always at least one. */
const weighed = (next: string) => `
  SELECT id, partner_id AS "partnerId", external_reference_id AS "externalReferenceId", supplier_number AS "supplierNumber", state, findings,
         released_at AS "releasedAt", released_seq::float8 AS "releasedSeq", released_findings AS "releasedFindings",
         jsonb_strip_nulls(jsonb_build_object('number', number_key, 'amount', amount_key, 'ocr', ocr_key)) AS keys,
         ${invoiceDays}, (document::jsonb - 'articles')::text AS document
  FROM (
    SELECT *, sum(pg_column_size(document)) OVER (ORDER BY id) - pg_column_size(document) AS before FROM (${next}) AS next
  ) AS weighed WHERE before < ${maxBytes} ORDER BY id`;

const named = weighed(
  `SELECT * FROM supplier_invoices WHERE company_id = $1 AND id = ANY ($2) AND id > $3 ORDER BY id LIMIT ${maxInvoices}`,
);

const beforeAll = '00000000-0000-0000-0000-000000000000';

export async function readUndecided(
  db: Db,
  company: CompanyId,
  ids: readonly string[],
  after = beforeAll,
): Promise<UndecidedInvoice[]> {
  const values = [company, ids, after];
  return rowsOf<UndecidedInvoice>(db, { name: 'read-undecided-invoices', text: named, values });
}

const open = weighed(`
  SELECT invoice.* FROM invoice_projections AS listed
    JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = listed.id
  WHERE listed.company_id = $1 AND listed.supplier_number = $2 AND listed.state IN ('received', 'held') AND listed.id > $3
  ORDER BY listed.id LIMIT ${maxInvoices}`);

/** The projections must be up to date. */
export async function readOpenOf(
  db: Db,
  company: CompanyId,
  supplierNumber: string,
  after = beforeAll,
): Promise<UndecidedInvoice[]> {
  const values = [company, supplierNumber, after];
  return rowsOf<UndecidedInvoice>(db, { name: 'read-open-invoices-of', text: open, values });
}

/** The next open invoices that arrived in this time, have no file, and have no open finding about it. */
export const readWithoutFile = (
  db: Db,
  company: CompanyId,
  { from, to }: { from: Date; to: Date },
  after = beforeAll,
): Promise<string[]> =>
  columnOf(db, {
    name: 'read-open-invoices-without-file',
    text: `SELECT id FROM invoice_projections
           WHERE company_id = $1 AND state IN ('received', 'held') AND created_at >= $2 AND created_at < $3
             AND files = 0 AND NOT findings @> '{missing.file}' AND id > $4
           ORDER BY id LIMIT ${maxInvoices}`,
    values: [company, from, to, after],
  });

/** The projections must be up to date. */
export const withOpenInvoices = (db: Db, company: CompanyId, numbers: readonly string[]): Promise<string[]> =>
  columnOf(db, {
    name: 'suppliers-with-open-invoices',
    text: `SELECT number FROM unnest($2::text[]) AS number WHERE EXISTS (
             SELECT FROM invoice_projections
             WHERE company_id = $1 AND supplier_number = number AND state IN ('received', 'held'))`,
    values: [company, numbers],
  });

/** The invoices that those created in this range of events repeat, by their findings on arrival. */
export const readRepeated = (db: Db, company: CompanyId, { after, to }: EventRange): Promise<string[]> =>
  columnOf(db, {
    name: 'read-repeated-invoices',
    text: `SELECT DISTINCT finding -> 'parameters' ->> 'earlier' AS id
           FROM events CROSS JOIN jsonb_array_elements(data -> 'findings') AS finding
           WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type = 'supplierinvoice.created'
             AND finding ->> 'code' LIKE 'duplicate.%' AND finding -> 'parameters' ? 'earlier'
           ORDER BY id`,
    values: [company, after, to],
  });
