import { tookTooLong } from '../../ground/db/failures.ts';
import { companyTransaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { joined, sql, type Sql } from '../../ground/db/sql.ts';

export interface InvoiceTotals {
  count: number;
  more: boolean;
  sums?: { currency: string | null; count: number; total: string }[];
}

interface Bounds {
  /** Invoices that are counted and added up. */
  max: number;
  /** Needed because a filter may match few invoices among very many, which is slow. */
  timeoutMs: number;
}

const defaultBounds: Bounds = { max: 50_000, timeoutMs: 100 };
const reducedMax = 1_000;

/** Companies with fewer events than `max` have no timeout: a slow answer there means a slow machine. */
export async function readTotals(
  pool: Pool,
  company: CompanyId,
  where: Sql[],
  { max, timeoutMs }: Bounds = defaultBounds,
): Promise<InvoiceTotals> {
  const { rowCount } = await pool.query('SELECT FROM company_counters WHERE company_id = $1 AND event_seq > $2', [
    company,
    max,
  ]);
  if (rowCount === 0) return addUp(pool, where, max);
  return (
    (await addUpWithin(pool, company, where, max, timeoutMs)) ??
    (await addUpWithin(pool, company, where, Math.min(max, reducedMax), timeoutMs)) ??
    unknown
  );
}

const unknown: InvoiceTotals = { count: 0, more: true };

/** Undefined after a timeout. The transaction has written nothing. */
const addUpWithin = (
  pool: Pool,
  company: CompanyId,
  where: Sql[],
  max: number,
  timeoutMs: number,
): Promise<InvoiceTotals | undefined> =>
  companyTransaction(pool, company, async (tx) => {
    await tx.query("SELECT set_config('statement_timeout', $1, true)", [String(timeoutMs)]);
    return addUp(tx, where, max).catch((error: unknown) => {
      if (tookTooLong(error)) return undefined;
      throw error;
    });
  });

async function addUp(db: Db, where: Sql[], max: number): Promise<InvoiceTotals> {
  const { text, values } = sql`
    SELECT currency, count(*)::integer AS count, coalesce(sum(total_price), 0)::text AS total
    FROM (SELECT currency, total_price FROM invoice_projections WHERE ${joined(where, ' AND ')} LIMIT ${max + 1}) AS fitting
    GROUP BY currency ORDER BY count DESC, currency`;
  const { rows: sums } = await db.query<NonNullable<InvoiceTotals['sums']>[number]>(text, values);
  const count = sums.reduce((all, one) => all + one.count, 0);
  return count > max ? { count: max, more: true } : { count, more: false, sums };
}
