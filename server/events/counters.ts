import type { CompanyId, Db } from '../ground/db/pool.ts';

/** For an UPDATE of company_counters: invoices being judged at this moment are judged again. */
export const judgedAnew = 'judging_version = judging_version + 1';

/** For changes that show in a partner's list of suppliers and that no invoice is judged by. */
export const contactChanged = 'supplier_version = supplier_version + 1';

/** For changes that also show in a partner's list of suppliers. */
export const supplierChanged = `${contactChanged}, ${judgedAnew}`;

/** The number of the next event, while the counters are locked. $1 is the company. */
export const nextSeq = '(SELECT event_seq + 1 FROM company_counters WHERE company_id = $1)';

/**
 * Take this lock first in a transaction: one lock order prevents deadlocks. It also serialises a company's imports, and
 * a work order sees the projects as they are either before or after an import. Returns the time by the database's clock,
 * which all processes share.
 */
export async function lockCounters(tx: Db, company: CompanyId): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>({
    name: 'lock-counters',
    text: 'SELECT clock_timestamp() AS now FROM company_counters WHERE company_id = $1 FOR UPDATE',
    values: [company],
  });
  return rows[0]?.now ?? new Date();
}
