import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface EventNumbers {
  /** One above the newest if no event is stored. */
  first: number;
  /** The number of the newest event; 0 before the first. */
  newest: number;
}

export const eventNumbers = `
  SELECT event_seq AS newest,
         coalesce((SELECT seq FROM events WHERE company_id = $1 ORDER BY seq LIMIT 1), event_seq + 1) AS first
  FROM company_counters WHERE company_id = $1`;

export async function readEventNumbers(db: Db, company: CompanyId): Promise<EventNumbers> {
  const { rows } = await db.query<Record<keyof EventNumbers, string>>({
    name: 'read-event-numbers',
    text: eventNumbers,
    values: [company],
  });
  return { first: Number(rows[0]?.first ?? 1), newest: Number(rows[0]?.newest ?? 0) };
}

/**
 * Limits a query of events to the first ones, up to and including the event that exceeds `maxBytes`: a payload may have
 * thousands of findings. At least one event is included. The query must have `seq`, and `data` as text; the column
 * `matching` is its number of rows.
 */
export const withinBytes = (query: string, maxBytes: string): string => `
  SELECT * FROM (
    SELECT *, count(*) OVER () AS matching,
           sum(octet_length(data)) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (${query}) AS events
  ) AS measured WHERE coalesce(bytes_before, 0) < ${maxBytes}`;
