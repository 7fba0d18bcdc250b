import { hasLook, lookColumns, lookOf } from './looks.ts';
import { accounts, payeeFields } from './payee.ts';
import { type FieldChange, supplierFields, type SupplierField } from './shape.ts';
import { byOperator, columnOf, extraAfter, unusedOf, type Proposer } from './store.ts';
import type { Actor } from '../audit/record.ts';
import type { PayeeDeed } from '../../common/errors/notices.ts';
import { nextSeq, supplierChanged } from '../events/counters.ts';
import { recordEvents } from '../events/record.ts';
import { batchInsert, createdAt, withCreatedAt, type WithCreatedAt } from '../ground/db/batch-insert.ts';
import { type CompanyId, type Db, rowOf, rowsOf, touchesRow, onlyRowOf } from '../ground/db/pool.ts';
import type { Person } from '../people/two-people.ts';

interface SupplierChange {
  number: string;
  changes: FieldChange[];
  changesPayee: boolean;
  id: string;
  /** A partner changes only contact details that nobody at the company has confirmed. */
  by: Proposer;
  proposedBy?: Proposer | undefined;
  traceId: string;
}

const fieldsThatChange = supplierFields.filter((field) => field !== 'number').map(columnOf);
const updateFields = {
  name: 'change-supplier',
  // A field that does not change is missing in $3.
  text: `UPDATE suppliers SET
           ${[...fieldsThatChange, ...Object.values(lookColumns)].map((column) => `${column} = coalesce($3::jsonb ->> '${column}', ${column})`).join(', ')},
           extra = ${extraAfter(
             (field) => `$3::jsonb ? '${columnOf(field)}'`,
             (field) => `($3::jsonb ->> '${columnOf(field)}')`,
           )},
           updated_at = $2,
           payee_changed_at = CASE WHEN $5 THEN $2 ELSE payee_changed_at END,
           payee_changed_seq = CASE WHEN $5 THEN ${nextSeq} ELSE payee_changed_seq END,
           confirmed_at = CASE WHEN $6::text IS NULL THEN confirmed_at ELSE $2 END,
           confirmed_by = coalesce($6, confirmed_by)
         WHERE company_id = $1 AND number = $4
         RETURNING name`,
};

/** The supplier must be locked. Also writes the event and a line of its history. */
export async function changeSupplier(tx: Db, company: CompanyId, change: SupplierChange, now: Date): Promise<void> {
  const { number, changes, changesPayee, by, proposedBy, traceId } = change;
  const written = Object.fromEntries(
    changes.flatMap(({ field, to }) => [
      [columnOf(field), to],
      ...(hasLook(field) ? [[lookColumns[field], lookOf(field, to)]] : []),
    ]),
  );
  // An account that the company enters counts as confirmed.
  const hasNewAccount = changes.some(({ field, to }) => isAccount(field) && to !== '');
  const { name } = await onlyRowOf<{ name: string }>(tx, {
    ...updateFields,
    values: [company, now, JSON.stringify(written), number, changesPayee, hasNewAccount ? by.name : null],
  });
  await insertChanges(tx, company, [change], now);
  const author = by.partner ? { partnerId: by.id, partnerName: by.name, traceId } : byOperator(by, traceId);
  const data = { number, name, ...author, proposedBy };
  const steps = by.partner ? { suppliers: 1 as const } : supplierChanged;
  await recordEvents(tx, company, [{ type: 'supplier.updated', subjectId: number, data }], now, steps);
}

/**
 * Stores the unknown fields and the whole long texts of a body instead of the former ones, so that they cannot grow
 * without limit; of a partial one only its long texts. False if they are the same.
 */
