import type { CompanyId, Db, Pool } from '../ground/db/pool.ts';

export async function isUnused(db: Db): Promise<boolean> {
  // The audit log of the service begins with the first operator or the removal of the demo company.
  const { rowCount } = await db.query('SELECT FROM companies UNION ALL SELECT FROM audit_heads LIMIT 1');
  return rowCount === 0;
}

export interface DemoCompany {
  id: CompanyId;
  name: string;
  demo: 'filling' | 'filled';
}

export async function findDemo(db: Db): Promise<DemoCompany | undefined> {
  return (await db.query<DemoCompany>('SELECT id, name, demo FROM companies WHERE demo IS NOT NULL')).rows[0];
}

/** Any number that nothing else locks. */
const lockKey = 19_290_027;

/**
 * Runs the work unless another process does. The lock belongs to a connection, so it ends with a killed process. The
 * embedded server has no pooler in front, which would mix up connections.
 */
export async function whileAlone(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  client.on('error', () => undefined);
  try {
    const { rowCount } = await client.query('SELECT WHERE pg_try_advisory_lock($1)', [lockKey]);
    if (rowCount === 1) await work();
  } finally {
    client.release(true);
  }
}

export async function markDemo(db: Db, company: CompanyId, demo: DemoCompany['demo']): Promise<void> {
  await db.query('UPDATE companies SET demo = $2 WHERE id = $1', [company, demo]);
}

export async function deleteToken(db: Db, hash: Buffer): Promise<void> {
  await db.query('DELETE FROM access_tokens WHERE hash = $1', [hash]);
}

/** Records that an earlier start sent. */
export async function readFilled(db: Db, company: CompanyId) {
  const invoices = await db.query<{ reference: string; id: string; hasFile: boolean }>(
    `SELECT external_reference_id AS reference, id, EXISTS (
       SELECT FROM attachments WHERE attachments.company_id = $1 AND supplier_invoice_id = supplier_invoices.id) AS "hasFile"
     FROM supplier_invoices WHERE company_id = $1`,
    [company],
  );
  const orders = await db.query<{ reference: string }>('SELECT reference FROM work_orders WHERE company_id = $1', [
    company,
  ]);
  const refused = await db.query('SELECT FROM calls WHERE company_id = $1 AND status = 400 LIMIT 1', [company]);
  return {
    invoices: new Map(invoices.rows.map((invoice) => [invoice.reference, invoice])),
    workOrders: new Set(orders.rows.map(({ reference }) => reference)),
    hasRefused: refused.rowCount === 1,
  };
}

/** The tables with rows of companies; a table follows those that refer to it. */
async function tablesOfCompanies(db: Db): Promise<string[]> {
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
