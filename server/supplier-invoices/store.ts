import type { Finding } from './rules.ts';
import type { InvoiceState } from './states.ts';
import { callColumns, callFields, recordEvents, type CausedByCall } from '../events/record.ts';
import { batchInput } from '../ground/db/input.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface NewInvoice extends CausedByCall {
  id: string;
  eventId: string;
  externalReferenceId: string;
  supplierNumber: string;
  /** The JSON text as it was sent. */
  document: string;
  findings: Finding[];
}

const input = batchInput<NewInvoice>([
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
  { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
  ...callColumns,
  { name: 'external_reference_id', type: 'text', of: ({ externalReferenceId }) => externalReferenceId },
  { name: 'supplier_number', type: 'text', of: ({ supplierNumber }) => supplierNumber },
  { name: 'findings', type: 'jsonb', of: ({ findings }) => JSON.stringify(findings) },
  { name: 'document', type: 'jsonb', of: ({ document }) => document },
]);

// The supplier is looked up for each row by its key: as a plain join, PostgreSQL takes the size of the company into account and plans
// the statement anew each time, which takes a quarter of its time.
const insert = input.statements(
  'insert-supplier-invoices',
  (rows, howMany) => `
  WITH ${rows}, made AS (
    INSERT INTO supplier_invoices
      (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, created_at)
    SELECT $1, input.id, input.partner_id, external_reference_id, supplier_number, 'received', document, findings, $2
    FROM input CROSS JOIN LATERAL (
      SELECT FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = supplier_number LIMIT 1
    ) AS supplier
    ORDER BY place
    ON CONFLICT DO NOTHING
    RETURNING id
  ), fresh AS (
    SELECT id, event_id, 'supplierinvoice.created' AS type, id::text AS subject_id, place,
           jsonb_build_object('supplierInvoiceId', id, 'externalReferenceId', external_reference_id,
                              'supplierNumber', supplier_number, ${callFields}) AS data
    FROM made JOIN input USING (id)
  ), ${recordEvents(howMany, 'fresh', ['supplierinvoice.created'])}
  SELECT id FROM made`,
);

/** Stores those whose supplier exists and whose reference is new, with their events; answers their ids. */
export async function insertInvoices(
  tx: Db,
  company: CompanyId,
  invoices: NewInvoice[],
  now: Date,
): Promise<Set<string>> {
  const statement = invoices.length === 1 ? insert.one : insert.many;
  const { rows } = await tx.query<{ id: string }>({ ...statement, values: [company, now, ...input.values(invoices)] });
  return new Set(rows.map(({ id }) => id));
}

export interface StoredInvoice {
  id: string;
  document: string;
}

export async function findInvoice(
  db: Db,
  company: CompanyId,
  partnerId: string,
  externalReferenceId: string,
): Promise<StoredInvoice | undefined> {
  const { rows } = await db.query<StoredInvoice>({
    name: 'find-supplier-invoice',
    text: `SELECT id, document::text AS document FROM supplier_invoices
           WHERE company_id = $1 AND partner_id = $2 AND external_reference_id = $3`,
    values: [company, partnerId, externalReferenceId],
  });
  return rows[0];
}

/** What was sent, as JSON text. */
export async function readInvoiceDocument(db: Db, company: CompanyId, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ document: string }>(
    'SELECT document::text AS document FROM supplier_invoices WHERE company_id = $1 AND id = $2',
    [company, id],
  );
  return rows[0]?.document;
}

/** An invoice that somebody names by its id. */
export interface NamedInvoice {
  id: string;
  /** The partner that must have sent it; undefined where any partner of the company will do. */
  sentBy: string | undefined;
}

const isNamed = 'company_id = $1 AND id = $2 AND ($3::uuid IS NULL OR partner_id = $3)';

/**
 * The state of such an invoice; undefined if it does not exist. It is locked, so that its files are counted by one request at a time, and a
 * decision comes either before all that this transaction writes or after it.
 */
export async function lockInvoice(
  tx: Db,
  company: CompanyId,
  { id, sentBy }: NamedInvoice,
): Promise<InvoiceState | undefined> {
  const { rows } = await tx.query<{ state: InvoiceState }>({
    name: 'lock-supplier-invoice',
    text: `SELECT state FROM supplier_invoices WHERE ${isNamed} FOR UPDATE`,
    values: [company, id, sentBy],
  });
  return rows[0]?.state;
}

export async function invoiceExists(db: Db, company: CompanyId, { id, sentBy }: NamedInvoice): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'supplier-invoice-exists',
    text: `SELECT FROM supplier_invoices WHERE ${isNamed}`,
    values: [company, id, sentBy],
  });
  return rowCount === 1;
}
