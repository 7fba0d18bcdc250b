import { callColumns, callFields, eventParts } from '../../events/record.ts';
import { runChain, type Chain } from '../../ground/db/chain.ts';
import { batchInput, type Cardinality, type Column } from '../../ground/db/input.ts';
import { inCompanyTransaction, type CompanyId, type Db } from '../../ground/db/pool.ts';
import { isKeyFree, keepKeys, keyColumns } from '../../idempotency/store.ts';
import { heldFor, invoiceFields } from '../store.ts';
import { isUnlike, storedColumns, type InsertResult, type JudgedBy, type NewInvoice } from './new-invoice.ts';
import { insertOnWorker } from './insert-on-worker-store.ts';

export const columns: Column<NewInvoice>[] = [
  ...storedColumns,
  { name: 'dates', type: 'jsonb', of: ({ dates }) => JSON.stringify(dates) },
  { name: 'event_id', type: 'uuid', of: ({ eventId }) => eventId },
  { name: 'held_event_id', type: 'uuid', of: ({ heldEventId }) => heldEventId },
  ...callColumns,
];

const created = `
  SELECT id, event_id, 'supplierinvoice.created' AS type, id::text AS subject_id, 2 * place AS place,
         jsonb_build_object(${invoiceFields}, 'state', state, 'findings', findings, ${callFields}) || dates AS data
  FROM made JOIN input USING (id)`;
const held = `
  SELECT id, held_event_id, 'supplierinvoice.held', id::text, 2 * place + 1,
         jsonb_build_object(${invoiceFields}, 'heldFor', ${heldFor('findings')}, ${callFields})
  FROM made JOIN input USING (id) WHERE held_event_id IS NOT NULL`;

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
           (company_id, id, partner_id, external_reference_id, supplier_number, state, document, body_sha256, findings, invoice_day, payment_due_day, number_key, amount_key, ocr_key, created_at)
         SELECT owner.company_id, input.id, input.partner_id, external_reference_id, supplier_number,
                CASE WHEN held_event_id IS NULL THEN 'received' ELSE 'held' END, document, body_sha256, findings, invoice_day, payment_due_day, number_key, amount_key, ocr_key, $2
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

/**
 * Stores invoices whose reference and Idempotency-Key are new, with their events and keys. With an invoice version, the
 * caller has compared them with earlier invoices. Without one, invoices that share a key with an earlier invoice of
 * their supplier are not stored.
 */
export const insertInvoices = (
  db: Db,
  company: CompanyId,
  invoices: NewInvoice[],
  versions: JudgedBy,
  now: Date,
): Promise<InsertResult> =>
  db.isDistributed === true
    ? inCompanyTransaction(db, company, (tx) => insertOnWorker(tx, company, invoices, versions, now))
    : insertInOneStatement(db, company, invoices, versions, now);

async function insertInOneStatement(
  db: Db,
  company: CompanyId,
  invoices: NewInvoice[],
  { judging, invoices: version }: JudgedBy,
  now: Date,
): Promise<InsertResult> {
  // The statement for one invoice writes one event, but a held invoice has two.
  const howMany = invoices.length === 1 && invoices[0]?.heldEventId === undefined ? 'one' : 'many';
  const insert = version === undefined ? insertUnlike : insertCompared;
  const { input, chains } = invoices.some(({ key }) => key !== undefined) ? insert.keyed : insert.plain;
  const { rows } = await runChain<InsertedRow>(db, chains[howMany], [
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
