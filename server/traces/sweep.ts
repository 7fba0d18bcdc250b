import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { listCompanies } from '../access/store.ts';
import { noCompany, type Pool } from '../db/pool.ts';
import { deleteTraces } from './store.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const mostAtOnce = 2_000;

/** Removes the traces of all companies that are older than so many days, a few at a time; answers how many. */
export async function sweepTraces(pool: Pool, days: number, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - days * day);
  let removed = 0;
  for (const company of [noCompany, ...(await listCompanies(pool)).map(({ id }) => id)]) {
    for (let many = mostAtOnce; many === mostAtOnce && !signal?.aborted; removed += many) {
      many = await deleteTraces(pool, company, before, mostAtOnce);
      // The door goes first.
      if (many === mostAtOnce) await sleep(50);
    }
  }
  return removed;
}

/** Sweeps now and every hour. The answer stops it. */
export function startSweeping(pool: Pool, days: number, log: Logger): () => void {
  const stopped = new AbortController();
  const sweep = () =>
    void sweepTraces(pool, days, new Date(), stopped.signal).catch((error: unknown) => log.warn({ err: error }, 'old traces of calls could not be removed'));
  const timer = setInterval(sweep, hour).unref();
  sweep();
  return () => {
    stopped.abort();
    clearInterval(timer);
  };
}
