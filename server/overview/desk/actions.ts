import type { CompanyId, Pool } from '../../ground/db/pool.ts';
import { findTraces } from '../../calls/store.ts';
import { ranked, traceIdIn } from './rules.ts';
import type { Overview, SearchResult } from './schemas.ts';
import { searchRecords } from './search-queries.ts';
import { countArrivals, countFailures, countWaiting, type LastDays } from './queries.ts';

export async function overviewOf(pool: Pool, company: CompanyId, last: LastDays): Promise<Overview> {
  return {
    arrivals: await countArrivals(pool, company, last),
    failures: await countFailures(pool, company, last),
    waiting: await countWaiting(pool, company),
  };
}

/** A trace id is looked up as such and as nothing else: no record is called so. */
export async function search(pool: Pool, company: CompanyId, q: string): Promise<SearchResult[]> {
  const traceId = traceIdIn(q);
  if (traceId === undefined) return ranked(await searchRecords(pool, company, q), q);
  const [call] = await findTraces(pool, company, traceId, 1);
  if (call === undefined) return [];
  return [
    {
      type: 'request',
      id: call.traceId,
      title: `${call.status} ${call.operation}`,
      subtitle: [call.partner, call.reason].filter(Boolean).join(' · '),
    },
  ];
}
