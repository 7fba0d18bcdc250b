import { first } from '../ground/db/sql.ts';
import type { InvoiceState } from '../decisions/invoices.ts';
import type { Versions } from './checking/rules.ts';
import type { Finding } from '../checks/judge.ts';
import type { InvoiceKeys } from '../checks/context.ts';
import { callColumns, callFields, eventParts, type EventCause } from '../events/record.ts';
import { runChain, type Chain } from '../ground/db/chain.ts';
import { batchInput, type Cardinality, type Column } from '../ground/db/input.ts';
import { isKeyFree, keepKeys, keyColumns, type IdempotencyKey } from '../idempotency/store.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface NewInvoice extends EventCause {
  id: string;
  eventId: string;
  /** The id of the event supplierinvoice.held; undefined if it is not held. */
  heldEventId: string | undefined;
  externalReferenceId: string;
  supplierNumber: string;
  /** JSON text as it was sent. */
  document: string;
  /** The SHA-256 of the body's bytes, in hexadecimal digits. */
  bodySha256: string;
  findings: Finding[];
  keys: InvoiceKeys;
  key: IdempotencyKey | undefined;
  answer: object;
}

export const columns: Column<NewInvoice>[] = [
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
  { name: 'body_sha256', type: 'bytea', of: ({ bodySha256 }) => `\\x${bodySha256}` },
];

export const invoiceFields = `'supplierInvoiceId', id, 'externalReferenceId', external_reference_id, 'supplierNumber', supplier_number`;

/** $1 is the company. */
export const invoiceAndPartnerFields = `${invoiceFields},
  'partnerId', partner_id, 'partnerName', (SELECT name FROM partners WHERE company_id = $1 AND partners.id = partner_id)`;

export const heldFor = (findings: string) =>
  `(SELECT jsonb_agg(DISTINCT finding ->> 'code') FROM jsonb_array_elements(${findings}) AS finding WHERE finding ->> 'severity' = 'hold')`;

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

const created = `
  SELECT id, event_id, 'supplierinvoice.created' AS type, id::text AS subject_id, 2 * place AS place,
         jsonb_build_object(${invoiceFields}, 'state', state, 'findings', findings, ${callFields}) AS data
  FROM made JOIN input USING (id)`;
const held = `
  SELECT id, held_event_id, 'supplierinvoice.held', id::text, 2 * place + 1,
         jsonb_build_object(${invoiceFields}, 'heldFor', ${heldFor('findings')}, ${callFields})
  FROM made JOIN input USING (id) WHERE held_event_id IS NOT NULL`;

export const isUnlike = (company?: string) =>
  ['number_key', 'amount_key', 'ocr_key']
    .map((key) => `${firstOfSupplier(key, `input.${key}`, 'true', company)} IS NULL`)
    .join(' AND ');

// The lock on the counters keeps invoices from arriving and suppliers from changing before the commit. The statement's
// snapshot is older than the lock: if an invoice arrived in between, `seen` and `counters` differ and nothing is
// stored.
const insertChains = (name: string, mayBeStored: string, hasKeys: boolean, firstParameter: number) => {
  const input = batchInput([...columns, ...(hasKeys ? keyColumns : [])], firstParameter);
  const chain = (howMany: Cardinality): Chain => ({
    name: `insert-${name}-invoices${hasKeys ? '-and-keys' : ''}-${howMany}`,
    input: input.inputs[howMany],
    parts: [
      ['seen', 'SELECT invoice_version FROM company_counters WHERE company_id = $1'],
      [
        'counters',
        'SELECT invoice_version, judging_version = $3 AS is_current FROM company_counters WHERE company_id = $1 FOR UPDATE',
      ],
      [
        'made',
        `INSERT INTO supplier_invoices
           (company_id, id, partner_id, external_reference_id, supplier_number, state, document, body_sha256, findings, number_key, amount_key, ocr_key, created_at)
         SELECT owner.company_id, input.id, input.partner_id, external_reference_id, supplier_number,
                CASE WHEN held_event_id IS NULL THEN 'received' ELSE 'held' END, document, body_sha256, findings, number_key, amount_key, ocr_key, $2
         FROM owner CROSS JOIN counters JOIN seen USING (invoice_version) CROSS JOIN input
         WHERE is_current AND ${mayBeStored} ${hasKeys ? `AND ${isKeyFree()}` : ''}
         ON CONFLICT DO NOTHING
         RETURNING id, state`,
      ],
      ['fresh', howMany === 'one' ? created : `${created} UNION ALL ${held}`],
      ...eventParts(
        howMany,
        'fresh',
        ['supplierinvoice.created', 'supplierinvoice.held'],
        'invoice_version = invoice_version + 1',
      ),
      ...(hasKeys ? [keepKeys('made', 'id::text')] : []),
    ],
    result: `SELECT (SELECT string_agg(id::text, ' ') FROM made) AS ids, counters.invoice_version, is_current AS "isCurrent",
                    counters.invoice_version = seen.invoice_version AS "isSeen"
             FROM counters CROSS JOIN seen`,
  });
  return { input, chains: { one: chain('one'), many: chain('many') } };
};
const insertUnlike = {
  plain: insertChains('unlike', isUnlike(), false, 4),
  keyed: insertChains('unlike', isUnlike(), true, 4),
};
const isAtVersion = 'invoice_version = $4';
const insertCompared = {
  plain: insertChains('compared', isAtVersion, false, 5),
  keyed: insertChains('compared', isAtVersion, true, 5),
};

