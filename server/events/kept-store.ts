import type { CompanyId, Db } from '../ground/db/pool.ts';

/** Which events of a company there are. */
export interface Kept {
  /** The lowest number that is kept; one above the newest where none is. */
  first: number;
  /** The number of the newest; 0 where there was none yet. */
  newest: number;
}

/** The part of a statement that tells it; $1 is the company. */
export const keptNumbers = `
  SELECT event_seq AS newest,
         coalesce((SELECT seq FROM events WHERE company_id = $1 ORDER BY seq LIMIT 1), event_seq + 1) AS first
  FROM company_counters WHERE company_id = $1`;

export async function readKept(db: Db, company: CompanyId): Promise<Kept> {
  const { rows } = await db.query<Record<keyof Kept, string>>({
    name: 'read-kept-numbers',
    text: keptNumbers,
    values: [company],
  });
  return { first: Number(rows[0]?.first ?? 1), newest: Number(rows[0]?.newest ?? 0) };
}
