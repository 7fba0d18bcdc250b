import { lookColumns, looksOfDocument } from './looks.ts';
import { accounts } from './payee.ts';
import { contactFields, supplierFields, type SupplierEntry, type SupplierField } from './shape.ts';
import { usedLengthsOfSupplier } from '../../common/used-lengths.ts';
import { supplierChanged } from '../events/counters.ts';
import { recordEvents, type EventCause, type NewEvent } from '../events/record.ts';
import { batchInput } from '../ground/db/batch-insert.ts';
import { type CompanyId, type Db, rowsOf, touchesRow, valueOf } from '../ground/db/pool.ts';
import { compatibleForm, identifierOf } from '../identifiers.ts';
import type { Person } from '../people/two-people.ts';

export const columnOf = (field: SupplierField) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columns = supplierFields.map(columnOf);
const asEntry = supplierFields.map((field) => `${columnOf(field)} AS "${field}"`).join(', ');
const isContact = (field: SupplierField) => contactFields.some((one) => one === field);
const usedOf = (field: SupplierField) => usedLengthsOfSupplier[field as keyof typeof usedLengthsOfSupplier];

const inDocument = (field: SupplierField) =>
  isContact(field)
    ? `left(coalesce(document ->> '${field}', ''), ${usedOf(field)})`
    : `coalesce(document ->> '${field}', '')`;

/** SQL for what no column holds of a document: unknown fields, and the whole texts of those that are too long. */
export const unusedOf = (document: string): string =>
  `${document} - array_remove(ARRAY[${supplierFields
    .map((field) =>
      isContact(field)
        ? `CASE WHEN char_length(${document} ->> '${field}') > ${usedOf(field)} THEN NULL ELSE '${field}' END`
        : `'${field}'`,
    )
    .join(', ')}], NULL)`;

/**
 * SQL for `extra` without the whole texts of contact details that have changed since. `isChanged` and `present` are SQL
 * for a field.
 */
export const extraAfter = (isChanged: (field: SupplierField) => string, present: (field: SupplierField) => string) =>
  `suppliers.extra - array_remove(ARRAY[${contactFields
    .map((field) => {
      const isItsBeginning = `char_length(${present(field)}) = ${usedOf(field)} AND starts_with(suppliers.extra ->> '${field}', ${present(field)})`;
      return `CASE WHEN ${isChanged(field)} AND (${isItsBeginning}) IS NOT TRUE THEN '${field}' END`;
    })
    .join(', ')}], NULL)`;

const nonEmptyFields = supplierFields.map((field) => `'${field}', nullif(${columnOf(field)}, '')`).join(', ');

export const byCommandLine = { by: { name: 'the command line' } } as const;
/** Events name an operator by id and name only. */
export const byOperator = ({ id, name }: Person, traceId: string) => ({ by: { id, name }, traceId });
/** The author of a change, as the events of suppliers name it. */
export type Author = EventCause | ReturnType<typeof byOperator> | typeof byCommandLine;

/** An operator, or a partner. */
export interface Proposer extends Person {
  partner?: true;
}

export interface WrittenSupplier {
  /** In normal form; the document has it as sent. */
  number: string;
  document: string;
  author: Author;
  payeeChangedAt?: Date | undefined;
}

const operatorOf = ({ author }: WrittenSupplier) => ('by' in author && 'id' in author.by ? author.by : undefined);

const input = batchInput<WrittenSupplier>([
  { name: 'number', type: 'text', of: ({ number }) => number },
  { name: 'document', type: 'jsonb', of: ({ document }) => document },
  { name: 'looks', type: 'jsonb', of: ({ number, document }) => looksOfDocument(number, document) },
  { name: 'partner_id', type: 'uuid', of: ({ author }) => ('partnerId' in author ? author.partnerId : undefined) },
  { name: 'created_by', type: 'text', of: (supplier) => operatorOf(supplier)?.name },
  { name: 'created_by_id', type: 'uuid', of: (supplier) => operatorOf(supplier)?.id },
  { name: 'payee_changed_at', type: 'timestamptz', of: ({ payeeChangedAt }) => payeeChangedAt?.toISOString() },
]);

const lookNames = Object.values(lookColumns);
const insertRows = `
  INSERT INTO suppliers (company_id, ${[...columns, ...lookNames].join(', ')}, extra, partner_id, created_by, created_by_id,
                         payee_changed_at, payee_changed_seq, created_at, updated_at)
  SELECT owner.company_id, ${supplierFields.map((field) => (field === 'number' ? 'input.number' : inDocument(field))).join(', ')},
         ${lookNames.map((column) => `looks ->> '${column}'`).join(', ')}, ${unusedOf('document')},
         partner_id, created_by, created_by_id,
         payee_changed_at, CASE WHEN payee_changed_at IS NOT NULL THEN owner.event_seq + 1 END, $2, $2
  FROM company_counters AS owner CROSS JOIN ${input.rows}
  WHERE owner.company_id = $1
  ORDER BY ordinal`;

const insert = {
  name: 'insert-suppliers',
  text: `${insertRows} ON CONFLICT DO NOTHING RETURNING number, name, true AS "isNew"`,
};

/** Registers those whose number is free, and returns these numbers. The company's counters are locked. */
export const insertSuppliers = async (
  tx: Db,
  company: CompanyId,
  suppliers: readonly WrittenSupplier[],
  now: Date,
): Promise<Set<string>> => new Set((await write(tx, insert, company, suppliers, now)).map(({ number }) => number));

