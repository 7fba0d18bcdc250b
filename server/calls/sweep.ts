import { deleteSizes, deleteCalls, hourBeyond, timeOfCallAfter } from './store.ts';
import { listCompanies } from '../companies/store.ts';
import { sumOverCompanies } from '../ground/db/each-company.ts';
import { noCompany, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Anybody can make calls without a company, so their limits are lower. */
const daysWithoutCompany = 1;
const maxWithoutCompany = 20_000;

export interface CallLimits {
  traceDays: number;
  /** Per company. */
  traceBytes: number;
}

export async function sweepCalls(pool: Pool, { traceDays, traceBytes }: CallLimits, now: Date, signal: AbortSignal) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const oldest = async (company: CompanyId) => {
    if (company !== noCompany) return latest(daysAgo(traceDays), await hourBeyond(pool, company, traceBytes));
    const tooMany = await timeOfCallAfter(pool, noCompany, maxWithoutCompany);
    // Dates have milliseconds, the database has microseconds: round up, so that the call itself is deleted too.
    return latest(daysAgo(daysWithoutCompany), tooMany && new Date(tooMany.getTime() + 1));
  };
  const companies = (await listCompanies(pool)).map(({ id }) => id);
  return sumOverCompanies([noCompany, ...companies], signal, async (company) =>
    removeBefore(pool, company, await oldest(company), signal),
  );
}

const latest = (one: Date, other: Date | undefined) => (other !== undefined && other > one ? other : one);

async function removeBefore(pool: Pool, company: CompanyId, before: Date, signal: AbortSignal): Promise<number> {
  const removed = await removeInSteps(signal, (limit) => deleteCalls(pool, company, before, limit));
  if (!signal.aborted) await deleteSizes(pool, company, before);
  return removed;
}
