import { columns, eventsOf, type InsertResult, type JudgedInvoices, type NewInvoice } from './new-invoice.ts';
import { firstOfSupplier } from './store.ts';
import { lockVersions } from '../events/counters.ts';
import { eventColumns, recordEvents } from '../events/record.ts';
import { batchInput, batchInsert, createdAt, withCreatedAt, type WithCreatedAt } from '../ground/db/batch-insert.ts';
import { inCompanyTransaction, type CompanyId, type Db } from '../ground/db/pool.ts';
import { insertKeyed, isKeyFree, keyColumns } from '../idempotency/store.ts';

/** SQL: no earlier invoice of the supplier shares a key with the row of `input`. */
const isUnlike = (company?: string) =>
  ['number_key', 'amount_key', 'ocr_key']
    .map((key) => `${firstOfSupplier(key, `input.${key}`, 'true', company)} IS NULL`)
    .join(' AND ');

const names = columns.map(({ name }) => name).join(', ');

const companyColumn: (typeof columns)[number] = { name: 'company_id', type: 'uuid', of: ({ company }) => company };
const inputColumns = [companyColumn, ...columns, ...keyColumns];
const input = batchInput<NewInvoice>(inputColumns, 6);
const event = batchInput(eventColumns, 6 + inputColumns.length, 'event');

/**
 * Stores invoices of any number of companies with their events and Idempotency-Keys, in one statement and one commit:
 * many companies that send little then cost hardly more than one that sends much. $1 are the companies, $2 the versions
 * that their invoices were judged by, $3 the versions of invoices that they were compared with or NULL, $4 is the time,
 * $5 how long to wait for locks other than those of the counters, such as a key that another program is inserting.
 *
 * The lock on the counters keeps invoices from arriving and suppliers from changing before the commit. Nobody waits for
 * the counters of another company. The statement's snapshot is older than the lock: if an invoice arrived in between,
 * `seen` and `counters` differ.
 */
const insertStatement = {
  name: 'insert-invoices',
  text: `
WITH input AS (SELECT * FROM ${input.rows}),
event AS (SELECT * FROM ${event.rows}),
judged AS (
  SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS judged (company_id, judging_version, compared_version)
),
seen AS (SELECT company_id, invoice_version FROM company_counters WHERE company_id = ANY ($1)),
counters AS (
  SELECT company_id, invoice_version, judging_version FROM company_counters
  WHERE company_id = ANY ($1) AND (SELECT set_config('lock_timeout', coalesce($5, current_setting('lock_timeout')), true)) IS NOT NULL
  FOR UPDATE SKIP LOCKED
), ready AS (
  SELECT company_id, compared_version
  FROM counters JOIN seen USING (company_id, invoice_version)
  JOIN judged USING (company_id, judging_version)
  WHERE compared_version IS NULL OR compared_version = invoice_version
), stored AS (
  INSERT INTO supplier_invoices (company_id, ${names}, created_at)
  SELECT company_id, ${names}, $4
  FROM ready JOIN input USING (company_id)
  WHERE (compared_version IS NOT NULL OR ${isUnlike('input.company_id')}) AND (key IS NULL OR ${isKeyFree})
  ON CONFLICT DO NOTHING
  RETURNING company_id, id
), counted AS (
  UPDATE company_counters AS counter SET event_seq = event_seq + many, invoice_version = invoice_version + 1
  FROM (SELECT company_id, count(*) AS many FROM stored JOIN event ON subject_id::uuid = stored.id GROUP BY company_id) AS recorded
  WHERE counter.company_id = recorded.company_id
  RETURNING counter.company_id, event_seq
), recorded AS (
  INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
  SELECT company_id, event_seq + 1 - row_number() OVER (PARTITION BY company_id ORDER BY ordinal DESC),
         event.id, type, version, subject_id, data, $4
  FROM stored JOIN event ON subject_id::uuid = stored.id JOIN counted USING (company_id)
), kept AS (
  INSERT INTO idempotency_keys (company_id, partner_id, key, operation, fingerprint, answer, subject_id, created_at)
  SELECT company_id, partner_id, key, operation, fingerprint, answer, id::text, $4
  FROM stored JOIN input USING (company_id, id) WHERE key IS NOT NULL
)
SELECT (SELECT string_agg(id::text, ' ') FROM stored) AS stored,
       (SELECT string_agg(company_id::text, ' ') FROM ready) AS ready,
       (SELECT string_agg(company_id::text, ' ') FROM counters JOIN judged USING (company_id)
        WHERE counters.judging_version <> judged.judging_version) AS outdated`,
};

