import { supplierColumns } from './columns.ts';
import { supplierFields, type SupplierField } from './shape.ts';
import { columnOf } from './store.ts';
import { maskPersonal } from '../../common/numbers/organization.ts';
import type { EventRange } from '../events/follow.ts';
import { inDefaultCollation } from '../ground/db/collation.ts';
import { keyRangesOf, rebuiltAtOnce } from '../ground/db/key-ranges.ts';
import type { List } from '../ground/db/paging.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';
import { sql, type Sql } from '../ground/db/sql.ts';
import { containsWords, folded } from '../ground/db/text-search.ts';

// Giro and organisational numbers can be searched with and without hyphens.
const projectText = (numbers: string) => `
  INSERT INTO supplier_projections (company_id, number, name, created_at, updated_at, partner_id, blocked, search)
  SELECT company_id, number, name, created_at, updated_at, partner_id, blocked_at IS NOT NULL, ${folded(
    `chr(10) || ${inDefaultCollation('number')} || chr(10) || name || chr(10) || written || chr(10) || translate(written, '- ', '')`,
  )}
  FROM suppliers CROSS JOIN LATERAL (SELECT organizational_number || chr(10) || bank_giro || chr(10) || post_giro || chr(10) || iban AS written) AS numbers
  WHERE company_id = $1 AND ${numbers}
  ON CONFLICT (company_id, number) DO UPDATE SET name = EXCLUDED.name, updated_at = EXCLUDED.updated_at, blocked = EXCLUDED.blocked,
    search = EXCLUDED.search`;

const projectChanged = projectText(`number IN (
  SELECT subject_id COLLATE "C" FROM events WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type LIKE 'supplier.%')`);
const projectAll = projectText('number > $2 AND number <= $3');

export async function projectSuppliers(tx: Db, company: CompanyId, { after, to }: EventRange): Promise<void> {
  await tx.query({ name: 'project-suppliers', text: projectChanged, values: [company, after, to] });
}

/** Projects all suppliers from their rows: old events may be gone. */
export async function rebuildSuppliers(db: Db, company: CompanyId): Promise<void> {
  const suppliers = { table: 'suppliers', key: 'number', lowest: '' };
  for await (const { after, to } of keyRangesOf(db, company, suppliers, rebuiltAtOnce))
    await db.query(projectAll, [company, after, to]);
}

export const shownFields: SupplierField[] = [
  'number',
  'name',
  'organizationalNumber',
  'city',
  'country',
  'bankGiro',
  'postGiro',
  'iban',
  'bicSwift',
];

/** Exported only to the CSV file, for an import. */
const more = supplierFields.filter((field) => !shownFields.includes(field));

export const supplierList: List = {
  from: 'supplier_projections',
  joined: 'JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = page.number',
  select: `${shownFields.map((field) => `suppliers.${columnOf(field)} AS "${field}"`).join(', ')}, suppliers.updated_at AS "updatedAt", suppliers.blocked_at IS NOT NULL AS blocked`,
  more: {
    select: `${more.map((field) => `suppliers.${columnOf(field)} AS "${field}"`).join(', ')}, suppliers.blocked_reason AS "blockedReason"`,
  },
  columns: supplierColumns,
  present: (row) => ({ ...row, organizationalNumber: maskPersonal(String(row.organizationalNumber)) }),
  sorts: {
    number: { column: 'number_sort', type: 'text' },
    name: { column: 'name_sort', type: 'text' },
    updatedAt: { column: 'updated_at', type: 'timestamptz' },
  },
  defaultSort: 'number',
  tie: { column: 'number', type: 'text' },
};

export const suppliersWhere = (company: CompanyId, q: string | undefined): Sql[] => [
  sql`company_id = ${company}`,
  ...(q === undefined ? [] : [containsWords('search', q)]),
];
