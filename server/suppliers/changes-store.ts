import { hasLook, lookColumns, lookOf, looksOfDocument } from './looks.ts';
import { accounts, payeeFields } from './payee.ts';
import type { FieldChange } from './rules.ts';
import { supplierFields, type SupplierField } from './shape.ts';
import { columnOf, fromDocument, fromLooks, lookNames } from './store.ts';
import type { PayeeDeed } from '../../common/errors/notices.ts';
import { eventParts } from '../events/record.ts';
import { contactChanged, nextSeq, supplierChanged } from '../events/counters.ts';
import { runChain, type Chain } from '../ground/db/chain.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../operators/people-store.ts';
import type { Proposer } from './proposals-store.ts';

export interface SupplierChange {
  number: string;
  changes: FieldChange[];
  changesPayee: boolean;
  id: string;
  eventId: string;
  /** A partner changes only contact details that nobody at the company has confirmed. */
  by: Proposer;
  proposedBy?: Proposer | undefined;
  traceId: string;
}

const changeChain = (set: readonly string[], counters: string): Chain => ({
  parts: [
    ['written', `UPDATE suppliers SET ${set.join(', ')} WHERE company_id = $1 AND number = $3 RETURNING number, name`],
    [
      'remembered',
      `INSERT INTO supplier_changes (company_id, supplier_number, id, operator_id, operator_name, changes, created_at, proposed_by, proposed_by_name)
       SELECT owner.company_id, number, $5, $6, $7, $8, $2, CASE WHEN NOT $10::jsonb ? 'partner' THEN ($10::jsonb ->> 'id')::uuid END, $10::jsonb ->> 'name'
       FROM owner CROSS JOIN written`,
    ],
    [
      'fresh',
      `SELECT $4::uuid AS event_id, number AS subject_id, 1 AS place, 'supplier.updated' AS type,
              jsonb_strip_nulls(jsonb_build_object(
                'number', number, 'name', name, 'traceId', $9::text,
                'by', CASE WHEN $6::uuid IS NOT NULL THEN jsonb_build_object('id', $6::uuid, 'name', $7::text) END, 'proposedBy', $10::jsonb,
                'partnerId', $11::uuid, 'partnerName', CASE WHEN $11::uuid IS NOT NULL THEN $7::text END)) AS data
       FROM written`,
    ],
    ...eventParts('one', 'fresh', ['supplier.updated'], counters),
  ],
  result: 'SELECT FROM fresh',
});

/** The supplier must be locked. Also writes the event and a line of its history. */
export async function changeSupplier(tx: Db, company: CompanyId, change: SupplierChange, now: Date): Promise<void> {
  const written = change.changes.flatMap(({ field, to }) => [
    [columnOf(field), to],
    ...(hasLook(field) ? [[lookColumns[field], lookOf(field, to)]] : []),
  ]);
  const set = ['updated_at = $2', ...written.map(([column], at) => `${column} = $${at + 12}`)];
  if (change.changesPayee) set.push('payee_changed_at = $2', `payee_changed_seq = ${nextSeq}`);
  // An account that the company enters counts as confirmed.
  if (change.changes.some(({ field, to }) => isAccount(field) && to !== ''))
    set.push('confirmed_at = $2', 'confirmed_by = $7');
  await runChain(tx, changeChain(set, change.by.partner ? contactChanged : supplierChanged), [
    company,
    now,
    change.number,
    change.eventId,
    change.id,
    change.by.partner ? null : change.by.id,
    change.by.name,
    JSON.stringify(change.changes),
    change.traceId,
    change.proposedBy === undefined ? null : JSON.stringify(change.proposedBy),
    change.by.partner ? change.by.id : null,
    ...written.map(([, value]) => value),
  ]);
}

/**
 * Stores the unknown fields of a body instead of the former ones, so that they cannot grow without limit. False if they
 * are the same.
 */
export async function replaceExtra(tx: Db, company: CompanyId, number: string, document: string): Promise<boolean> {
  const unknown = `$3::jsonb - '{${supplierFields.join(',')}}'::text[]`;
  const { rowCount } = await tx.query({
    name: 'replace-extra-of-supplier',
    text: `UPDATE suppliers SET extra = ${unknown} WHERE company_id = $1 AND number = $2 AND extra <> (${unknown})`,
    values: [company, number, document],
  });
  return rowCount === 1;
}

const isAccount = (field: SupplierField) => accounts.some((one) => one === field);

/**
 * Operators who made, confirmed or proposed a change of a supplier's payee, or blocked or unblocked it, since so many
 * days before an invoice arrived. They may not release it: one person would decide alone. An arrival that seems to be in
 * the future was written by a wrong clock.
 */
export async function operatorsWhoChangedPayee(
  db: Db,
  company: CompanyId,
  number: string,
  { arrivedAt, days }: { arrivedAt: Date; days: number },
): Promise<string[]> {
  const { rows } = await db.query<{ operator_id: string }>(
    `SELECT DISTINCT operator_id FROM (
       SELECT unnest(ARRAY[operator_id, proposed_by]) AS operator_id FROM supplier_changes
       WHERE company_id = $1 AND supplier_number = $2 AND created_at >= least($3::timestamptz, now()) - make_interval(days => $5)
         AND EXISTS (SELECT FROM jsonb_array_elements(changes) AS change WHERE change ->> 'field' = ANY ($4))
       UNION ALL
       SELECT operator_id FROM supplier_proposals WHERE company_id = $1 AND supplier_number = $2
     ) AS changers
     WHERE operator_id IS NOT NULL`,
    [company, number, arrivedAt, [...payeeFields, 'blocked'], days],
  );
  return rows.map((row) => row.operator_id);
}

