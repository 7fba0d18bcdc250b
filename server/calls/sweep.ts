import { deleteSizes, deleteCalls, hourBeyond, timeOfCallAfter } from './store.ts';
import { listCompanies } from '../access/store.ts';
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

export async function sweepCalls(
  pool: Pool,
  { traceDays, traceBytes }: CallLimits,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  const tooMany = await timeOfCallAfter(pool, noCompany, maxWithoutCompany);
  // Dates have milliseconds, the database has microseconds: round up, so that the call itself is deleted too.
  const beforeWithoutCompany = latest(daysAgo(daysWithoutCompany), tooMany && new Date(tooMany.getTime() + 1));
  let removed = await removeBefore(pool, noCompany, beforeWithoutCompany, signal);
  for (const { id } of await listCompanies(pool)) {
    if (signal.aborted) break;
    removed += await removeBefore(pool, id, latest(daysAgo(traceDays), await hourBeyond(pool, id, traceBytes)), signal);
  }
  return removed;
}

const latest = (one: Date, other: Date | undefined) => (other !== undefined && other > one ? other : one);

async function removeBefore(pool: Pool, company: CompanyId, before: Date, signal: AbortSignal): Promise<number> {
  const removed = await removeInSteps(signal, (limit) => deleteCalls(pool, company, before, limit));
  if (!signal.aborted) await deleteSizes(pool, company, before);
  return removed;
}
