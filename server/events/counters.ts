import type { Part } from '../ground/db/chain.ts';
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
 * Take this lock first in a transaction, before Idempotency-Keys and any other row: one lock order prevents deadlocks.
 * `testing/lock-order.ts` checks every transaction of the tests. The lock also serialises a company's imports, and a work
 * order sees the projects as they are either before or after an import. Returns the time by the database's clock, which
 * all processes share.
 */
export async function lockCounters(tx: Db, company: CompanyId): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>({
    name: 'lock-counters',
    text: 'SELECT clock_timestamp() AS now FROM company_counters WHERE company_id = $1 FOR UPDATE',
    values: [company],
  });
  return rows[0]?.now ?? new Date();
}

/** The same as the first part of a chain; the first part that writes selects from it. */
export const lockedCounters: Part = [
  'counters',
  'SELECT company_id FROM company_counters WHERE company_id = $1 FOR UPDATE',
];

/**
 * For a transaction that keeps Idempotency-Keys. Invoices that are being stored by an older snapshot, which does not show
 * these keys, are compared again: none of them runs into a key that is taken.
 */
export async function compareInvoicesAgain(tx: Db, company: CompanyId): Promise<void> {
  await tx.query({
    name: 'compare-invoices-again',
    text: 'UPDATE company_counters SET invoice_version = invoice_version + 1 WHERE company_id = $1',
    values: [company],
  });
}