export async function replaceExtra(
  tx: Db,
  company: CompanyId,
  number: string,
  { document, isPartial }: { document: string; isPartial: boolean },
): Promise<boolean> {
  const extra = `CASE WHEN $4 THEN extra ELSE '{}' END || (${unusedOf('$3::jsonb')})`;
  return touchesRow(tx, {
    name: 'replace-extra-of-supplier',
    text: `UPDATE suppliers SET extra = ${extra} WHERE company_id = $1 AND number = $2 AND extra <> (${extra})`,
    values: [company, number, document, isPartial],
  });
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

/** A line of a supplier's history. */
interface HistoryLine {
  id: string;
  number: string;
  changes: readonly object[];
  by: Actor & Pick<Proposer, 'partner'>;
  proposedBy?: Proposer | undefined;
}

const operatorId = ({ id, partner }: HistoryLine['by']) => (partner ? undefined : (id ?? undefined));

const insertLines = batchInsert<WithCreatedAt<HistoryLine>, never>('insert-supplier-changes', 'supplier_changes', [
  { name: 'supplier_number', type: 'text', of: ({ number }) => number },
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'operator_id', type: 'uuid', of: ({ by }) => operatorId(by) },
  { name: 'operator_name', type: 'text', of: ({ by }) => by.name },
  { name: 'proposed_by', type: 'uuid', of: ({ proposedBy }) => proposedBy && operatorId(proposedBy) },
  { name: 'proposed_by_name', type: 'text', of: ({ proposedBy }) => proposedBy?.name },
  { name: 'changes', type: 'jsonb', of: ({ changes }) => JSON.stringify(changes) },
  createdAt,
]);

export async function insertChanges(tx: Db, company: CompanyId, lines: readonly HistoryLine[], at: Date) {
  await insertLines(tx, company, withCreatedAt(lines, at));
}

interface PayeeAct {
  supplierNumber: string;
  operatorId: string;
  did: PayeeDeed;
  at: Date;
}

const payeeHistory = [...payeeFields, 'blocked', 'confirmed', 'distinct'].map((field) => `'${field}'`).join(', ');

/**
 * SQL for each operator's last act per supplier in the last days: registering it, changing, proposing or confirming its
 * payee, or blocking or unblocking it. `which` follows the supplier's number, such as `= 'A'`; $1 is the company.
 */
export const payeeActsOf = (which: string, days: string) => `
  SELECT DISTINCT ON (supplier_number, operator_id) supplier_number AS "supplierNumber", operator_id AS "operatorId", did, at FROM (
    SELECT supplier_number, acted.operator_id, created_at AS at, acted.did
    FROM supplier_changes CROSS JOIN LATERAL (VALUES
      (operator_id, CASE WHEN proposed_by_name IS NOT NULL OR changes -> 0 ->> 'field' IN ('confirmed', 'distinct') THEN 'confirmed'
                         WHEN changes -> 0 ->> 'field' = 'blocked' THEN 'blocked' ELSE 'changed' END),
      (proposed_by, 'proposed')) AS acted (operator_id, did)
    WHERE company_id = $1 AND supplier_number ${which} AND created_at >= now() - make_interval(days => ${days})
      AND EXISTS (SELECT FROM jsonb_array_elements(changes) AS change WHERE change ->> 'field' IN (${payeeHistory}))
    UNION ALL
    SELECT supplier_number, operator_id, created_at, 'proposed' FROM supplier_proposals
    WHERE company_id = $1 AND supplier_number ${which} AND created_at >= now() - make_interval(days => ${days})
    UNION ALL
    SELECT number, created_by_id, created_at, 'registered' FROM suppliers
    WHERE company_id = $1 AND number ${which} AND created_at >= now() - make_interval(days => ${days})
  ) AS acts
  WHERE operator_id IS NOT NULL
  ORDER BY supplier_number, operator_id, at DESC`;

/** With `operatorId`, only that operator's acts. */
export const readPayeeActs = (
  db: Db,
  company: CompanyId,
  numbers: readonly string[],
  days: number,
  operatorId?: string,
): Promise<PayeeAct[]> =>
  rowsOf(db, {
    name: 'read-payee-acts',
    text: `SELECT * FROM (${payeeActsOf('= ANY ($2)', '$3')}) AS acts WHERE $4::uuid IS NULL OR "operatorId" = $4`,
    values: [company, numbers, days, operatorId],
  });

/** An operator's statement about a supplier, kept in its history. It changes none of its fields. */
export interface Mark {
  number: string;
  change: { field: 'blocked' | 'confirmed' | 'distinct'; from: string; to: string; reason?: string };
  id: string;
  operator: Person;
  traceId: string;
}

