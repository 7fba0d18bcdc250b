import type { List } from '../../ground/db/paging.ts';
import { type CompanyId, type Db, rowOf } from '../../ground/db/pool.ts';
import { sql, type Sql } from '../../ground/db/sql.ts';
import { changeColumns } from '../columns.ts';
import { isContactConfirmed } from '../changes-store.ts';
import { shownChanges } from '../rules.ts';
import { type FieldChange, supplierFields, type SupplierEntry } from '../shape.ts';
import { columnOf } from '../store.ts';
import { readTimeZone } from '../../companies/store.ts';

export type SupplierRecord = SupplierEntry & {
  /** Unknown fields as JSON text, so that no digit is lost. */
  extra: string;
  createdAt: Date;
  updatedAt: Date;
  createdBy: string;
  blockedAt: Date | null;
  blockedReason: string | null;
  blockedSeq: number | null;
  isConfirmed: boolean;
  isContactConfirmed: boolean;
  confirmedAt: Date | null;
  confirmedBy: string;
};

export const readSupplierRecord = (db: Db, company: CompanyId, number: string): Promise<SupplierRecord | undefined> =>
  rowOf(
    db,
    `SELECT ${supplierFields.map((field) => `suppliers.${columnOf(field)} AS "${field}"`).join(', ')}, extra::text AS extra, suppliers.created_at AS "createdAt", updated_at AS "updatedAt",
            coalesce(partners.name, created_by, 'the company') AS "createdBy",
            blocked_at AS "blockedAt", blocked_reason AS "blockedReason", blocked_seq::float8 AS "blockedSeq",
            NOT unconfirmed AS "isConfirmed", ${isContactConfirmed} AS "isContactConfirmed", confirmed_at AS "confirmedAt", coalesce(confirmed_by, 'the company') AS "confirmedBy"
     FROM suppliers LEFT JOIN partners ON partners.company_id = $1 AND partners.id = partner_id
     WHERE suppliers.company_id = $1 AND number = $2`,
    [company, number],
  );

// The registration has no row of its own, which would slow partners down. It is read from the supplier, and its nil id
// sorts it before all changes.
const history = `(
  SELECT company_id, supplier_number, id, 'supplier.updated' AS type, operator_name AS by, changes, created_at, proposed_by_name FROM supplier_changes
  UNION ALL
  SELECT company_id, number, '00000000-0000-0000-0000-000000000000', 'supplier.created',
         coalesce((SELECT name FROM partners WHERE partners.company_id = suppliers.company_id AND partners.id = partner_id), created_by, 'the company'),
         '[]', created_at, NULL
  FROM suppliers
)`;

export const changeList: List = {
  select: 'created_at AS at, type, by, changes, proposed_by_name AS "proposedBy"',
  from: `${history} AS history`,
  columns: changeColumns,
  present: ({ proposedBy, ...row }) => ({
    ...row,
    changes: shownChanges(row.changes as FieldChange[]),
    ...(proposedBy !== null && { proposedBy }),
  }),
  sorts: { at: { column: 'id', type: 'uuid' } },
  defaultSort: '-at',
  tie: { column: 'id', type: 'uuid' },
};

export const changesWhere = (company: CompanyId, number: string): Sql[] => [
  sql`company_id = ${company}`,
  sql`supplier_number = ${number}`,
];

interface SupplierYear {
  year: number;
  invoices: number;
  sums: { currency: string | null; total: string }[];
}

const maxCounted = 100_000;
/** Bounds the currencies, because a partner can send any text as a currency. */
const maxRows = 500;

/**
 * Grouped by year and currency, the latest year first, without rejected and withdrawn invoices. `more`: not all invoices were
 * counted.
 */
export async function figuresOfSupplier(db: Db, company: CompanyId, number: string) {
  const { rows } = await db.query<{
    year: number;
    currency: string | null;
    many: number;
    total: string | null;
    all: string;
  }>(
    `SELECT extract(year FROM coalesce(invoice_day, created_at AT TIME ZONE $3))::integer AS year,
            currency, count(*) FILTER (WHERE state NOT IN ('rejected', 'withdrawn'))::integer AS many,
            sum(total_price) FILTER (WHERE state NOT IN ('rejected', 'withdrawn'))::text AS total, sum(count(*)) OVER () AS all
     FROM (
       SELECT invoice_day, created_at, currency, total_price, state FROM invoice_projections
       WHERE company_id = $1 AND supplier_number = $2 ORDER BY created_at DESC, id DESC LIMIT ${maxCounted + 1}
     ) AS latest
     GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2 LIMIT ${maxRows}`,
    [company, number, await readTimeZone(db, company)],
  );
  const years = new Map<number, SupplierYear>();
  for (const { year, currency, many, total } of rows) {
    if (many === 0) continue;
    const of = years.get(year) ?? { year, invoices: 0, sums: [] };
    of.invoices += many;
    if (total !== null) of.sums.push({ currency, total });
    years.set(year, of);
  }
  return { years: [...years.values()], more: Number(rows[0]?.all ?? 0) > maxCounted };
}
