import { setTimeout as sleep } from 'node:timers/promises';
import { listCompanies } from '../access/store.ts';
import { noCompany, type Pool } from '../ground/db/pool.ts';
import { pruneEntries } from './chain-store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const mostAtOnce = 1_000;

/** Removes the entries of all chains that are older than so many days, a few at a time; answers how many. 0 days keep all. */
export async function sweepAudit(pool: Pool, days: number, now: Date, signal?: AbortSignal): Promise<number> {
  if (days === 0) return 0;
  const before = new Date(now.getTime() - days * dayMs);
  let removed = 0;
  for (const company of [noCompany, ...(await listCompanies(pool)).map(({ id }) => id)]) {
    for (let many = mostAtOnce; many === mostAtOnce && !signal?.aborted; removed += many) {
      many = await pruneEntries(pool, company, before, mostAtOnce);
      // A writer that waits goes first.
      if (many === mostAtOnce) await sleep(50);
    }
  }
  return removed;
}
