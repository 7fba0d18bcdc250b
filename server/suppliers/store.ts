import { lookColumns, looksOfDocument } from './looks.ts';
import { accounts } from './payee.ts';
import { supplierFields, type SupplierEntry, type SupplierField } from './shape.ts';
import { commandLine } from '../audit/record.ts';
import { callColumns, callFields, eventParts, type EventCause } from '../events/record.ts';
import { runChain, type Chain } from '../ground/db/chain.ts';
import { batchInput, type Column, type Cardinality } from '../ground/db/input.ts';
import { lockedCounters, nextSeq, supplierChanged } from '../events/counters.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { compatibleForm, identifierOf } from '../identifiers.ts';

export const columnOf = (field: SupplierField) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = supplierFields.map(columnOf);
const asEntry = supplierFields.map((field) => `${columnOf(field)} AS "${field}"`).join(', ');
/** Column values for a SELECT from `input` (number, document). */
export const fromDocument = supplierFields
  .map((field) => (field === 'number' ? 'input.number' : `coalesce(document ->> '${field}', '')`))
  .join(', ');
/** The columns of looks, and their values from a column `looks` of `input`. */
export const lookNames = Object.values(lookColumns).join(', ');
export const fromLooks = Object.values(lookColumns)
  .map((column) => `looks ->> '${column}'`)
  .join(', ');
const nonEmptyFields = supplierFields.map((field) => `'${field}', nullif(${columnOf(field)}, '')`).join(', ');

export interface WrittenSupplier {
  eventId: string;
  /** In normal form; the document has it as sent. */
  number: string;
  document: string;
}

export interface NewSupplier extends WrittenSupplier, EventCause {}

export interface ImportedSupplier extends WrittenSupplier {
  /** The author in the event; default: the command line. */
  cause?: object;
  payeeChangedAt?: Date | undefined;
}

const byCommandLine = { by: { name: commandLine.name } };

const inputColumns: Column<WrittenSupplier>[] = [
  { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'document', type: 'jsonb', of: ({ document }) => document },
  { name: 'looks', type: 'jsonb', of: ({ number, document }) => looksOfDocument(number, document) },
];

const sent = batchInput<NewSupplier>([
  { name: 'partner_id', type: 'uuid', of: ({ partnerId }) => partnerId },
  ...callColumns,
  ...inputColumns,
]);
const imported = batchInput<ImportedSupplier>([
  { name: 'payee_changed_at', type: 'timestamptz', of: ({ payeeChangedAt }) => payeeChangedAt?.toISOString() },
  { name: 'cause', type: 'jsonb', of: ({ cause = byCommandLine }) => JSON.stringify(cause) },
  ...inputColumns,
]);

interface Write {
  name: string;
  /** Further columns of the table. */
  also: string;
  /** Their values in the input; the same names by default. */
  from?: string;
  onConflict: string;
  /** Data of the event, from the input and the written row. */
  data: string;
}

// If a number occurs several times in a batch, the first one is written and gets the event.
const writeChains = (inputs: Record<Cardinality, string>, { name, also, from = also, onConflict, data }: Write) => {
  const chain = (howMany: Cardinality): Chain => ({
    name: `${name}-${howMany}`,
    input: inputs[howMany],
    parts: [
      lockedCounters,
      [
        'written',
        `INSERT INTO suppliers (company_id, ${columns.join(', ')}, ${lookNames}, extra, ${also}, created_at, updated_at)
         SELECT owner.company_id, ${fromDocument}, ${fromLooks}, document - '{${supplierFields.join(',')}}'::text[], ${from}, $2, $2
         FROM owner CROSS JOIN counters CROSS JOIN input ORDER BY place
         ${onConflict}
         RETURNING number, name, created_at`,
      ],
      [
        'fresh',
        `SELECT DISTINCT ON (number) event_id, number AS subject_id, place,
                CASE WHEN created_at = $2 THEN 'supplier.created' ELSE 'supplier.updated' END AS type,
                ${data} AS data
         FROM written JOIN input USING (number)
         ORDER BY number, place`,
      ],
      ...eventParts(howMany, 'fresh', ['supplier.created', 'supplier.updated'], supplierChanged),
    ],
    result: 'SELECT event_id, type FROM fresh',
  });
  return { one: chain('one'), many: chain('many') };
};

const differ = (some: readonly string[]) =>
  some.map((column) => `suppliers.${column} <> excluded.${column}`).join(' OR ');

const insert = writeChains(sent.inputs, {
  name: 'insert-suppliers',
  also: 'partner_id',
  onConflict: 'ON CONFLICT DO NOTHING',
  data: `jsonb_build_object('number', number, 'name', name, ${callFields})`,
});

export async function insertSuppliers(
  tx: Db,
  company: CompanyId,
  suppliers: NewSupplier[],
  now: Date,
): Promise<Set<string>> {
  const rows = await write(tx, suppliers.length === 1 ? insert.one : insert.many, company, sent.values(suppliers), now);
  return new Set(rows.map((row) => row.event_id));
}

// An account that the company enters counts as confirmed.
const hasNewAccount = accounts
  .map(columnOf)
  .map((column) => `(excluded.${column} <> '' AND suppliers.${column} <> excluded.${column})`)
  .join(' OR ');