// An account that the company enters counts as confirmed.
const hasNewAccount = accounts
  .map(columnOf)
  .map((column) => `(excluded.${column} <> '' AND suppliers.${column} <> excluded.${column})`)
  .join(' OR ');
const upsert = {
  name: 'upsert-suppliers',
  text: `${insertRows}
         ON CONFLICT (company_id, number) DO UPDATE SET
           ${[...columns, ...lookNames].map((column) => `${column} = excluded.${column}`).join(', ')},
           extra = ${extraAfter(
             (field) => `suppliers.${columnOf(field)} <> excluded.${columnOf(field)}`,
             (field) => `excluded.${columnOf(field)}`,
           )},
           updated_at = excluded.updated_at,
           payee_changed_at = coalesce(excluded.payee_changed_at, suppliers.payee_changed_at),
           payee_changed_seq = coalesce(excluded.payee_changed_seq, suppliers.payee_changed_seq),
           confirmed_at = CASE WHEN ${hasNewAccount} THEN excluded.updated_at ELSE suppliers.confirmed_at END,
           confirmed_by = CASE WHEN ${hasNewAccount} THEN excluded.created_by ELSE suppliers.confirmed_by END
         WHERE ${columns.map((column) => `suppliers.${column} <> excluded.${column}`).join(' OR ')}
         RETURNING number, name, created_at = updated_at AS "isNew"`,
};

/** Each supplier must have all of its fields. The company's counters are locked. */
export async function upsertSuppliers(tx: Db, company: CompanyId, suppliers: readonly WrittenSupplier[], now: Date) {
  const written = await write(tx, upsert, company, suppliers, now);
  const created = written.filter(({ isNew }) => isNew).length;
  return { created, updated: written.length - created };
}

interface WrittenRow {
  number: string;
  name: string;
  isNew: boolean;
}

async function write(
  tx: Db,
  statement: { name: string; text: string },
  company: CompanyId,
  suppliers: readonly WrittenSupplier[],
  now: Date,
): Promise<WrittenRow[]> {
  const values = [company, now, ...input.values(suppliers, 'many')];
  const { rows } = await tx.query<WrittenRow>({ ...statement, values });
  // If a number occurs several times in a batch, the first one was written.
  const authors = new Map(suppliers.toReversed().map(({ number, author }) => [number, author]));
  const events = rows.map(({ number, name, isNew }): NewEvent => ({
    type: isNew ? 'supplier.created' : 'supplier.updated',
    subjectId: number,
    data: { number, name, ...(authors.get(number) as Author) },
  }));
  if (events.length > 0) await recordEvents(tx, company, events, now, supplierChanged);
  return rows;
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

export const readSupplier = (db: Db, company: CompanyId, number: string): Promise<string | undefined> =>
  valueOf(db, {
    name: 'read-supplier',
    text: `SELECT (extra || jsonb_build_object(${nonEmptyFields}))::text AS document
           FROM suppliers WHERE company_id = $1 AND number = $2`,
    values: [company, number],
  });

/** The supplier as registered: the oldest change of a field holds its first value. */
export const readSupplierAsSent = (db: Db, company: CompanyId, number: string): Promise<string | undefined> =>
  valueOf(
    db,
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

/** Finds an existing supplier whose number is another form of a new one, for example with full-width digits. */
export async function otherFormOf(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const form = compatibleForm(number);
  if (form === number || (await supplierExists(db, company, number))) return undefined;
  return (await supplierExists(db, company, form)) ? form : undefined;
}

export const supplierExists = (db: Db, company: CompanyId, number: string): Promise<boolean> =>
  touchesRow(db, {
    name: 'supplier-exists',
    text: 'SELECT FROM suppliers WHERE company_id = $1 AND number = $2',
    values: [company, number],
  });

/**
 * Returns the stored number for a number in a path: the exact one, which may be an old number that is not in normal
 * form, or else its normal form.
 */
export const supplierNamed = (db: Db, company: CompanyId, number: string): Promise<string | undefined> =>
  valueOf(
    db,
    'SELECT number FROM suppliers WHERE company_id = $1 AND number = ANY ($2) ORDER BY number = $3 DESC LIMIT 1',
    [company, [number, identifierOf(number)], number],
  );

/** Increases with every change of one of the company's suppliers. */
export async function supplierVersion(db: Db, company: CompanyId): Promise<string> {
  const version = await valueOf<string>(db, {
    name: 'supplier-version',
    text: 'SELECT supplier_version FROM company_counters WHERE company_id = $1',
    values: [company],
  });
  return version ?? '0';
}

export interface SupplierFilter {
  number?: string | undefined;
  organizationalNumber?: string | undefined;
}

export const readSuppliers = (db: Db, company: CompanyId, filter: SupplierFilter, after: string, limit: number) =>
  rowsOf<SupplierEntry>(db, {
    name: `read-suppliers${filter.number === undefined ? '' : '-number'}${filter.organizationalNumber === undefined ? '' : '-org'}`,
    text: `SELECT ${asEntry} FROM suppliers
           WHERE company_id = $1 AND number > $2
             AND ${filter.number === undefined ? '$3::text IS NULL' : 'number = $3'}
             AND ${filter.organizationalNumber === undefined ? '$4::text IS NULL' : 'organizational_number = $4'}
           ORDER BY number LIMIT $5`,
    values: [company, after, filter.number, filter.organizationalNumber, limit],
  });
