import type { EventType } from '../../../common/events.ts';
import { isUnlike, type NewInvoice } from './new-invoice.ts';
import { columns } from './insert-store.ts';
import { heldFor, invoiceFields } from '../store.ts';
import { catalogue } from '../../events/catalogue.ts';
import { callFields } from '../../events/record.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { batchInput, type Column } from '../../ground/db/input.ts';
import { isKeyFree, keyColumns } from '../../idempotency/store.ts';

export interface JudgedInvoice {
  company: CompanyId;
  /** The version of the company's settings and suppliers that it was judged by. */
  judging: string;
  invoice: NewInvoice;
}

const ofInvoice = <Item>(columns: readonly Column<Item>[]): Column<JudgedInvoice>[] =>
  columns.map(({ of, ...column }) => ({ ...column, of: ({ invoice }) => of(invoice as Item) }));

const version = (type: EventType) => `WHEN '${type}' THEN ${catalogue[type].version}`;

/**
 * $1 are the companies, in any order, and $2 is the time. Otherwise as the statement for one company. The time limit
 * applies to locks other than those of the counters, such as a key that another program is inserting.
 */
const insertStatement = (hasKeys: boolean) => {
  const input = batchInput<JudgedInvoice>([
    { name: 'company_id', type: 'uuid', of: ({ company }) => company },
    { name: 'judging_version', type: 'bigint', of: ({ judging }) => judging },
    ...ofInvoice(columns),
    ...(hasKeys ? ofInvoice(keyColumns) : []),
  ]);
  const company = 'input.company_id';
  const text = `
    WITH ${input.inputs.many}, seen AS (
      SELECT company_id, invoice_version FROM company_counters WHERE company_id = ANY ($1)
    ), counters AS (
      SELECT company_id, invoice_version, judging_version FROM company_counters
      WHERE company_id = ANY ($1) AND (SELECT set_config('lock_timeout', '1s', true)) IS NOT NULL
      FOR UPDATE SKIP LOCKED
    ), made AS (
      INSERT INTO supplier_invoices
        (company_id, id, partner_id, external_reference_id, supplier_number, state, document, body_sha256, findings, invoice_day, payment_due_day, number_key, amount_key, ocr_key, created_at)
      SELECT company_id, input.id, input.partner_id, external_reference_id, supplier_number,
             CASE WHEN held_event_id IS NULL THEN 'received' ELSE 'held' END, document, body_sha256, findings, invoice_day, payment_due_day, number_key, amount_key, ocr_key, $2
      FROM counters JOIN seen USING (company_id, invoice_version) JOIN input USING (company_id, judging_version)
      WHERE ${isUnlike(company)} ${hasKeys ? `AND ${isKeyFree(company)}` : ''}
      ON CONFLICT DO NOTHING
      RETURNING company_id, id, state
    ), fresh AS (
      SELECT company_id, event_id, 'supplierinvoice.created' AS type, id::text AS subject_id, 2 * place AS place,
             jsonb_build_object(${invoiceFields}, 'state', state, 'findings', findings, ${callFields}) || dates AS data
      FROM made JOIN input USING (company_id, id)
      UNION ALL
      SELECT company_id, held_event_id, 'supplierinvoice.held', id::text, 2 * place + 1,
             jsonb_build_object(${invoiceFields}, 'heldFor', ${heldFor('findings')}, ${callFields})
      FROM made JOIN input USING (company_id, id) WHERE held_event_id IS NOT NULL
    ), counted AS (
      UPDATE company_counters SET event_seq = event_seq + made.count, invoice_version = invoice_version + 1
      FROM (SELECT company_id, count(*) AS count FROM fresh GROUP BY company_id) AS made
      WHERE company_counters.company_id = made.company_id
      RETURNING company_counters.company_id, event_seq
    ), recorded AS (
      INSERT INTO events (company_id, seq, id, type, version, subject_id, data, created_at)
      SELECT company_id, event_seq + 1 - row_number() OVER (PARTITION BY company_id ORDER BY place DESC), event_id, type,
             CASE type ${version('supplierinvoice.created')} ${version('supplierinvoice.held')} END, subject_id, data, $2
      FROM fresh JOIN counted USING (company_id)
    )${hasKeys ? `, ${keptKeys}` : ''}
    SELECT string_agg(id::text, ' ') AS ids FROM made`;
  return { statement: { name: `insert-invoices-of-companies${hasKeys ? '-and-keys' : ''}`, text }, input };
};

const keptKeys = `kept_keys AS (
  INSERT INTO idempotency_keys (company_id, partner_id, key, operation, fingerprint, answer, subject_id, created_at)
  SELECT company_id, partner_id, key, operation, fingerprint, answer, id::text, $2
  FROM made JOIN input USING (company_id, id) WHERE key IS NOT NULL
)`;

const insert = { plain: insertStatement(false), keyed: insertStatement(true) };

/**
 * Stores invoices of several companies in one statement and one commit, and returns the ids of those that it stored.
 * Many companies that send little then cost hardly more than one that sends much. Only for PostgreSQL: on a cluster
 * the companies are on different machines. Left out are invoices that insertInvoices without an invoice version would
 * leave out, and companies whose counters another transaction has locked: nobody waits for the lock of another company.
 * If it fails, all companies may be stored or none.
 */
export async function insertForCompanies(db: Db, judged: JudgedInvoice[], now: Date): Promise<ReadonlySet<string>> {
  const { statement, input } = judged.some(({ invoice }) => invoice.key !== undefined) ? insert.keyed : insert.plain;
  const companies = [...new Set(judged.map(({ company }) => company))];
  const { rows } = await db.query<{ ids: string | null }>({
    ...statement,
    values: [companies, now, ...input.values(judged, 'many')],
  });
  return new Set(rows[0]?.ids?.split(' '));
}
