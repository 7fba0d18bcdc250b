import { accounts, payeeFields } from './payee.ts';
import type { SupplierField } from './shape.ts';
import { columnOf } from './store.ts';
import { recordEvents } from '../events/record.ts';
import { supplierChanged } from '../events/counters.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Person } from '../operators/people-store.ts';

export interface FieldChange {
  field: SupplierField;
  from: string;
  to: string;
}

export interface SupplierChange {
  number: string;
  /** Not empty. */
  changes: FieldChange[];
  /** Whether somebody else may be paid from now on. */
  changesPayee: boolean;
  id: string;
  eventId: string;
  operator: Person;
  /** Who thought of it, where the operator confirmed it. */
  proposedBy?: Person | undefined;
  /** Of the operator's request. */
  traceId: string;
}

/** Changes a supplier that the transaction has locked, with its event and its line of history. */
export async function changeSupplier(tx: Db, company: CompanyId, change: SupplierChange, now: Date): Promise<void> {
  const set = change.changes.map(({ field }, at) => `${columnOf(field)} = $${at + 11}`);
  if (change.changesPayee) set.push('payee_changed_at = $2');
  // Whoever of the company writes an account vouches for it.
  if (change.changes.some(({ field, to }) => isAccount(field) && to !== ''))
    set.push('confirmed_at = $2', 'confirmed_by = $7');
  await tx.query(
    `WITH written AS (
       UPDATE suppliers SET ${set.join(', ')}, updated_at = $2 WHERE company_id = $1 AND number = $3 RETURNING number, name
     ), remembered AS (
       INSERT INTO supplier_changes (company_id, supplier_number, id, operator_id, operator_name, changes, created_at, proposed_by, proposed_by_name)
       SELECT $1, number, $5, $6, $7, $8, $2, ($10::jsonb ->> 'id')::uuid, $10::jsonb ->> 'name' FROM written
     ), fresh AS (
       SELECT $4::uuid AS event_id, number AS subject_id, 1 AS place, 'supplier.updated' AS type,
              jsonb_strip_nulls(jsonb_build_object(
                'number', number, 'name', name, 'traceId', $9::text,
                'by', jsonb_build_object('id', $6::uuid, 'name', $7::text), 'proposedBy', $10::jsonb)) AS data
       FROM written
     ), ${recordEvents('one', 'fresh', ['supplier.updated'], supplierChanged)}
     SELECT FROM fresh`,
    [
      company,
      now,
      change.number,
      change.eventId,
      change.id,
      change.operator.id,
      change.operator.name,
      JSON.stringify(change.changes),
      change.traceId,
      change.proposedBy === undefined ? null : JSON.stringify(change.proposedBy),
      ...change.changes.map(({ to }) => to),
    ],
  );
}

const isAccount = (field: SupplierField) => accounts.some((one) => one === field);

/**
 * The operators who had a hand in a change of a supplier's account, name or organisational number at a time or later, or in blocking or
 * unblocking it: who made or confirmed it, who proposed it, and who proposes one that waits. To propose a change and to release what it
 * concerns would be one pair of eyes for both.
 */
export async function operatorsWhoChangedPayee(
  db: Db,
  company: CompanyId,
  number: string,
  since: Date,
): Promise<string[]> {
  const { rows } = await db.query<{ operator_id: string }>(
    `SELECT DISTINCT operator_id FROM (
       SELECT unnest(ARRAY[operator_id, proposed_by]) AS operator_id FROM supplier_changes
       WHERE company_id = $1 AND supplier_number = $2 AND created_at >= $3
         AND EXISTS (SELECT FROM jsonb_array_elements(changes) AS change WHERE change ->> 'field' = ANY ($4))
       UNION ALL
       SELECT operator_id FROM supplier_proposals WHERE company_id = $1 AND supplier_number = $2
     ) AS changers
     WHERE operator_id IS NOT NULL`,
    [company, number, since, [...payeeFields, 'blocked']],
  );
  return rows.map((row) => row.operator_id);
}

export interface ImportedChange {
  id: string;
  number: string;
  /** Not empty. */
  changes: FieldChange[];
}

/** Lines of history for suppliers that were written together. */
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
     SELECT $1, number, id, $2, $3, changes, $4 FROM unnest($5::text[], $6::uuid[], $7::jsonb[]) AS input (number, id, changes)`,
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
