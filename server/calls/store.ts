import type { CompanyId, Db } from '../ground/db/pool.ts';
import { sql, type Sql } from '../ground/db/sql.ts';
import { onDays, type Days } from '../ground/db/days.ts';
import type { List } from '../ground/db/paging.ts';
import type { PlacedProblem } from './rules.ts';
import { sizesByHour } from './size.ts';

/** One call of a partner. */
export interface Trace {
  id: string;
  traceId: string;
  at: Date;
  partnerId: string | undefined;
  operation: string;
  status: number;
  durationMs: number;
  reason: string | undefined;
  cause: string | undefined;
  problems: PlacedProblem[] | undefined;
  body: string | undefined;
  /** The record that it made, of the kind that its operation makes. */
  subjectId: string | undefined;
}

const plain = /^(?!null$)[\w:.+-]+$/i;

/**
 * A column of the rows to insert, as PostgreSQL writes an array. What none of them has is not sent at all, and what
 * needs no quotes gets none: the driver's own way costs a busy door several times as much.
 */
function column(traces: Trace[], valueOf: (trace: Trace) => string | number | undefined): string | undefined {
  let any = false;
  const elements = traces.map((trace) => {
    const value = valueOf(trace);
    if (value === undefined) return 'NULL';
    any = true;
    if (typeof value === 'number' || plain.test(value)) return value;
    return `"${value.replace(/["\\]/g, '\\$&')}"`;
  });
  return any ? `{${elements.join(',')}}` : undefined;
}

/** How much a company's traces of one hour take, those of other processes included. */
export interface HourSize {
  hour: Date;
  bytes: number;
}

/**
 * Keeps traces, and adds what they take to their hours, which are answered. Of those that come again, because it is not known
 * whether they were kept, the ones that were are left alone; they count twice for their hour, which is rare and does no harm. That
 * they come again is told beforehand, because looking for what is there makes the statement a third dearer.
 */
export async function insertTraces(db: Db, company: CompanyId, traces: Trace[], again = false): Promise<HourSize[]> {
  const sizes = sizesByHour(traces);
  const { rows } = await db.query<HourSize>({
    name: again ? 'insert-requests-again' : 'insert-requests',
    // Nobody waits for a trace, so its commit waits for no disk.
    text: `WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true)), kept AS (
             INSERT INTO requests (company_id, id, created_at, trace_id, partner_id, operation, status, duration_ms,
                                   reason, cause, problems, body, subject_id)
             SELECT $1, input.* FROM unhurried, unnest($2::uuid[], $3::timestamptz[], $4::uuid[], $5::uuid[], $6::text[], $7::smallint[], $8::real[],
                                      $9::text[], $10::text[], $11::jsonb[], $12::text[], $13::text[]) AS input
             ${again ? 'ON CONFLICT DO NOTHING' : ''}
           )
           INSERT INTO request_sizes AS size (company_id, hour, bytes)
           SELECT $1, added.* FROM unnest($14::timestamptz[], $15::bigint[]) AS added
           ON CONFLICT (company_id, hour) DO UPDATE SET bytes = size.bytes + excluded.bytes
           RETURNING hour, bytes::float8 AS bytes`,
    values: [
      company,
      column(traces, ({ id }) => id),
      column(traces, ({ at }) => at.toISOString()),
      column(traces, ({ traceId }) => traceId),
      column(traces, ({ partnerId }) => partnerId),
      column(traces, ({ operation }) => operation),
      column(traces, ({ status }) => status),
      column(traces, ({ durationMs }) => durationMs),
      column(traces, ({ reason }) => reason),
      column(traces, ({ cause }) => cause),
      column(traces, ({ problems }) => problems && JSON.stringify(problems)),
      column(traces, ({ body }) => body),
      column(traces, ({ subjectId }) => subjectId),
      sizes.map(([hour]) => new Date(hour)),
      sizes.map(([, bytes]) => bytes),
    ],
  });
  return rows;
}

const withPartner =
  'requests LEFT JOIN partners ON partners.company_id = requests.company_id AND partners.id = requests.partner_id';

export const requestList: List = {
  select: `replace(requests.trace_id::text, '-', '') AS "traceId", requests.created_at AS at, partners.name AS partner,
           requests.operation, requests.status, requests.duration_ms AS "durationMs", requests.reason`,
  from: withPartner,
  sorts: { at: { column: 'requests.created_at', type: 'timestamptz' } },
  defaultSort: '-at',
  tie: { column: 'requests.id', type: 'uuid' },
};

export interface RequestFilter extends Days {
  status?: string | undefined;
  operation?: string | undefined;
  partner?: string | undefined;
  failed?: string | undefined;
  cause?: string | undefined;
}

export function whereRequests(
  company: CompanyId,
  { status, operation, partner, failed, cause, ...days }: RequestFilter,
): Sql[] {
  const where = [sql`requests.company_id = ${company}`];
  if (status !== undefined) where.push(sql`requests.status = ${Number(status)}`);
  if (operation !== undefined) where.push(sql`requests.operation = ${operation}`);
  if (partner !== undefined)
    where.push(
      sql`requests.partner_id = (SELECT id FROM partners WHERE company_id = ${company} AND (name = ${partner} OR id::text = ${partner.toLowerCase()}) LIMIT 1)`,
    );
  where.push(...onDays('requests.created_at', days));
  if (cause !== undefined) where.push(sql`requests.status >= 400 AND requests.cause = ${cause}`);
  if (failed === 'true') where.push(sql`requests.status >= 400`);
  if (failed === 'false') where.push(sql`requests.status < 400`);
  return where;
}

export interface KeptTrace {
  id: string;
  traceId: string;
  at: Date;
  partner: string | null;
  operation: string;
  status: number;
  durationMs: number;
  reason: string | null;
  problems: PlacedProblem[];
  body: string | null;
  subjectId: string | null;
}

/** The calls with a trace id, the newest first. */
export async function findTraces(db: Db, company: CompanyId, traceId: string, most: number): Promise<KeptTrace[]> {
  const { rows } = await db.query<KeptTrace>({
    name: 'find-requests',
    text: `SELECT requests.id, replace(trace_id::text, '-', '') AS "traceId", requests.created_at AS at, partners.name AS partner,
                  operation, status, duration_ms AS "durationMs", reason, coalesce(problems, '[]') AS problems, body,
                  subject_id AS "subjectId"
           FROM ${withPartner}
           WHERE requests.company_id = $1 AND trace_id = $2 ORDER BY requests.created_at DESC, requests.id DESC LIMIT $3`,
    values: [company, traceId, most],
  });
  return rows;
}
