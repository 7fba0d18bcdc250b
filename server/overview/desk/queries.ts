import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Overview } from './schemas.ts';

/** The last days up to now, in a time zone. */
export interface LastDays {
  now: Date;
  days: number;
  zone: string;
}

/** A day is a range of time, so that each count is read off an index. */
const days = `
  days AS (
    SELECT day::date AS day, day AT TIME ZONE $4 AS begins, (day + interval '1 day') AT TIME ZONE $4 AS ends
    FROM generate_series(date_trunc('day', $2::timestamptz AT TIME ZONE $4) - ($3::integer - 1) * interval '1 day',
                         $2::timestamptz AT TIME ZONE $4, interval '1 day') AS day
  )`;

const counted = (kind: string, table: string) => `
  SELECT day, partners.id AS partner_id, '${kind}' AS kind, many
  FROM days CROSS JOIN partners CROSS JOIN LATERAL (
    SELECT count(*) AS many FROM ${table}
    WHERE ${table}.company_id = $1 AND ${table}.partner_id = partners.id AND ${table}.created_at >= begins AND ${table}.created_at < ends
  ) AS arrived
  WHERE partners.company_id = $1`;

export async function countArrivals(
  db: Db,
  company: CompanyId,
  { now, days: many, zone }: LastDays,
): Promise<Overview['arrivals']> {
  const { rows } = await db.query<Overview['arrivals'][number]>({
    name: 'count-arrivals',
    text: `
      WITH ${days}, counted AS (
        ${counted('invoices', 'invoice_projections')} UNION ALL ${counted('workOrders', 'work_order_projections')} UNION ALL
        SELECT day, partner_id, 'suppliers', count(*)
        FROM days JOIN supplier_projections ON supplier_projections.company_id = $1 AND created_at >= begins AND created_at < ends
        GROUP BY day, partner_id
      )
      SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(partners.name, 'the company') AS partner,
             coalesce(sum(many) FILTER (WHERE kind = 'invoices'), 0)::integer AS invoices,
             coalesce(sum(many) FILTER (WHERE kind = 'suppliers'), 0)::integer AS suppliers,
             coalesce(sum(many) FILTER (WHERE kind = 'workOrders'), 0)::integer AS "workOrders"
      FROM counted LEFT JOIN partners ON partners.company_id = $1 AND partners.id = counted.partner_id
      WHERE many > 0 GROUP BY counted.day, counted.partner_id, partners.name ORDER BY counted.day, partner`,
    values: [company, now, many, zone],
  });
  return rows;
}

export interface CountedFailure {
  operation: string;
  status: number;
  /** As it is kept. */
  cause: string;
  count: number;
}

export async function countFailures(
  db: Db,
  company: CompanyId,
  { now, days: many, zone }: LastDays,
): Promise<CountedFailure[]> {
  const { rows } = await db.query<CountedFailure>({
    name: 'count-failures',
    text: `WITH ${days}
           SELECT operation, status, coalesce(cause, '') AS cause, count(*)::integer AS count FROM calls
           WHERE company_id = $1 AND status >= 400 AND created_at >= (SELECT min(begins) FROM days)
           GROUP BY operation, status, cause ORDER BY count(*) DESC, operation, status, cause LIMIT 50`,
    values: [company, now, many, zone],
  });
  return rows;
}

/** Only invoices with findings are looked at, in the index alone. Those with the same findings are counted together: there are few kinds. */
export async function countFindings(
  db: Db,
  company: CompanyId,
  { now, days: many, zone }: LastDays,
): Promise<Overview['findings']> {
  const { rows } = await db.query<Overview['findings'][number]>({
    name: 'count-findings',
    text: `WITH ${days}, together AS (
             SELECT partner_id, findings, count(*) AS many FROM invoice_projections
             WHERE company_id = $1 AND findings <> '{}' AND created_at >= (SELECT min(begins) FROM days)
             GROUP BY partner_id, findings
           )
           SELECT name AS partner, code, sum(many)::integer AS count
           FROM together CROSS JOIN LATERAL unnest(findings) AS code
           JOIN partners ON partners.company_id = $1 AND partners.id = partner_id
           GROUP BY partner_id, name, code ORDER BY count DESC, partner, code LIMIT 100`,
    values: [company, now, many, zone],
  });
  return rows;
}

export async function countWaiting(db: Db, company: CompanyId): Promise<Overview['waiting']> {
  const { rows } = await db.query<Overview['waiting']>({
    name: 'count-waiting',
    text: `SELECT (SELECT count(*)::integer FROM invoice_projections WHERE company_id = $1 AND state = 'received') AS received,
                  (SELECT count(*)::integer FROM invoice_projections WHERE company_id = $1 AND state = 'held') AS held,
                  (SELECT count(*)::integer FROM work_order_projections WHERE company_id = $1 AND state = 'open') AS "workOrders"`,
    values: [company],
  });
  return rows[0] as Overview['waiting'];
}
