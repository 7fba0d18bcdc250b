import { retryOnConflict } from '../ground/db/failures.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../ground/db/pool.ts';

/**
 * The one order of locks, which prevents deadlocks: a company's counters, then Idempotency-Keys, then records, then the
 * audit log. A transaction that changes records calls this first. `testing/lock-order.ts` checks every transaction of the
 * tests. The lock also serialises a company's imports, and a work order sees the projects as they are either before or
 * after an import. Returns the time by the database's clock, which all processes share.
 */
export async function lockCounters(tx: Db, company: CompanyId): Promise<Date> {
  const { rows } = await tx.query<{ now: Date }>({
    name: 'lock-counters',
    text: 'SELECT clock_timestamp() AS now FROM company_counters WHERE company_id = $1 FOR UPDATE',
    values: [company],
  });
  return rows[0]?.now ?? new Date();
}

/**
 * Changes a company's records: a transaction that locks the counters first, and that is repeated if the database asks
 * for it. `now` is the database's time.
 */
export const lockedTransaction = <T>(
  pool: Pool,
  company: CompanyId,
  work: (tx: Db, now: Date) => Promise<T>,
): Promise<T> =>
  retryOnConflict(() => companyTransaction(pool, company, async (tx) => work(tx, await lockCounters(tx, company))));

/** Versions of a company's data, to detect that something read before is outdated. */
export interface Versions {
  /** Incremented when invoices arrive. */
  invoices: string;
  /** Incremented when a supplier, the settings of the checks or the time zone change. */
  judging: string;
}

/**
 * Locks the counters like `lockCounters`, and says which of these versions are the present ones. Without a version of the
 * invoices nothing was compared with them, so that one counts as present.
 */
export async function lockVersions(
  tx: Db,
  company: CompanyId,
  { judging, invoices }: Pick<Versions, 'judging'> & Partial<Versions>,
): Promise<{ isJudged: boolean; isCompared: boolean }> {
  const { rows } = await tx.query<{ isJudged: boolean; isCompared: boolean }>({
    name: 'lock-versions',
    text: `SELECT judging_version = $2 AS "isJudged", $3::bigint IS NULL OR invoice_version = $3 AS "isCompared"
           FROM company_counters WHERE company_id = $1 FOR UPDATE`,
    values: [company, judging, invoices],
  });
  return rows[0] ?? { isJudged: false, isCompared: false };
}

/** How far the counters of a company move on. */
export interface CounterSteps {
  /** How many events are recorded. */
  events?: number;
  /**
   * 1 if invoices were stored, or Idempotency-Keys kept: invoices that are being stored by an older snapshot are compared
   * again, and none of them runs into a key that is taken.
   */
  invoices?: 0 | 1;
  /** 1 if something changed that invoices are judged by: those being judged at this moment are judged again. */
  judging?: 0 | 1;
  /** 1 if something changed that shows in a partner's list of suppliers. */
  suppliers?: 0 | 1;
}

/** For a changed supplier, unless no invoice is judged by what changed. */
export const supplierChanged = { suppliers: 1, judging: 1 } as const satisfies CounterSteps;

/** Returns the number of the last event. */
export async function stepCounters(
  tx: Db,
  company: CompanyId,
  { events = 0, invoices = 0, judging = 0, suppliers = 0 }: CounterSteps,
): Promise<number> {
  const { rows } = await tx.query<{ last: number }>({
    name: 'step-counters',
    text: `UPDATE company_counters
           SET event_seq = event_seq + $2, invoice_version = invoice_version + $3,
               judging_version = judging_version + $4, supplier_version = supplier_version + $5
           WHERE company_id = $1
           RETURNING event_seq::float8 AS last`,
    values: [company, events, invoices, judging, suppliers],
  });
  return rows[0]?.last ?? 0;
}

/** SQL: the number of the next event, while the counters are locked. $1 is the company. */
export const nextSeq = '(SELECT event_seq + 1 FROM company_counters WHERE company_id = $1)';