const update = [
  ...[...columns, ...Object.values(lookColumns)].map((column) => `${column} = excluded.${column}`),
  'updated_at = excluded.updated_at',
  'payee_changed_at = coalesce(excluded.payee_changed_at, suppliers.payee_changed_at)',
  'payee_changed_seq = coalesce(excluded.payee_changed_seq, suppliers.payee_changed_seq)',
  `confirmed_at = CASE WHEN ${hasNewAccount} THEN excluded.updated_at ELSE suppliers.confirmed_at END`,
  `confirmed_by = CASE WHEN ${hasNewAccount} THEN excluded.created_by ELSE suppliers.confirmed_by END`,
].join(', ');
// Only operators have an id.
const byOperator = `CASE WHEN cause -> 'by' ? 'id' THEN cause -> 'by' ->> 'name' END, (cause -> 'by' ->> 'id')::uuid`;
const upsert = writeChains(imported.inputs, {
  name: 'upsert-suppliers',
  also: 'payee_changed_at, payee_changed_seq, created_by, created_by_id',
  from: `payee_changed_at, CASE WHEN payee_changed_at IS NOT NULL THEN ${nextSeq} END, ${byOperator}`,
  onConflict: `ON CONFLICT (company_id, number) DO UPDATE SET ${update} WHERE ${differ(columns)}`,
  data: `jsonb_build_object('number', number, 'name', name) || cause`,
});

/** Each supplier must have all of its fields. */
export async function upsertSuppliers(tx: Db, company: CompanyId, suppliers: ImportedSupplier[], now: Date) {
  const chain = suppliers.length === 1 ? upsert.one : upsert.many;
  const rows = await write(tx, chain, company, imported.values(suppliers), now);
  const created = rows.filter(({ type }) => type === 'supplier.created').length;
  return { created, updated: rows.length - created };
}

async function write(tx: Db, chain: Chain, company: CompanyId, values: unknown[], now: Date) {
  return (await runChain<{ event_id: string; type: string }>(tx, chain, [company, now, ...values])).rows;
}

const readEntriesWith =
  (lock: '' | 'FOR NO KEY UPDATE') =>
  async (db: Db, company: CompanyId, numbers: string[]): Promise<Map<string, SupplierEntry>> => {
    const { rows } = await db.query<SupplierEntry>(
      `SELECT ${asEntry} FROM suppliers WHERE company_id = $1 AND number = ANY ($2) ORDER BY number ${lock}`,
      [company, numbers],
    );
    return new Map(rows.map((row) => [row.number, row]));
  };

export const readEntries = readEntriesWith('');

/** Locked until the transaction ends. Invoices for these suppliers are still accepted. */
export const lockSuppliers = readEntriesWith('FOR NO KEY UPDATE');

export async function readSupplier(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const { rows } = await db.query<{ document: string }>({
    name: 'read-supplier',
    text: `SELECT (extra || jsonb_build_object(${nonEmptyFields}))::text AS document
           FROM suppliers WHERE company_id = $1 AND number = $2`,
    values: [company, number],
  });
  return rows[0]?.document;
}

/** The supplier as registered: the oldest change of a field holds its first value. */
export async function readSupplierAsSent(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const { rows } = await db.query<{ document: string }>(
    `SELECT (extra || jsonb_strip_nulls(jsonb_build_object(${nonEmptyFields}) || coalesce((
       SELECT jsonb_object_agg(field, before) FROM (
         SELECT DISTINCT ON (change ->> 'field') change ->> 'field' AS field, nullif(change ->> 'from', '') AS before
         FROM supplier_changes CROSS JOIN LATERAL jsonb_array_elements(changes) AS change
         WHERE company_id = $1 AND supplier_number = $2 AND change ->> 'field' NOT IN ('blocked', 'confirmed', 'distinct') ORDER BY change ->> 'field', id
       ) AS oldest
     ), '{}')))::text AS document
     FROM suppliers WHERE company_id = $1 AND number = $2`,
    [company, number],
  );
  return rows[0]?.document;
}

/** Finds an existing supplier whose number is another form of a new one, for example with full-width digits. */
export async function otherFormOf(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const form = compatibleForm(number);
  if (form === number || (await supplierExists(db, company, number))) return undefined;
  return (await supplierExists(db, company, form)) ? form : undefined;
}

export async function supplierExists(db: Db, company: CompanyId, number: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'supplier-exists',
    text: 'SELECT FROM suppliers WHERE company_id = $1 AND number = $2',
    values: [company, number],
  });
  return rowCount === 1;
}

/**
 * Returns the stored number for a number in a path: the exact one, which may be an old number that is not in normal
 * form, or else its normal form.
 */
export async function supplierNamed(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const { rows } = await db.query<{ number: string }>(
    'SELECT number FROM suppliers WHERE company_id = $1 AND number = ANY ($2) ORDER BY number = $3 DESC LIMIT 1',
    [company, [number, identifierOf(number)], number],
  );
  return rows[0]?.number;
}

/** Increases with every change of one of the company's suppliers. */
export async function supplierVersion(db: Db, company: CompanyId): Promise<string> {
  const { rows } = await db.query<{ supplier_version: string }>({
    name: 'supplier-version',
    text: 'SELECT supplier_version FROM company_counters WHERE company_id = $1',
    values: [company],
  });
  return rows[0]?.supplier_version ?? '0';
}

export interface SupplierFilter {
  number?: string | undefined;
  organizationalNumber?: string | undefined;
}

export async function readSuppliers(
  db: Db,
  company: CompanyId,
  filter: SupplierFilter,
  after: string,
  limit: number,
): Promise<SupplierEntry[]> {
  const { rows } = await db.query<SupplierEntry>({
    name: `read-suppliers${filter.number === undefined ? '' : '-number'}${filter.organizationalNumber === undefined ? '' : '-org'}`,
    text: `SELECT ${asEntry} FROM suppliers
           WHERE company_id = $1 AND number > $2
             AND ${filter.number === undefined ? '$3::text IS NULL' : 'number = $3'}
             AND ${filter.organizationalNumber === undefined ? '$4::text IS NULL' : 'organizational_number = $4'}
           ORDER BY number LIMIT $5`,
    values: [company, after, filter.number, filter.organizationalNumber, limit],
  });
  return rows;
}
