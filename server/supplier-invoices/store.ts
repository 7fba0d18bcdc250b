import { first } from '../ground/db/sql.ts';
import type { InvoiceState } from '../decisions/invoices.ts';
import type { Versions } from './checking/rules.ts';
import type { Finding } from '../checks/judge.ts';
import type { InvoiceKeys } from '../checks/context.ts';
import { callColumns, callFields, recordEvents, type EventCause } from '../events/record.ts';
import { batchInput, type Column } from '../ground/db/input.ts';
import { isKeyFree, keepKeys, keyColumns, type IdempotencyKey } from '../idempotency/store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface NewInvoice extends EventCause {
  id: string;
  eventId: string;
  /** Of the event that it is held; undefined if it is not. */
  heldEventId: string | undefined;
  externalReferenceId: string;
  supplierNumber: string;
  /** The JSON text as it was sent. */
  document: string;
  findings: Finding[];
  keys: InvoiceKeys;
  /** The Idempotency-Key of its request. */
  key: IdempotencyKey | undefined;
  /** What its request is answered. */
  answer: object;
}

const columns: Column<NewInvoice>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
  { name: 'held_event_id', type: 'uuid', of: ({ heldEventId }) => heldEventId },
  { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
  ...callColumns,
  { name: 'external_reference_id', type: 'text', of: ({ externalReferenceId }) => externalReferenceId },
  { name: 'supplier_number', type: 'text', of: ({ supplierNumber }) => supplierNumber },
  { name: 'number_key', type: 'text', of: ({ keys }) => keys.number },
  { name: 'amount_key', type: 'text', of: ({ keys }) => keys.amount },
  { name: 'ocr_key', type: 'text', of: ({ keys }) => keys.ocr },
  { name: 'findings', type: 'jsonb', of: ({ findings }) => (findings.length === 0 ? '[]' : JSON.stringify(findings)) },
  { name: 'document', type: 'json', of: ({ document }) => document },
];

/** What every event of an invoice tells of it, from its columns. */
export const invoiceFields = `'supplierInvoiceId', id, 'externalReferenceId', external_reference_id, 'supplierNumber', supplier_number`;

/** The same with the partner that sent it, where $1 is the company. */
export const invoiceAndPartnerFields = `${invoiceFields},
  'partnerId', partner_id, 'partnerName', (SELECT name FROM partners WHERE company_id = $1 AND partners.id = partner_id)`;

/** The codes that an invoice is held for, of a column with findings. */
export const heldFor = (findings: string) =>
  `(SELECT jsonb_agg(DISTINCT finding ->> 'code') FROM jsonb_array_elements(${findings}) AS finding WHERE finding ->> 'severity' = 'hold')`;

/** SQL for `result` of the first invoice of the input's supplier with this key. */
export const firstOfSupplier = (key: string, value: string, result: string) =>
  first(
    {
      table: 'supplier_invoices',
      columns: ['supplier_number', key],
      values: ['input.supplier_number', value],
      order: ['supplier_number', key, 'id'],
      where: `${key} IS NOT NULL`,
    },
    result,
  );

const created = `
  SELECT id, event_id, 'supplierinvoice.created' AS type, id::text AS subject_id, 2 * place AS place,
         jsonb_build_object(${invoiceFields}, 'state', state, 'findings', findings, ${callFields}) AS data
  FROM made JOIN input USING (id)`;
const held = `
  SELECT id, held_event_id, 'supplierinvoice.held', id::text, 2 * place + 1,
         jsonb_build_object(${invoiceFields}, 'heldFor', ${heldFor('findings')}, ${callFields})
  FROM made JOIN input USING (id) WHERE held_event_id IS NOT NULL`;

const isUnlike = ['number_key', 'amount_key', 'ocr_key']
  .map((key) => `${firstOfSupplier(key, `input.${key}`, 'true')} IS NULL`)
  .join(' AND ');

