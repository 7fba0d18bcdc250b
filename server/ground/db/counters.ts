import type { CompanyId, Db } from './pool.ts';

/**
 * The first statement of whatever changes records that others change, too: whoever takes this lock first waits for nobody in a circle.
 * It is the first statement of an import. It lets the imports of a company run one after the other, whatever rows they
 * share, and a work order sees the projects either as they were or as they are afterwards: it locks the same row.
 */
export async function lockCounters(tx: Db, company: CompanyId): Promise<void> {
  await tx.query('SELECT FROM company_counters WHERE company_id = $1 FOR UPDATE', [company]);
}
