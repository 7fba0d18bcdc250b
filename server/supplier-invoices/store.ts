import { batchInput } from '../ground/db/batch-insert.ts';
import { first } from '../ground/db/sql.ts';
import type { InvoiceState } from '../decisions/invoices.ts';
import { type CompanyId, type Db, columnOf, rowOf, touchesRow, valueOf } from '../ground/db/pool.ts';
import type { InvoiceOfEvent } from '../events/record.ts';

/** By the invoices' ids. The caller has locked them. */
export async function readInvoicesForEvents(
  tx: Db,
  company: CompanyId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoiceOfEvent>> {
  const { rows } = await tx.query<InvoiceOfEvent>({
    name: 'read-invoices-for-events',
    text: `SELECT invoice.id AS "supplierInvoiceId", external_reference_id AS "externalReferenceId",
                  supplier_number AS "supplierNumber", partner_id AS "partnerId", partners.name AS "partnerName"
           FROM supplier_invoices AS invoice
           JOIN partners ON partners.company_id = $1 AND partners.id = invoice.partner_id
           WHERE invoice.company_id = $1 AND invoice.id = ANY ($2::uuid[])`,
    values: [company, ids],
  });
  return new Map(rows.map((row) => [row.supplierInvoiceId, row]));
}

/** SQL for the days as they were made on arrival. */
export const invoiceDays = `invoice_day::text AS "invoiceDay", payment_due_day::text AS "paymentDueDay"`;

/** SQL for `result` of the supplier's first invoice with this key. */
export const firstOfSupplier = (key: string, value: string, result: string, company?: string) =>
  first(
    {
      table: 'supplier_invoices',
      columns: ['supplier_number', key],
      values: ['input.supplier_number', value],
      order: ['supplier_number', key, 'id'],
      where: `${key} IS NOT NULL`,
      ...(company !== undefined && { company }),
    },
    result,
  );

export interface SentReference {
  partnerId: string;
  externalReferenceId: string;
  bodySha256: string;
}

export interface StoredInvoice {
  id: string;
  /** Whether its body has the same bytes as the one that was sent now. */
  isSame: boolean;
}

const references = batchInput<SentReference>(
  [
    { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
    { name: 'external_reference_id', type: 'text', of: ({ externalReferenceId }) => externalReferenceId },
    { name: 'body_sha256', type: 'bytea', of: ({ bodySha256 }) => `\\x${bodySha256}` },
  ],
  2,
);
const byReference = references.statements(
  'find-supplier-invoices',
  (rows) => `
  WITH ${rows}
  SELECT ${first(
    {
      table: 'supplier_invoices',
      columns: ['partner_id', 'external_reference_id'],
      values: ['input.partner_id', 'input.external_reference_id'],
    },
    "jsonb_build_object('id', id, 'isSame', nearest.body_sha256 IS NOT DISTINCT FROM input.body_sha256)",
  )}
  FROM input ORDER BY ordinal`,
);

/** In the order of the references; null for one that is free. */
export const findInvoices = (db: Db, company: CompanyId, sent: readonly SentReference[]) =>
  columnOf<StoredInvoice | null>(db, {
    ...(sent.length === 1 ? byReference.one : byReference.many),
    values: [company, ...references.values(sent)],
  });

export const storedAmong = async (db: Db, company: CompanyId, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    await columnOf<string>(db, 'SELECT id FROM supplier_invoices WHERE company_id = $1 AND id = ANY ($2::uuid[])', [
      company,
      ids,
    ]),
  );

/** JSON text as it was sent. */
export const readInvoiceDocument = (db: Db, company: CompanyId, id: string): Promise<string | undefined> =>
  valueOf(db, 'SELECT document::text AS document FROM supplier_invoices WHERE company_id = $1 AND id = $2', [
    company,
    id,
  ]);

export interface InvoiceReference {
  id: string;
  /** Undefined if any partner of the company may have sent it. */
  sentBy: string | undefined;
}

const isNamed = 'company_id = $1 AND id = $2 AND ($3::uuid IS NULL OR partner_id = $3)';

/**
 * Returns the state; undefined if the invoice does not exist. The lock serialises decisions and requests that count the
 * invoice's files.
 */
export const lockInvoice = (tx: Db, company: CompanyId, { id, sentBy }: InvoiceReference) =>
  valueOf<InvoiceState>(tx, {
    name: 'lock-supplier-invoice',
    text: `SELECT state FROM supplier_invoices WHERE ${isNamed} FOR UPDATE`,
    values: [company, id, sentBy],
  });

export const readInvoiceState = (db: Db, company: CompanyId, { id, sentBy }: InvoiceReference) =>
  valueOf<InvoiceState>(db, {
    name: 'read-supplier-invoice-state',
    text: `SELECT state FROM supplier_invoices WHERE ${isNamed}`,
    values: [company, id, sentBy],
  });

export interface ReceivedInvoice {
  id: string;
  externalReferenceId: string;
  createdAt: Date;
  /** Null if it arrived before version 1.12. */
  bodySha256: Buffer | null;
}

export const findReceived = (db: Db, company: CompanyId, { id, sentBy }: InvoiceReference) =>
  rowOf<ReceivedInvoice>(db, {
    name: 'find-received-invoice',
    text: `SELECT id, external_reference_id AS "externalReferenceId", created_at AS "createdAt",
                  body_sha256 AS "bodySha256"
           FROM supplier_invoices WHERE ${isNamed}`,
    values: [company, id, sentBy],
  });

export const invoiceExists = (db: Db, company: CompanyId, { id, sentBy }: InvoiceReference): Promise<boolean> =>
  touchesRow(db, {
    name: 'supplier-invoice-exists',
    text: `SELECT FROM supplier_invoices WHERE ${isNamed}`,
    values: [company, id, sentBy],
  });