export interface ImportedChange {
  id: string;
  number: string;
  /** Not empty. */
  changes: FieldChange[];
}

export async function insertChanges(
  tx: Db,
  company: CompanyId,
  changes: ImportedChange[],
  by: { id: string | null; name: string },
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.query(
    `INSERT INTO supplier_changes (company_id, supplier_number, id, operator_id, operator_name, changes, created_at)
     SELECT company_id, number, id, $2, $3, changes, $4
     FROM company_counters CROSS JOIN unnest($5::text[], $6::uuid[], $7::jsonb[]) AS input (number, id, changes)
     WHERE company_id = $1`,
    [
      company,
      by.id,
      by.name,
      now,
      changes.map(({ number }) => number),
      changes.map(({ id }) => id),
      changes.map((change) => JSON.stringify(change.changes)),
    ],
  );
}

export interface CreatedSupplier {
  eventId: string;
  number: string;
  document: string;
  operator: Person;
  traceId: string;
}

const insertSupplier: Chain = {
  input: 'input AS (SELECT $3::text AS number, $4::jsonb AS document, $9::jsonb AS looks)',
  parts: [
    [
      'written',
      `INSERT INTO suppliers (company_id, ${supplierFields.map(columnOf).join(', ')}, ${lookNames}, extra, created_by, created_by_id, created_at, updated_at)
       SELECT owner.company_id, ${fromDocument}, ${fromLooks}, '{}', $7, $6, $2, $2 FROM owner CROSS JOIN input
       ON CONFLICT DO NOTHING
       RETURNING number, name`,
    ],
    [
      'fresh',
      `SELECT $5::uuid AS event_id, number AS subject_id, 1 AS place, 'supplier.created' AS type,
              jsonb_build_object('number', number, 'name', name, 'traceId', $8::text,
                                 'by', jsonb_build_object('id', $6::uuid, 'name', $7::text)) AS data
       FROM written`,
    ],
    ...eventParts('one', 'fresh', ['supplier.created'], supplierChanged),
  ],
  result: 'SELECT FROM fresh',
};

/** False if the number is taken. */
export async function createSupplier(
  tx: Db,
  company: CompanyId,
  supplier: CreatedSupplier,
  now: Date,
): Promise<boolean> {
  const { number, document, eventId, operator, traceId } = supplier;
  const values = [
    company,
    now,
    number,
    document,
    eventId,
    operator.id,
    operator.name,
    traceId,
    looksOfDocument(number, document),
  ];
  return (await runChain(tx, insertSupplier, values)).rowCount === 1;
}

const payeeHistoryFields = [...payeeFields, 'blocked', 'confirmed', 'distinct'];

export interface PayeeAct {
  supplierNumber: string;
  operatorId: string;
  did: PayeeDeed;
  at: Date;
}

const payeeActs = `
  SELECT DISTINCT ON (supplier_number, operator_id) supplier_number AS "supplierNumber", operator_id AS "operatorId", did, at FROM (
    SELECT supplier_number, operator_id, created_at AS at,
           CASE WHEN proposed_by_name IS NOT NULL OR changes -> 0 ->> 'field' IN ('confirmed', 'distinct') THEN 'confirmed'
                WHEN changes -> 0 ->> 'field' = 'blocked' THEN 'blocked' ELSE 'changed' END AS did
    FROM relevant
    UNION ALL
    SELECT supplier_number, proposed_by, created_at, 'proposed' FROM relevant
    UNION ALL
    SELECT supplier_number, operator_id, created_at, 'proposed' FROM supplier_proposals
    WHERE company_id = $1 AND supplier_number = ANY ($2) AND created_at >= now() - make_interval(days => $3)
    UNION ALL
    SELECT number, created_by_id, created_at, 'registered' FROM suppliers
    WHERE company_id = $1 AND number = ANY ($2) AND created_at >= now() - make_interval(days => $3)
  ) AS acts
  WHERE operator_id IS NOT NULL AND ($5::uuid IS NULL OR operator_id = $5)
  ORDER BY supplier_number, operator_id, at DESC`;

/**
 * Reads each operator's last act per supplier in the last days: registering it, changing, proposing or confirming its
 * payee, or blocking or unblocking it. With `operatorId`, only that operator's acts.
 */
export async function readPayeeActs(
  db: Db,
  company: CompanyId,
  numbers: readonly string[],
  days: number,
  operatorId?: string,
): Promise<PayeeAct[]> {
  const { rows } = await db.query<PayeeAct>({
    name: 'read-payee-acts',
    text: `WITH relevant AS (
             SELECT * FROM supplier_changes
             WHERE company_id = $1 AND supplier_number = ANY ($2) AND created_at >= now() - make_interval(days => $3)
               AND EXISTS (SELECT FROM jsonb_array_elements(changes) AS change WHERE change ->> 'field' = ANY ($4))
           ) ${payeeActs}`,
    values: [company, numbers, days, payeeHistoryFields, operatorId],
  });
  return rows;
}
