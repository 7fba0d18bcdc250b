import type { BackedUpCompany } from '../archive/manifest.ts';
import { verifyChain } from '../../audit/actions.ts';
import { noCompany, type CompanyId, type Db, type Pool } from '../../ground/db/pool.ts';

/**
 * Judges audit log and events of the restored rows, which are those of the backup. A problem was therefore there before,
 * and is no reason to stop: it is named, in words.
 */
export async function problemsOf(pool: Pool, companies: readonly BackedUpCompany[]): Promise<string[]> {
  const problems = [await problemOfAudit(pool, { id: noCompany, name: 'Outside of any company' })];
  for (const company of companies)
    problems.push(await problemOfAudit(pool, company), await problemOfEvents(pool, company));
  return problems.filter((problem) => problem !== undefined);
}

async function problemOfAudit(pool: Pool, { id, name }: { id: CompanyId; name: string }): Promise<string | undefined> {
  const { misfit } = await verifyChain(pool, id);
  return misfit && `${name}: the audit log does not fit at entry ${misfit.number}; doorway audit verify says more.`;
}

/** Events end with the number of the backup and have no gap after those that were removed because of their age. */
async function problemOfEvents(db: Db, { id, name, lastEvent }: BackedUpCompany): Promise<string | undefined> {
  const { rows } = await db.query<{ count: number; first: number | null; last: number | null; counter: number }>(
    `SELECT count(*)::float8 AS count, min(seq)::float8 AS first, max(seq)::float8 AS last,
            coalesce((SELECT event_seq FROM company_counters WHERE company_id = $1), 0)::float8 AS counter
     FROM events WHERE company_id = $1`,
    [id],
  );
  const { count = 0, first = null, last = null, counter } = rows[0] ?? {};
  const isWhole = first === null || last === null || (last === counter && count === last - first + 1);
  if (counter === lastEvent && isWhole) return undefined;
  return `${name}: the events do not fit. The backup ends with number ${lastEvent}, the counter is at ${counter}, and there are ${count} events from ${first} to ${last}.`;
}
