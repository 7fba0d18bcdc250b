import { type CompanyId, type Db, rowOf, rowsOf, valueOf } from '../../ground/db/pool.ts';
import { daysTaken, maxCounted } from './reports-queries.ts';
import { agesOn, periodsTo } from './rules.ts';
import type { Overview } from './schemas.ts';
import { readTimeZone } from '../../companies/store.ts';
import { dayIn } from '../../../common/days.ts';
import { onDays, restOfWeek } from '../../ground/db/days.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';
import { waitsForCompany } from '../../supplier-invoices/lists/filter-store.ts';
import * as waiting from '../../supplier-invoices/lists/waiting-store.ts';

export interface LastDays {
  now: Date;
  days: number;
  zone: string;
}

/** Days as ranges of time, so that each count reads only an index. */
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

export const countArrivals = (db: Db, company: CompanyId, { now, days: dayCount, zone }: LastDays) =>
  rowsOf<Overview['arrivals'][number]>(db, {
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
    values: [company, now, dayCount, zone],
  });

export interface CountedFailure {
  operation: string;
  status: number;
  /** As it is stored. */
  cause: string;
  count: number;
}

export const countFailures = (db: Db, company: CompanyId, { now, days: dayCount, zone }: LastDays) =>
  rowsOf<CountedFailure>(db, {
    name: 'count-failures',
    text: `WITH ${days}
           SELECT operation, status, coalesce(cause, '') AS cause, count(*)::integer AS count FROM calls
           WHERE company_id = $1 AND status >= 400 AND created_at >= (SELECT min(begins) FROM days)
           GROUP BY operation, status, cause ORDER BY count(*) DESC, operation, status, cause LIMIT 50`,
    values: [company, now, dayCount, zone],
  });

/**
 * Reads only invoices with findings, from the index alone. Invoices with the same findings are counted together, which
 * leaves few groups.
 */
export const countFindings = (db: Db, company: CompanyId, { now, days: dayCount, zone }: LastDays) =>
  rowsOf<Overview['findings'][number]>(db, {
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
    values: [company, now, dayCount, zone],
  });

export async function countWaiting(
  db: Db,
  company: CompanyId,
  operatorId: string,
  { now }: LastDays,
): Promise<Overview['waiting']> {
  const { received, held, forPartner } = waiting.queueCounts(company, now);
  const { signed, signedByOthers } = waiting.signedCounts(company, operatorId, now);
  const counts = sql`
    SELECT ${received} AS received, ${held} AS held, ${forPartner} AS "forPartner",
           ${signed} AS signed, ${signedByOthers} AS "signedByOthers",
           (SELECT count(*)::integer FROM work_order_projections WHERE company_id = ${company} AND state = 'open') AS "workOrders"`;
  return (await rowOf<Overview['waiting']>(db, counts)) as Overview['waiting'];
}

const all = (conditions: Sql[]) => joined(conditions, ' AND ');

export async function countByAge(
  db: Db,
  company: CompanyId,
  { now, zone }: LastDays,
): Promise<Pick<Overview, 'oldest' | 'ages'>> {
  const ages = agesOn(dayIn(now.getTime(), zone));
  const counts = ages.map(({ from, to }) =>
    waiting.countInvoices(
      company,
      waiting.isReceived,
      waitsForCompany({ now }),
      ...onDays('created_at', { from: from ?? undefined, to, zone }),
    ),
  );
  const query = sql`
    SELECT ARRAY[${joined(counts, ', ')}] AS counts,
           (SELECT min(created_at) FROM invoice_projections WHERE company_id = ${company} AND ${waiting.isReceived} AND ${waitsForCompany({ now })}) AS oldest`;
  const counted = await rowOf<{ counts: number[]; oldest: Date | null }>(db, query);
  return {
    oldest: counted?.oldest?.toISOString() ?? null,
    ages: ages.map((age, at) => ({ ...age, count: counted?.counts[at] ?? 0 })),
  };
}

export async function countDue(db: Db, company: CompanyId, { now }: LastDays): Promise<Overview['due']> {
  const week = restOfWeek(dayIn(now.getTime(), await readTimeZone(db, company)));
  const { overdue, thisWeek } = waiting.dueCounts(company, week);
  const counts = await rowOf(db, sql`SELECT ${overdue} AS overdue, ${thisWeek} AS "thisWeek"`);
  return { overdue: 0, thisWeek: 0, ...counts, ...week };
}

