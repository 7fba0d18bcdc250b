import { tookTooLong } from '../../ground/db/failures.ts';
import { transaction, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';
import { joined, sql, type Sql } from '../../ground/db/sql.ts';

export interface InvoiceTotals {
  count: number;
  more: boolean;
  sums?: { currency: string | null; count: number; total: string }[];
}

interface Bounds {
  /** So many invoices are counted and added up, and no more. */
  most: number;
  /** So long that may take: few invoices may be found among very many. */
  withinMs: number;
}

const usual: Bounds = { most: 50_000, withinMs: 100 };
/** Where that took too long: whether there are so many, at least. */
const fewer = 1_000;

/**
 * How many invoices fit, and what they come to in each currency. The time is not limited in a company that never had more events than are
 * added up here anyway: there it takes so long only where the whole machine is slow.
 */
export async function readTotals(
  pool: Pool,
  company: CompanyId,
  where: Sql[],
  { most, withinMs }: Bounds = usual,
): Promise<InvoiceTotals> {
  const { rowCount } = await pool.query('SELECT FROM company_counters WHERE company_id = $1 AND event_seq > $2', [
    company,
    most,
  ]);
  if (rowCount === 0) return addUp(pool, where, most);
  return (
    (await addUpWithin(pool, where, most, withinMs)) ??
    (await addUpWithin(pool, where, Math.min(most, fewer), withinMs)) ??
    unknown
  );
}

const unknown: InvoiceTotals = { count: 0, more: true };

/** Undefined where it took too long. The transaction has nothing to be rolled back then. */
const addUpWithin = (pool: Pool, where: Sql[], most: number, withinMs: number): Promise<InvoiceTotals | undefined> =>
  transaction(pool, async (tx) => {
    await tx.query("SELECT set_config('statement_timeout', $1, true)", [String(withinMs)]);
    return addUp(tx, where, most).catch((error: unknown) => {
      if (tookTooLong(error)) return undefined;
      throw error;
    });
  });

async function addUp(db: Db, where: Sql[], most: number): Promise<InvoiceTotals> {
  const { text, values } = sql`
    SELECT currency, count(*)::integer AS count, coalesce(sum(total_price), 0)::text AS total
    FROM (SELECT currency, total_price FROM invoice_projections WHERE ${joined(where, ' AND ')} LIMIT ${most + 1}) AS fitting
    GROUP BY currency ORDER BY count DESC, currency`;
  const { rows: sums } = await db.query<NonNullable<InvoiceTotals['sums']>[number]>(text, values);
  const count = sums.reduce((all, one) => all + one.count, 0);
  return count > most ? { count: most, more: true } : { count, more: false, sums };
}
