import type { CompanyId, Db } from '../ground/db/pool.ts';

/** For a statement that updates company_counters: invoices that are being judged are judged again. */
export const judgedAnew = 'judging_version = judging_version + 1';

/** The same if the change also shows in a partner's list of suppliers. */
export const supplierChanged = `supplier_version = supplier_version + 1, ${judgedAnew}`;

/**
 * Take this lock first in a transaction: one lock order prevents deadlocks. Imports of a company run one after the other because of it, and
 * a work order sees the projects either as they were before an import or as they are after it.
 */
export async function lockCounters(tx: Db, company: CompanyId): Promise<void> {
  await tx.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [company]);
}