/** Invoices that are assigned to the operator, mention the operator, or have an answer for the operator. */
export async function countMine(db: Db, company: CompanyId, operatorId: string, { now }: LastDays) {
  const { waiting: routed, assigned, answered, mentioned } = waiting.countsFor(company, operatorId, now);
  const counts = sql`SELECT ${routed} AS waiting, ${assigned} AS assigned, ${answered} AS answered, ${mentioned} AS mentions`;
  return (await rowOf<Overview['mine']>(db, counts)) ?? { waiting: 0, assigned: 0, answered: 0, mentions: 0 };
}

const maxSampled = 1_000;

export const countHeld = (db: Db, company: CompanyId, { now }: LastDays): Promise<Overview['heldFor']> =>
  rowsOf(db, {
    name: 'count-held',
    text: `WITH together AS (
             SELECT findings, count(*) AS many FROM invoice_projections
             WHERE company_id = $1 AND state = 'held' AND (waits_until IS NULL OR waits_until <= $2) GROUP BY findings
           ), latest AS (
             SELECT id FROM invoice_projections WHERE company_id = $1 AND state = 'held' ORDER BY created_at DESC, id DESC LIMIT ${maxSampled}
           ), holding AS (
             SELECT DISTINCT finding ->> 'code' AS code
             FROM latest JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = latest.id
             CROSS JOIN LATERAL jsonb_array_elements(invoice.findings) AS finding
             WHERE finding ->> 'severity' = 'hold' AND NOT finding ? 'dismissed'
           )
           SELECT code, sum(many)::integer AS count FROM together CROSS JOIN LATERAL unnest(findings) AS code
           WHERE code IN (SELECT code FROM holding) GROUP BY code ORDER BY count DESC, code`,
    values: [company, now],
  });

type DecisionTimes = Omit<Overview['decisions'], 'before'>;

export async function timeDecisions(
  db: Db,
  company: CompanyId,
  { now, days, zone }: LastDays,
): Promise<Overview['decisions']> {
  const { from, to, fromBefore, toBefore } = periodsTo(dayIn(now.getTime(), zone), days);
  const timed = async (from: string, to: string) => {
    const times = sql`
      SELECT count(*)::integer AS count,
             ${raw(daysTaken(0.5))} AS "medianDays", ${raw(daysTaken(0.9))} AS "nineInTenDays"
      FROM (
        SELECT decided_at - created_at AS took FROM invoice_projections
        WHERE ${all([sql`company_id = ${company}`, ...onDays('decided_at', { from, to, zone })])} ORDER BY decided_at DESC LIMIT ${maxCounted}
      ) AS decided`;
    return (await rowOf<DecisionTimes>(db, times)) ?? { count: 0, medianDays: null, nineInTenDays: null };
  };
  return { ...(await timed(from, to)), before: await timed(fromBefore, toBefore) };
}

export async function countCalls(db: Db, company: CompanyId, { now, zone }: LastDays): Promise<Overview['calls']> {
  const weeks = periodsTo(dayIn(now.getTime(), zone), 7);
  const calls = sql`
    WITH counted AS (
      SELECT partner_id, created_at < ${weeks.from}::timestamp AT TIME ZONE ${zone} AS before,
             count(*) AS calls, count(*) FILTER (WHERE status >= 400) AS failed
      FROM calls WHERE ${all([sql`company_id = ${company}`, ...onDays('created_at', { from: weeks.fromBefore, to: weeks.to, zone })])}
      GROUP BY 1, 2
    )
    SELECT name AS partner, coalesce(sum(calls) FILTER (WHERE NOT before), 0)::integer AS calls,
           coalesce(sum(failed) FILTER (WHERE NOT before), 0)::integer AS failed,
           coalesce(sum(calls) FILTER (WHERE before), 0)::integer AS "callsBefore",
           coalesce(sum(failed) FILTER (WHERE before), 0)::integer AS "failedBefore"
    FROM counted JOIN partners ON partners.company_id = ${company} AND partners.id = partner_id
    GROUP BY partners.id, name ORDER BY failed DESC, calls DESC, partner LIMIT 50`;
  const { from, to } = weeks;
  return { from, to, partners: await rowsOf<Overview['calls']['partners'][number]>(db, calls) };
}

export async function countFailed(db: Db, company: CompanyId, { now, days, zone }: LastDays): Promise<number> {
  const { from, to } = periodsTo(dayIn(now.getTime(), zone), days);
  const failed = sql`
    SELECT count(*)::integer AS failed FROM calls
    WHERE ${all([sql`company_id = ${company} AND status >= 400`, ...onDays('created_at', { from, to, zone })])}`;
  return (await valueOf<number>(db, failed)) ?? 0;
}
