import type { InvoiceState } from './states.ts';
import type { Finding } from '../checks/judge.ts';
import type { InvoiceKeys } from '../checks/known.ts';
import type { Sums } from '../checks/sums/sums.ts';
import { callColumns, callFields, recordEvents, type CausedByCall } from '../events/record.ts';
import { batchInput } from '../ground/db/input.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface NewInvoice extends CausedByCall {
  id: string;
  eventId: string;
  /** Of the event that it is held; undefined where it is not. */
  heldEventId: string | undefined;
  externalReferenceId: string;
  supplierNumber: string;
  /** The version of the supplier's payee that it was compared with; undefined where it was not. */
  payeeVersion: number | undefined;
  /** The JSON text as it was sent. */
  document: string;
  findings: Finding[];
  sums: Sums | undefined;
  keys: InvoiceKeys;
}

const input = batchInput<NewInvoice>(
  [
    { name: 'id', type: 'uuid', of: ({ id }) => id },
    { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
    { name: 'held_event_id', type: 'uuid', of: ({ heldEventId }) => heldEventId },
    { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
    ...callColumns,
    { name: 'external_reference_id', type: 'text', of: ({ externalReferenceId }) => externalReferenceId },
    { name: 'supplier_number', type: 'text', of: ({ supplierNumber }) => supplierNumber },
    { name: 'payee_version', type: 'integer', of: ({ payeeVersion }) => payeeVersion?.toString() },
    { name: 'number_key', type: 'text', of: ({ keys }) => keys.number },
    { name: 'amount_key', type: 'text', of: ({ keys }) => keys.amount },
    { name: 'ocr_key', type: 'text', of: ({ keys }) => keys.ocr },
    { name: 'findings', type: 'jsonb', of: ({ findings }) => JSON.stringify(findings) },
    { name: 'sums', type: 'jsonb', of: ({ sums }) => JSON.stringify(sums ?? null) },
    { name: 'document', type: 'jsonb', of: ({ document }) => document },
  ],
  4,
);

/** What every event of an invoice tells of it, from its columns. */
export const invoiceFields = `'supplierInvoiceId', id, 'externalReferenceId', external_reference_id, 'supplierNumber', supplier_number`;

/** The same with the partner that sent it, where $1 is the company. */
export const invoiceAndPartnerFields = `${invoiceFields},
  'partnerId', partner_id, 'partnerName', (SELECT name FROM partners WHERE company_id = $1 AND partners.id = partner_id)`;

/** The codes that an invoice is held for, of a column with findings. */
export const heldFor = (findings: string) =>
  `(SELECT jsonb_agg(DISTINCT finding ->> 'code') FROM jsonb_array_elements(${findings}) AS finding WHERE finding ->> 'severity' = 'hold')`;

const created = `
  SELECT id, event_id, 'supplierinvoice.created' AS type, id::text AS subject_id, 2 * place AS place,
         jsonb_build_object(${invoiceFields}, 'state', state, 'findings', findings, ${callFields}) AS data
  FROM made JOIN input USING (id)`;
const held = `
  SELECT id, held_event_id, 'supplierinvoice.held', id::text, 2 * place + 1,
         jsonb_build_object(${invoiceFields}, 'heldFor', ${heldFor('findings')}, ${callFields})
  FROM made JOIN input USING (id) WHERE held_event_id IS NOT NULL`;

// The supplier is looked up for each row by its key: as a plain join, PostgreSQL takes the size of the company into account and plans
// the statement anew each time, which takes a quarter of its time. Its row is locked, so that the payee cannot change before the
// invoice is there; and the counters are, first of all, so that nobody's invoice arrives in between.
const insert = input.statements(
  'insert-supplier-invoices',
  (rows, howMany) => `
  WITH ${rows}, counters AS MATERIALIZED (
    SELECT invoice_version FROM company_counters WHERE company_id = $1 FOR UPDATE
  ), made AS (
    INSERT INTO supplier_invoices
      (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, sums, number_key, amount_key, ocr_key, created_at)
    SELECT $1, input.id, input.partner_id, external_reference_id, supplier_number,
           CASE WHEN held_event_id IS NULL THEN 'received' ELSE 'held' END, document, findings, nullif(sums, 'null'),
           number_key, amount_key, ocr_key, $2
    FROM counters CROSS JOIN input CROSS JOIN LATERAL (
      SELECT FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = supplier_number
        AND suppliers.payee_version = coalesce(input.payee_version, suppliers.payee_version) LIMIT 1 FOR SHARE
    ) AS supplier
    WHERE counters.invoice_version = $3
    ORDER BY place
    ON CONFLICT DO NOTHING
    RETURNING id, state
  ), fresh AS (${howMany === 'one' ? created : `${created} UNION ALL ${held}`}
  ), ${recordEvents(howMany, 'fresh', ['supplierinvoice.created', 'supplierinvoice.held'], 'invoice_version = invoice_version + 1')}
  SELECT made.id, counters.invoice_version = $3 AS current FROM counters LEFT JOIN made ON true`,
);

/**
 * Stores those whose supplier exists, with the payee that they were compared with, and whose reference is new, with their events; answers
 * their ids. Undefined where another invoice has arrived since `version` was read: then nothing is stored.
 */
export async function insertInvoices(
  tx: Db,
  company: CompanyId,
  invoices: NewInvoice[],
  version: string,
  now: Date,
): Promise<Set<string> | undefined> {
  // An invoice that is held has two events, and the statement for one makes one.
  const howMany = invoices.length === 1 && invoices[0]?.heldEventId === undefined ? 'one' : 'many';
  const { rows } = await tx.query<{ id: string | null; current: boolean }>({
    ...insert[howMany],
    values: [company, now, version, ...input.values(invoices, howMany)],
  });
  if (rows[0]?.current === false) return undefined;
  return new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
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