/** Parameters: the company, the time, the supplier's number, and `values`. */
const updates = {
  blocked: {
    name: 'block-supplier',
    text: `UPDATE suppliers SET blocked_at = CASE WHEN $4 THEN $2::timestamptz END, blocked_seq = CASE WHEN $4 THEN ${nextSeq} END,
                  blocked_reason = CASE WHEN $4 THEN $5 END, updated_at = $2
           WHERE company_id = $1 AND number = $3
           RETURNING name`,
    values: ({ change }: Mark) => [change.to === 'yes', change.reason],
    // A block does not change the supplier as partners see it.
    steps: { judging: 1 },
  },
  confirmed: {
    name: 'confirm-supplier',
    text: `UPDATE suppliers SET confirmed_at = $2, confirmed_by = $4, updated_at = $2
           WHERE company_id = $1 AND number = $3
           RETURNING name`,
    values: ({ operator }: Mark) => [operator.name],
    steps: supplierChanged,
  },
  distinct: {
    name: 'distinguish-supplier',
    text: 'UPDATE suppliers SET updated_at = $2 WHERE company_id = $1 AND number = $3 RETURNING name',
    values: () => [],
    steps: supplierChanged,
  },
} as const;

/** The supplier must be locked. Also writes the event and a line of its history. */
export async function writeMark(tx: Db, company: CompanyId, mark: Mark, now: Date): Promise<void> {
  const { id, number, change, operator, traceId } = mark;
  const { values, steps, ...statement } = updates[change.field];
  const { name } = await onlyRowOf<{ name: string }>(tx, {
    ...statement,
    values: [company, now, number, ...values(mark)],
  });
  await insertChanges(tx, company, [{ id, number, changes: [change], by: operator }], now);
  const data = { number, name, ...byOperator(operator, traceId) };
  await recordEvents(tx, company, [{ type: 'supplier.updated', subjectId: number, data }], now, steps);
}

/**
 * For a statement that reads `suppliers` and whose $1 is the company: true if somebody at the company has confirmed the
 * account, or written or confirmed how to reach the supplier.
 */
export const isContactConfirmed = `(NOT suppliers.unconfirmed OR EXISTS (
  SELECT FROM supplier_changes
  WHERE supplier_changes.company_id = $1 AND supplier_changes.supplier_number = suppliers.number AND operator_id IS NOT NULL
    AND changes @> ANY (ARRAY['[{"field": "phone"}]', '[{"field": "email"}]', '[{"field": "website"}]']::jsonb[])))`;

interface Marks {
  isBlocked: boolean;
  /** The number of the block's event; null also for a block of an earlier version. */
  blockedSeq: number | null;
  isConfirmed: boolean;
  isContactConfirmed: boolean;
  /** The partner that registered it; null if the company did. */
  registrantId: string | null;
}

/** The supplier must be locked. */
export async function readMarks(tx: Db, company: CompanyId, number: string): Promise<Marks> {
  const { rows } = await tx.query<Marks>(
    `SELECT blocked_at IS NOT NULL AS "isBlocked", blocked_seq::float8 AS "blockedSeq", NOT unconfirmed AS "isConfirmed", ${isContactConfirmed} AS "isContactConfirmed",
            partner_id AS "registrantId"
     FROM suppliers WHERE company_id = $1 AND number = $2`,
    [company, number],
  );
  const none = {
    isBlocked: false,
    blockedSeq: null,
    isConfirmed: false,
    isContactConfirmed: false,
    registrantId: null,
  };
  return rows[0] ?? none;
}

interface BlockChange {
  action: 'supplier.blocked' | 'supplier.unblocked';
  by: string;
  at: Date;
}

/** The latest block or unblocking of a supplier. */
export const readLatestBlock = (tx: Db, company: CompanyId, number: string): Promise<BlockChange | undefined> =>
  rowOf(
    tx,
    `SELECT CASE WHEN changes #>> '{0,to}' = 'yes' THEN 'supplier.blocked' ELSE 'supplier.unblocked' END AS action,
            operator_name AS by, created_at AS at
     FROM supplier_changes WHERE company_id = $1 AND supplier_number = $2 AND changes #>> '{0,field}' = 'blocked'
     ORDER BY id DESC LIMIT 1`,
    [company, number],
  );

/** False if the pair is already marked. */
export const insertDistinct = (
  tx: Db,
  company: CompanyId,
  [a, b]: readonly [string, string],
  operator: Person,
  now: Date,
): Promise<boolean> =>
  touchesRow(
    tx,
    `INSERT INTO distinct_suppliers (company_id, number, other_number, operator_id, operator_name, created_at)
     VALUES ($1, least($2 COLLATE "C", $3 COLLATE "C"), greatest($2 COLLATE "C", $3 COLLATE "C"), $4, $5, $6) ON CONFLICT DO NOTHING`,
    [company, a, b, operator.id, operator.name, now],
  );
