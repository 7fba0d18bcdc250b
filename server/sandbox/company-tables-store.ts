import { type CompanyId, type Db, countTouched } from '../ground/db/pool.ts';

/** The tables with rows of companies, from the database's catalogue; a table follows those that refer to it. */
export async function tablesOfCompanies(db: Db): Promise<string[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND column_name = 'company_id' AND table_type = 'BASE TABLE'`,
  );
  const { rows: keys } = await db.query<{ from: string; to: string }>(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
     WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  const ordered: string[] = [];
  for (let left = tables.map(({ name }) => name); left.length > 0;) {
    const free = left.filter((name) => !keys.some(({ from, to }) => to === name && left.includes(from)));
    if (free.length === 0) throw new Error(`tables refer to each other: ${left.join(', ')}`);
    ordered.push(...free);
    left = left.filter((name) => !free.includes(name));
  }
  return ordered;
}

export async function deleteCompany(tx: Db, company: CompanyId): Promise<void> {
  for (const table of await tablesOfCompanies(tx))
    await tx.query(`DELETE FROM ${table} WHERE company_id = $1`, [company]);
  await tx.query('DELETE FROM companies WHERE id = $1', [company]);
}

/** Deletes some rows of a company, and returns how many. */
export const deleteSome = (db: Db, table: string, company: CompanyId, limit: number): Promise<number> =>
  countTouched(
    db,
    `DELETE FROM ${table} WHERE company_id = $1
     AND ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE company_id = $1 LIMIT $2))`,
    [company, limit],
  );
