import type { QueryResult } from 'pg';
import type { Connection } from '../ground/db/connect/client.ts';
import { withClient } from '../ground/db/connect/with-client.ts';
import { noCompany, type CompanyId, type Db, rowOf, execute } from '../ground/db/pool.ts';

export async function isUnused(db: Db): Promise<boolean> {
  // The audit log of the service begins with the first operator or the removal of the demo company.
  const { rowCount } = await db.query(
    'SELECT WHERE EXISTS (SELECT FROM companies) OR EXISTS (SELECT FROM audit_heads WHERE company_id = $1)',
    [noCompany],
  );
  return rowCount === 0;
}

export interface DemoCompany {
  id: CompanyId;
  name: string;
  demo: 'filling' | 'filled';
}

export const findDemo = (db: Db): Promise<DemoCompany | undefined> =>
  rowOf(db, 'SELECT id, name, demo FROM companies WHERE demo IS NOT NULL');

/** Any number that nothing else locks. */
const lockKey = 19_290_027;

/**
 * Runs the work unless another process does. The lock belongs to a connection, so it ends with a killed process. That
 * connection is not the pool's, which the work needs. The embedded server has no pooler in front, which would mix up
 * connections.
 */
export const whileAlone = (connection: Connection, work: () => Promise<void>): Promise<void> =>
  withClient(connection, 'doorway demo', async (client) => {
    const { rowCount } = (await client.query('SELECT WHERE pg_try_advisory_lock($1)', [lockKey])) as QueryResult;
    if (rowCount === 1) await work();
  });

export const markDemo = (db: Db, company: CompanyId, demo: DemoCompany['demo']): Promise<void> =>
  execute(db, 'UPDATE companies SET demo = $2 WHERE id = $1', [company, demo]);

export const deleteToken = (db: Db, hash: Buffer): Promise<void> =>
  execute(db, 'DELETE FROM access_tokens WHERE hash = $1', [hash]);

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
