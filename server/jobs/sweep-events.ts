import { listCompanies } from '../companies/store.ts';
import { sumOverCompanies } from '../ground/db/each-company.ts';
import { type CompanyId, type Db, type Pool, countTouched } from '../ground/db/pool.ts';
import { removeInSteps } from '../ground/db/remove-in-steps.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Deletes only events that all followers have taken; returns how many. */
export async function sweepEvents(pool: Pool, days: number, now: Date, signal: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - days * dayMs);
  const companies = (await listCompanies(pool)).map(({ id }) => id);
  return sumOverCompanies(companies, signal, (company) =>
    removeInSteps(signal, (max) => deleteEvents(pool, company, before, max)),
  );
}

/**
 * Deletes from the lowest number up to the first event that must stay, so that the rest has no gaps. Without a follower
 * nothing is deleted. There is no index on the time, because events are nearly in its order. The follower `documents`
 * ended with 1.15, and its position stands still.
 */
const deleteEvents = (db: Db, company: CompanyId, before: Date, max: number): Promise<number> =>
  countTouched(
    db,
    `WITH lowest AS (
       SELECT seq, created_at FROM events
       WHERE company_id = $1 AND seq <= (SELECT min(seq) FROM event_positions WHERE company_id = $1 AND follower <> 'documents')
       ORDER BY seq LIMIT $3
     )
     DELETE FROM events WHERE company_id = $1 AND seq <= (SELECT max(seq) FROM lowest)
       AND seq < coalesce((SELECT min(seq) FROM lowest WHERE created_at >= $2), (SELECT max(seq) + 1 FROM lowest))`,
    [company, before, max],
  );
