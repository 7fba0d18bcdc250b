import type { Overview } from './schemas.ts';
import { agesOn, periodsTo } from './morning.ts';
import type { LastDays } from './queries.ts';
import { dayOf, onDays, restOfWeek } from '../../ground/db/days.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';
import { countInvoices, countsFor, dueCounts, isReceived } from '../../supplier-invoices/lists/waiting-store.ts';

const all = (conditions: Sql[]) => joined(conditions, ' AND ');
/** What waits for a decision, by the days since it arrived. */
export async function countByAge(
  db: Db,
  company: CompanyId,
  { now, zone }: LastDays,
): Promise<Pick<Overview, 'oldest' | 'ages'>> {
  const ages = agesOn(dayOf(now, zone));
  const counts = ages.map(({ from, to }) =>
    countInvoices(company, isReceived, ...onDays('created_at', { from: from ?? undefined, to, zone })),
  );
  const { text, values } = sql`
    SELECT ARRAY[${joined(counts, ', ')}] AS counts,
           (SELECT min(created_at) FROM invoice_projections WHERE company_id = ${company} AND ${isReceived}) AS oldest`;
  const { rows } = await db.query<{ counts: number[]; oldest: Date | null }>(text, values);
  return {
    oldest: rows[0]?.oldest?.toISOString() ?? null,
    ages: ages.map((age, at) => ({ ...age, count: rows[0]?.counts[at] ?? 0 })),
  };
}

export async function countDue(db: Db, company: CompanyId, { now, zone }: LastDays): Promise<Overview['due']> {
  const week = restOfWeek(dayOf(now, zone));
  const { overdue, thisWeek } = dueCounts(company, { ...week, zone });
  const { text, values } = sql`SELECT ${overdue} AS overdue, ${thisWeek} AS "thisWeek"`;
  const { rows } = await db.query<{ overdue: number; thisWeek: number }>(text, values);
  return { overdue: 0, thisWeek: 0, ...rows[0], ...week };
}

/** What is given to somebody, and where somebody is mentioned, and not decided. */
export async function countMine(db: Db, company: CompanyId, operatorId: string): Promise<Overview['mine']> {
  const { assigned, mentioned } = countsFor(company, operatorId);
  const { text, values } = sql`SELECT ${assigned} AS assigned, ${mentioned} AS mentions`;
  return (await db.query<Overview['mine']>(text, values)).rows[0] ?? { assigned: 0, mentions: 0 };
}

/** So many held invoices tell which findings hold them. */
const mostLookedAt = 1_000;

/** How many held invoices have each finding that holds one of them. */
export async function countHeld(db: Db, company: CompanyId): Promise<Overview['heldFor']> {
  const { rows } = await db.query<Overview['heldFor'][number]>({
    name: 'count-held',
    text: `WITH together AS (
             SELECT findings, count(*) AS many FROM invoice_projections WHERE company_id = $1 AND state = 'held' GROUP BY findings
           ), latest AS (
             SELECT id FROM invoice_projections WHERE company_id = $1 AND state = 'held' ORDER BY created_at DESC, id DESC LIMIT ${mostLookedAt}
           ), holding AS (
             SELECT DISTINCT finding ->> 'code' AS code
             FROM latest JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = latest.id
             CROSS JOIN LATERAL jsonb_array_elements(invoice.findings) AS finding
             WHERE finding ->> 'severity' = 'hold' AND NOT finding ? 'dismissed'
           )
           SELECT code, sum(many)::integer AS count FROM together CROSS JOIN LATERAL unnest(findings) AS code
           WHERE code IN (SELECT code FROM holding) GROUP BY code ORDER BY count DESC, code`,
    values: [company],
  });
  return rows;
}

/** More than these would keep the reader waiting, and would not change the figures. */
const mostTimed = 50_000;

type Timed = Omit<Overview['decisions'], 'before'>;

/** What a share of them took no longer than, in days with two decimals. */
const daysOf = (share: number) =>
  raw(`round(extract(epoch FROM percentile_cont(${share}) WITHIN GROUP (ORDER BY took)) / 86400, 2)::float8`);

/** How long it took from arrival to decision, of what was decided in the period and in the one before. */
export async function timeDecisions(
  db: Db,
  company: CompanyId,
  { now, days, zone }: LastDays,
): Promise<Overview['decisions']> {
  const { from, to, fromBefore, toBefore } = periodsTo(dayOf(now, zone), days);
  const timed = async (from: string, to: string) => {
    const { text, values } = sql`
      SELECT count(*)::integer AS count,
             ${daysOf(0.5)} AS "medianDays", ${daysOf(0.9)} AS "nineInTenDays"
      FROM (
        SELECT decided_at - created_at AS took FROM invoice_projections
        WHERE ${all([sql`company_id = ${company}`, ...onDays('decided_at', { from, to, zone })])} ORDER BY decided_at DESC LIMIT ${mostTimed}
      ) AS decided`;
    return (await db.query<Timed>(text, values)).rows[0] ?? { count: 0, medianDays: null, nineInTenDays: null };
  };
  return { ...(await timed(from, to)), before: await timed(fromBefore, toBefore) };
}

/** The calls of the last seven days by partner, and of the seven before. */
export async function countCalls(db: Db, company: CompanyId, { now, zone }: LastDays): Promise<Overview['calls']> {
  const weeks = periodsTo(dayOf(now, zone), 7);
  const { text, values } = sql`
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
  return { from, to, partners: (await db.query<Overview['calls']['partners'][number]>(text, values)).rows };
}

/** Failed calls of the period, however many causes they have. */
export async function countFailed(db: Db, company: CompanyId, { now, days, zone }: LastDays): Promise<number> {
  const { from, to } = periodsTo(dayOf(now, zone), days);
  const { text, values } = sql`
    SELECT count(*)::integer AS failed FROM calls
    WHERE ${all([sql`company_id = ${company} AND status >= 400`, ...onDays('created_at', { from, to, zone })])}`;
  return (await db.query<{ failed: number }>(text, values)).rows[0]?.failed ?? 0;
}
