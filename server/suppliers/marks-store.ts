import { insertChanges } from './changes-store.ts';
import { byOperator } from './store.ts';
import { nextSeq, supplierChanged } from '../events/counters.ts';
import { recordEvents } from '../events/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../people/store.ts';

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
  const { rows } = await tx.query<{ name: string }>({ ...statement, values: [company, now, number, ...values(mark)] });
  const { name } = rows[0] as { name: string };
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
}

/** The supplier must be locked. */
export async function readMarks(tx: Db, company: CompanyId, number: string): Promise<Marks> {
  const { rows } = await tx.query<Marks>(
    `SELECT blocked_at IS NOT NULL AS "isBlocked", blocked_seq::float8 AS "blockedSeq", NOT unconfirmed AS "isConfirmed", ${isContactConfirmed} AS "isContactConfirmed"
     FROM suppliers WHERE company_id = $1 AND number = $2`,
    [company, number],
  );
  return rows[0] ?? { isBlocked: false, blockedSeq: null, isConfirmed: false, isContactConfirmed: false };
}

interface BlockChange {
  action: 'supplier.blocked' | 'supplier.unblocked';
  by: string;
  at: Date;
}

/** The latest block or unblocking of a supplier. */
export async function readLatestBlock(tx: Db, company: CompanyId, number: string): Promise<BlockChange | undefined> {
  const { rows } = await tx.query<BlockChange>(
    `SELECT CASE WHEN changes #>> '{0,to}' = 'yes' THEN 'supplier.blocked' ELSE 'supplier.unblocked' END AS action,
            operator_name AS by, created_at AS at
     FROM supplier_changes WHERE company_id = $1 AND supplier_number = $2 AND changes #>> '{0,field}' = 'blocked'
     ORDER BY id DESC LIMIT 1`,
    [company, number],
  );
  return rows[0];
}

/** False if the pair is already marked. */
export async function insertDistinct(
  tx: Db,
  company: CompanyId,
  [a, b]: readonly [string, string],
  operator: Person,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO distinct_suppliers (company_id, number, other_number, operator_id, operator_name, created_at)
     VALUES ($1, least($2 COLLATE "C", $3 COLLATE "C"), greatest($2 COLLATE "C", $3 COLLATE "C"), $4, $5, $6) ON CONFLICT DO NOTHING`,
    [company, a, b, operator.id, operator.name, now],
  );
  return rowCount === 1;
}