export interface InsertResult {
  stored: ReadonlySet<string>;
  /** The version that changed; then nothing is stored. */
  outdated: keyof Versions | undefined;
}

/**
 * Stores invoices whose reference and Idempotency-Key are new, with their events and keys. With an invoice version, the
 * caller has compared them with earlier invoices. Without one, invoices that share a key with an earlier invoice of
 * their supplier are not stored.
 */
export async function insertInvoices(
  tx: Db,
  company: CompanyId,
  invoices: NewInvoice[],
  { judging, invoices: version }: Pick<Versions, 'judging'> & Partial<Versions>,
  now: Date,
): Promise<InsertResult> {
  // The statement for one invoice writes one event, but a held invoice has two.
  const howMany = invoices.length === 1 && invoices[0]?.heldEventId === undefined ? 'one' : 'many';
  const insert = version === undefined ? insertUnlike : insertCompared;
  const { input, chains } = invoices.some(({ key }) => key !== undefined) ? insert.keyed : insert.plain;
  const { rows } = await runChain<InsertedRow>(tx, chains[howMany], [
    company,
    now,
    judging,
    ...(version === undefined ? [] : [version]),
    ...input.values(invoices, howMany),
  ]);
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

/** JSON text as it was sent. */
export async function readInvoiceDocument(db: Db, company: CompanyId, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ document: string }>(
    'SELECT document::text AS document FROM supplier_invoices WHERE company_id = $1 AND id = $2',
    [company, id],
  );
  return rows[0]?.document;
}

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
export async function lockInvoice(
  tx: Db,
  company: CompanyId,
  { id, sentBy }: InvoiceReference,
): Promise<InvoiceState | undefined> {
  const { rows } = await tx.query<{ state: InvoiceState }>({
    name: 'lock-supplier-invoice',
    text: `SELECT state FROM supplier_invoices WHERE ${isNamed} FOR UPDATE`,
    values: [company, id, sentBy],
  });
  return rows[0]?.state;
}

export async function readInvoiceState(
  db: Db,
  company: CompanyId,
  { id, sentBy }: InvoiceReference,
): Promise<InvoiceState | undefined> {
  const { rows } = await db.query<{ state: InvoiceState }>({
    name: 'read-supplier-invoice-state',
    text: `SELECT state FROM supplier_invoices WHERE ${isNamed}`,
    values: [company, id, sentBy],
  });
  return rows[0]?.state;
}

export interface ReceivedInvoice {
  id: string;
  externalReferenceId: string;
  createdAt: Date;
  /** Null if it arrived before version 1.12. */
  bodySha256: Buffer | null;
}

export async function findReceived(
  db: Db,
  company: CompanyId,
  { id, sentBy }: InvoiceReference,
): Promise<ReceivedInvoice | undefined> {
  const { rows } = await db.query<ReceivedInvoice>({
    name: 'find-received-invoice',
    text: `SELECT id, external_reference_id AS "externalReferenceId", created_at AS "createdAt",
                  body_sha256 AS "bodySha256"
           FROM supplier_invoices WHERE ${isNamed}`,
    values: [company, id, sentBy],
  });
  return rows[0];
}

export async function invoiceExists(db: Db, company: CompanyId, { id, sentBy }: InvoiceReference): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'supplier-invoice-exists',
    text: `SELECT FROM supplier_invoices WHERE ${isNamed}`,
    values: [company, id, sentBy],
  });
  return rowCount === 1;
}
