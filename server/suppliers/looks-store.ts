import { lookColumns, looksOf, looksVersion, type LookField } from './looks.ts';
import type { SupplierEntry } from './shape.ts';
import { lockCounters, stepCounters, supplierChanged } from '../events/counters.ts';
import { companyTransaction, type CompanyId, type Db, type Pool, columnOf } from '../ground/db/pool.ts';

const columns = Object.values(lookColumns);

const batchSize = 500;

/** Computes the looks of suppliers with numbers after `after`. Returns the last number, or undefined if there is none. */
export const fillSuppliers = (pool: Pool, company: CompanyId, after: string): Promise<string | undefined> =>
  companyTransaction(pool, company, async (tx) => {
    await lockCounters(tx, company);
    const { rows } = await tx.query<Pick<SupplierEntry, LookField>>(
      `SELECT number, name, organizational_number AS "organizationalNumber" FROM suppliers
       WHERE company_id = $1 AND number > $2 ORDER BY number LIMIT ${batchSize}`,
      [company, after],
    );
    await tx.query(
      `UPDATE suppliers SET (${columns.join(', ')}) = ROW (${columns.map((column) => `looks ->> '${column}'`).join(', ')})
       FROM unnest($2::text[], $3::jsonb[]) AS input (input_number, looks)
       WHERE company_id = $1 AND number = input_number
         AND (${columns.map((column) => `${column} IS DISTINCT FROM looks ->> '${column}'`).join(' OR ')})`,
      [company, rows.map(({ number }) => number), rows.map(looksOf)],
    );
    return rows.at(-1)?.number;
  });

/** Companies whose looks another version computed, or that have suppliers without looks. */
export const companiesToFill = (db: Db): Promise<CompanyId[]> =>
  columnOf(
    db,
    `SELECT company_id AS id FROM company_counters WHERE looks_version <> $1
     UNION SELECT company_id FROM suppliers WHERE number_look IS NULL`,
    [looksVersion],
  );

/** Processes that compared the former looks compare again. */
export async function endFilling(db: Db, company: CompanyId): Promise<void> {
  await stepCounters(db, company, supplierChanged);
  await db.query('UPDATE company_counters SET looks_version = $2 WHERE company_id = $1', [company, looksVersion]);
}
