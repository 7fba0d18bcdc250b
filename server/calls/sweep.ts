import { deleteSizes, deleteCalls, hourBeyond, timeOfCallAfter } from './sweep-store.ts';
import { listCompanies } from '../access/store.ts';
import { noCompany, type CompanyId, type Pool } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';

const day = 24 * 60 * 60 * 1000;
/** Anybody can make calls without a company, so that no more are kept than are of use. */
const daysOfNobody = 1;
const mostOfNobody = 20_000;

export interface CallLimits {
  traceDays: number;
  /** For each company. */
  traceBytes: number;
}

/** Removes the calls that are older than they may become, and the oldest of those that are too many; answers how many. */
export async function sweepCalls(
  pool: Pool,
  { traceDays, traceBytes }: CallLimits,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * day);
  const tooMany = await timeOfCallAfter(pool, noCompany, mostOfNobody);
  // Times are to the millisecond: the one found goes as well.
  const beforeOfNobody = latest(daysAgo(daysOfNobody), tooMany && new Date(tooMany.getTime() + 1));
  let removed = await removeBefore(pool, noCompany, beforeOfNobody, signal);
  for (const { id } of await listCompanies(pool)) {
    if (signal.aborted) break;
    removed += await removeBefore(pool, id, latest(daysAgo(traceDays), await hourBeyond(pool, id, traceBytes)), signal);
  }
  return removed;
}

const latest = (one: Date, other: Date | undefined) => (other !== undefined && other > one ? other : one);

async function removeBefore(pool: Pool, company: CompanyId, before: Date, signal: AbortSignal): Promise<number> {
  const removed = await removeInSteps(signal, (most) => deleteCalls(pool, company, before, most));
  if (!signal.aborted) await deleteSizes(pool, company, before);
  return removed;
}
