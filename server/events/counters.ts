import type { CompanyId, Db } from '../ground/db/pool.ts';

/** For an UPDATE of company_counters: invoices being judged at this moment are judged again. */
export const judgedAnew = 'judging_version = judging_version + 1';

/** For changes that show in a partner's list of suppliers and that no invoice is judged by. */
export const contactChanged = 'supplier_version = supplier_version + 1';

/** For changes that also show in a partner's list of suppliers. */
export const supplierChanged = `${contactChanged}, ${judgedAnew}`;

/**
 * Take this lock first in a transaction: one lock order prevents deadlocks. It also serialises a company's imports, and
 * a work order sees the projects as they are either before or after an import.
 */
export async function lockCounters(tx: Db, company: CompanyId): Promise<void> {
  await tx.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [company]);
}
