import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { sql, type Sql } from '../../ground/db/sql.ts';
import { recordEvents } from '../../events/record.ts';
import type { List } from '../../ground/db/paging.ts';
import { supplierFields, type SupplierEntry, type SupplierField } from '../door/schemas.ts';
import { columnOf } from '../store.ts';

export type SupplierRecord = SupplierEntry & { extra: string; createdAt: Date; updatedAt: Date; createdBy: string };

/** One supplier with all that is known of it; the unknown fields are JSON text, in which no digit is lost. */
export async function readSupplierRecord(
  db: Db,
  company: CompanyId,
  number: string,
): Promise<SupplierRecord | undefined> {
  const { rows } = await db.query<SupplierRecord>(
    `SELECT ${supplierFields.map((field) => `suppliers.${columnOf(field)} AS "${field}"`).join(', ')}, extra::text AS extra, suppliers.created_at AS "createdAt", updated_at AS "updatedAt",
            coalesce(partners.name, 'the company') AS "createdBy"
     FROM suppliers LEFT JOIN partners ON partners.company_id = $1 AND partners.id = partner_id
     WHERE suppliers.company_id = $1 AND number = $2`,
    [company, number],
  );
  return rows[0];
}

export interface FieldChange {
  field: SupplierField;
  from: string;
  to: string;
}

export interface SupplierChange {
  number: string;
  /** Not empty. */
  changes: FieldChange[];
  id: string;
  eventId: string;
  operator: { id: string; name: string };
}

/** Changes a supplier that the transaction has locked, with its event and its line of history. */
export async function changeSupplier(tx: Db, company: CompanyId, change: SupplierChange, now: Date): Promise<void> {
  const set = change.changes.map(({ field }, at) => `${columnOf(field)} = $${at + 9}`).join(', ');
  await tx.query(
    `WITH written AS (
       UPDATE suppliers SET ${set}, updated_at = $2 WHERE company_id = $1 AND number = $3 RETURNING number, name
     ), remembered AS (
       INSERT INTO supplier_changes (company_id, supplier_number, id, operator_id, operator_name, changes, created_at)
       SELECT $1, number, $5, $6, $7, $8, $2 FROM written
     ), fresh AS (
       SELECT $4::uuid AS event_id, number AS subject_id, 1 AS place, 'supplier.updated' AS type,
              jsonb_build_object('number', number, 'name', name) AS data
       FROM written
     ), ${recordEvents('one', 'fresh', 'supplier_version = supplier_version + 1')}
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
      ...change.changes.map(({ to }) => to),
    ],
  );
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

// The registration is no row of its own, which a partner would have to wait for: it is read off the supplier, and its
// id, which is no change's, is before all others.
const history = `(
  SELECT company_id, supplier_number, id, 'supplier.updated' AS type, operator_name AS by, changes, created_at FROM supplier_changes
  UNION ALL
  SELECT company_id, number, '00000000-0000-0000-0000-000000000000', 'supplier.created',
         coalesce((SELECT name FROM partners WHERE partners.company_id = suppliers.company_id AND partners.id = partner_id), 'the company'),
         '[]', created_at
  FROM suppliers
)`;

export const changeList: List = {
  select: 'created_at AS at, type, by, changes',
  from: `${history} AS history`,
  sorts: { at: { column: 'id', type: 'uuid' } },
  defaultSort: '-at',
  tie: { column: 'id', type: 'uuid' },
};

export const changesWhere = (company: CompanyId, number: string): Sql[] => [
  sql`company_id = ${company}`,
  sql`supplier_number = ${number}`,
];