type IdList = 'stored' | 'ready' | 'outdated';

/** Stores those invoices whose reference and Idempotency-Key are new. On a cluster all are of one company. */
export async function insertInvoices(
  db: Db,
  judged: readonly JudgedInvoices[],
  now: Date,
  maxLockWait?: string,
): Promise<InsertResult> {
  const [first] = judged as [JudgedInvoices];
  if (db.isDistributed === true) return inCompanyTransaction(db, first.company, (tx) => insertOnWorker(tx, first, now));
  const companies = judged.map(({ company }) => company);
  const all = judged.flatMap(({ invoices }) => invoices);
  const values = [
    companies,
    judged.map(({ judging }) => judging),
    judged.map(({ compared }) => compared),
    now,
    maxLockWait,
    ...input.values(all, 'many'),
    ...event.values(all.flatMap(eventsOf), 'many'),
  ];
  const { rows } = await db.query<Record<IdList, string | null>>({ ...insertStatement, values });
  const idsIn = (of: IdList) => new Set(rows[0]?.[of]?.split(' '));
  const ready = idsIn('ready');
  const overtaken = new Set(companies.filter((company) => !ready.has(company)));
  return { stored: idsIn('stored'), overtaken, outdated: idsIn('outdated') };
}

const insertRows = batchInsert<WithCreatedAt<NewInvoice>, { id: string }>(
  'insert-invoice-rows',
  'supplier_invoices',
  [...columns, createdAt],
  'ON CONFLICT DO NOTHING RETURNING id',
);
const keysOfInvoice = batchInput(
  columns.filter(({ name }) => ['id', 'supplier_number', 'number_key', 'amount_key', 'ocr_key'].includes(name)),
  2,
);

/** The same by plain statements, in a transaction on the company's worker: Citus caches their plans. */
async function insertOnWorker(
  tx: Db,
  { company, invoices, judging, compared }: JudgedInvoices,
  now: Date,
): Promise<InsertResult> {
  const { isJudged, isCompared } = await lockVersions(tx, company, { judging, invoices: compared });
  if (!isJudged || !isCompared)
    return { stored: new Set(), overtaken: new Set([company]), outdated: new Set(isJudged ? [] : [company]) };
  const unlike = compared === undefined ? await unlikeEarlier(tx, company, invoices) : invoices;
  const stored = await insertKeyed(tx, company, unlike, now, (free) =>
    insertRows(tx, company, withCreatedAt(free, now)),
  );
  if (stored.length > 0) await recordEvents(tx, company, stored.flatMap(eventsOf), now, { invoices: 1 });
  return { stored: new Set(stored.map(({ id }) => id)), overtaken: new Set(), outdated: new Set() };
}

async function unlikeEarlier(tx: Db, company: CompanyId, invoices: readonly NewInvoice[]): Promise<NewInvoice[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'select-unlike-invoices',
    text: `SELECT id FROM ${keysOfInvoice.rows} WHERE ${isUnlike()}`,
    values: [company, ...keysOfInvoice.values(invoices, 'many')],
  });
  const unlike = new Set(rows.map(({ id }) => id));
  return invoices.filter(({ id }) => unlike.has(id));
}