// The counters are locked first of all, so that no invoice arrives and no supplier changes before the commit. What the statement itself reads
// is as of its beginning: if an invoice has arrived between that and the lock, `seen` and `counters` differ and nothing is stored.
const inserting = (name: string, mayBeStored: string, hasKeys: boolean, first: number) => {
  const input = batchInput([...columns, ...(hasKeys ? keyColumns : [])], first);
  const statements = input.statements(
    `insert-${name}-invoices${hasKeys ? '-and-keys' : ''}`,
    (rows, howMany) => `
  WITH ${rows}, seen AS MATERIALIZED (
    SELECT invoice_version FROM company_counters WHERE company_id = $1
  ), counters AS MATERIALIZED (
    SELECT invoice_version, judging_version = $3 AS is_current FROM company_counters WHERE company_id = $1 FOR UPDATE
  ), made AS (
    INSERT INTO supplier_invoices
      (company_id, id, partner_id, external_reference_id, supplier_number, state, document, findings, number_key, amount_key, ocr_key, created_at)
    SELECT $1, input.id, input.partner_id, external_reference_id, supplier_number,
           CASE WHEN held_event_id IS NULL THEN 'received' ELSE 'held' END, document, findings, number_key, amount_key, ocr_key, $2
    FROM counters JOIN seen USING (invoice_version) CROSS JOIN input
    WHERE is_current AND ${mayBeStored} ${hasKeys ? `AND ${isKeyFree}` : ''}
    ON CONFLICT DO NOTHING
    RETURNING id, state
  ), fresh AS (${howMany === 'one' ? created : `${created} UNION ALL ${held}`}
  ), ${recordEvents(howMany, 'fresh', ['supplierinvoice.created', 'supplierinvoice.held'], 'invoice_version = invoice_version + 1')}
  ${hasKeys ? `, ${keepKeys('made', 'id::text')}` : ''}
  SELECT (SELECT string_agg(id::text, ' ') FROM made) AS ids, counters.invoice_version, is_current AS "isCurrent",
         counters.invoice_version = seen.invoice_version AS "isSeen"
  FROM counters CROSS JOIN seen`,
  );
  return { input, statements };
};
const insertUnlike = { plain: inserting('unlike', isUnlike, false, 4), keyed: inserting('unlike', isUnlike, true, 4) };
const isAtVersion = 'invoice_version = $4';
const insertCompared = {
  plain: inserting('compared', isAtVersion, false, 5),
  keyed: inserting('compared', isAtVersion, true, 5),
};

/** What became of invoices that were to be stored. */
export interface Inserted {
  stored: ReadonlySet<string>;
  /** Why none is stored: what they were judged by has changed, or another invoice has arrived. */
  outdated: keyof Versions | undefined;
}

/**
 * Stores invoices whose reference and Idempotency-Key are new, with their events and keys. Without the version of the company's invoices, only
 * those are stored that are unlike every earlier invoice of their supplier; with it, all were compared with earlier ones before.
 */
export async function insertInvoices(
  tx: Db,
  company: CompanyId,
  invoices: NewInvoice[],
  { judging, invoices: version }: Pick<Versions, 'judging'> & Partial<Versions>,
  now: Date,
): Promise<Inserted> {
  // An invoice that is held has two events, and the statement for one makes one.
  const howMany = invoices.length === 1 && invoices[0]?.heldEventId === undefined ? 'one' : 'many';
  const insert = version === undefined ? insertUnlike : insertCompared;
  const { input, statements } = invoices.some(({ key }) => key !== undefined) ? insert.keyed : insert.plain;
  const { rows } = await tx.query<InsertedRow>({
    ...statements[howMany],
    values: [company, now, judging, ...(version === undefined ? [] : [version]), ...input.values(invoices, howMany)],
  });
  const { ids, invoice_version, isCurrent, isSeen } = rows[0] as InsertedRow;
  const isOvertaken = !isSeen || (version !== undefined && version !== invoice_version);
  return { stored: new Set(ids?.split(' ')), outdated: isCurrent ? (isOvertaken ? 'invoices' : undefined) : 'judging' };
}

interface InsertedRow {
  /** Null if none was stored. */
  ids: string | null;
  invoice_version: string;
  isCurrent: boolean;
  isSeen: boolean;
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
