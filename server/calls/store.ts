import type { Call } from './rules.ts';
import { byHour, type CallsOfHour } from './size.ts';
import { type Problem, keyInWords } from '../../common/errors/catalogue.ts';
import type { Parameters } from '../../common/errors/entry.ts';
import { sendTogether } from '../ground/db/connect/message.ts';
import { onDays, type Days } from '../ground/db/days.ts';
import { arrayOf } from '../ground/db/batch-insert.ts';
import type { List } from '../ground/db/paging.ts';
import { type CompanyId, type Db, rowOf, rowsOf, valueOf, countTouched, execute } from '../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../ground/db/sql.ts';
import { column, type CsvColumns } from '../ground/csv/columns.ts';

const callColumns: CsvColumns = {
  at: column('Time', 'Tid', { as: 'second' }),
  partner: column('Partner', 'Partner'),
  operation: column('Operation', 'Åtgärd'),
  status: column('Status', 'Status'),
  durationMs: column('Milliseconds', 'Millisekunder', { as: 'amount' }),
  reason: column('Reason', 'Orsak (på engelska)'),
  traceId: column('Trace id', 'Spårnings-id'),
  reference: column('Reference', 'Referens'),
};

/** Total over all processes. */
export interface HourSize {
  hour: Date;
  bytes: number;
}

/**
 * Stores calls, adds their sizes to their hours, and returns those hours. `again` says that some may already be stored,
 * because the answer of an earlier write was lost: these are skipped, but count twice for their hour, which is rare and
 * harmless. It is a parameter because ON CONFLICT makes the statement for many a third slower.
 */
export async function insertCalls(db: Db, company: CompanyId, calls: Call[], again = false): Promise<HourSize[]> {
  const hours: HourSize[] = [];
  for (const of of byHour(calls)) hours.push(await insertHour(db, company, of, again));
  return hours;
}

/** No caller waits for this write, so its commit need not wait for the disk. */
const unhurried = {
  name: 'commit-unhurried',
  text: `SELECT set_config('synchronous_commit', 'off', true)`,
  values: [],
};

const addSize = {
  name: 'add-call-size',
  text: `INSERT INTO call_sizes AS size (company_id, hour, bytes) VALUES ($1, $2, $3)
         ON CONFLICT (company_id, hour) DO UPDATE SET bytes = size.bytes + excluded.bytes
         RETURNING hour, bytes::float8 AS bytes`,
};

const intoCalls = `
  INSERT INTO calls (company_id, id, created_at, trace_id, partner_id, operation, status, duration_ms, reason, code, parameters,
                     cause, problems, body, subject_id, is_dry_run, is_replay)`;

/** At low load most batches have one call, and without arrays it takes a third less time. */
const insertOne = {
  name: 'insert-call',
  text: `${intoCalls} VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT DO NOTHING`,
};

/** Calls without a company have no counters, so the company is read from the size. */
const insertMany = {
  name: 'insert-calls',
  text: `${intoCalls}
    SELECT size.company_id, call.* FROM call_sizes AS size CROSS JOIN unnest(
      $2::uuid[], $3::timestamptz[], $4::uuid[], $5::uuid[], $6::text[], $7::smallint[], $8::real[], $9::text[], $10::text[],
      $11::jsonb[], $12::text[], $13::jsonb[], $14::text[], $15::text[], $16::boolean[], $17::boolean[]) AS call
    WHERE size.company_id = $1 AND size.hour = $18`,
};
const insertAgain = { name: 'insert-calls-again', text: `${insertMany.text} ON CONFLICT DO NOTHING` };

/** The columns in their order, and whether their values need no quotes in an array. */
const columns: [of: (call: Call) => string | undefined, isBare: boolean][] = [
  [({ id }) => id, true],
  [({ at }) => at.toISOString(), true],
  [({ traceId }) => traceId, true],
  [({ partnerId }) => partnerId, true],
  [({ operation }) => operation, false],
  [({ status }) => String(status), true],
  [({ durationMs }) => String(durationMs), true],
  [({ reason }) => reason, false],
  [({ code }) => code, false],
  [({ parameters }) => parameters && JSON.stringify(parameters), false],
  [({ cause }) => cause, false],
  [({ problems }) => problems && JSON.stringify(problems), false],
  [({ body }) => body, false],
  [({ subjectId }) => subjectId, false],
  [({ isDryRun }) => (isDryRun === true ? 'true' : undefined), true],
  [({ isReplay }) => (isReplay === true ? 'true' : undefined), true],
];

async function insertHour(
  db: Db,
  company: CompanyId,
  { hour, bytes, calls }: CallsOfHour,
  again: boolean,
): Promise<HourSize> {
  const [call] = calls as [Call];
  const hourText = hour.toISOString();
  const insert =
    calls.length === 1
      ? { ...insertOne, values: [company, ...columns.map(([of]) => of(call))] }
      : {
          ...(again ? insertAgain : insertMany),
          values: [company, ...columns.map(([of, isBare]) => arrayOf(calls, of, isBare)), hourText],
        };
  const size = { ...addSize, values: [company, hourText, String(bytes)] };
  const [, added] = await sendTogether(db, company, [unhurried, size, insert]);
  return added?.rows[0] as HourSize;
}

const withPartner =
  'calls LEFT JOIN partners ON partners.company_id = calls.company_id AND partners.id = calls.partner_id';

/** The field of the body with the partner's own id, as JSON text. It must equal the expression of the index exactly. */
const sentReference = `CASE operation
    WHEN 'createSupplierInvoice' THEN substring(body FROM '"externalReferenceId"\\s*:\\s*"((?:[^"\\\\]|\\\\.){1,255})"')
    WHEN 'createWorkOrder' THEN substring(body FROM '"id"\\s*:\\s*"((?:[^"\\\\]|\\\\.){1,255})"')
    WHEN 'createSupplier' THEN substring(body FROM '"number"\\s*:\\s*"((?:[^"\\\\]|\\\\.){1,255})"')
  END`;

/** The partner's own id: of the record that the call created, or else in its body. */
const reference = `coalesce(
  CASE operation
    WHEN 'createSupplierInvoice' THEN
      (SELECT external_reference_id FROM supplier_invoices WHERE supplier_invoices.company_id = $1 AND supplier_invoices.id = calls.subject_id::uuid)
    WHEN 'createWorkOrder' THEN
      (SELECT work_orders.reference FROM work_orders WHERE work_orders.company_id = $1 AND work_orders.id = calls.subject_id::uuid)
    WHEN 'createSupplier' THEN calls.subject_id
  END, (SELECT sent FROM (SELECT ${sentReference} AS sent) AS given WHERE strpos(sent, '\\') = 0))`;

export const callList: List = {
  select: `replace(calls.trace_id::text, '-', '') AS "traceId", calls.created_at AS at, partners.name AS partner,
           calls.operation, coalesce(calls.is_dry_run, false) AS "dryRun", calls.status, calls.duration_ms AS "durationMs", calls.reason, ${reference} AS reference, calls.code, calls.parameters,
           CASE WHEN calls.code IS NULL THEN '[]' ELSE coalesce(jsonb_path_query_array(calls.problems, '$[0 to 2]'), '[]') END AS problems`,
  pageOnly: ['dryRun', 'code', 'parameters', 'problems'],
  columns: callColumns,
  from: withPartner,
  sorts: { at: { column: 'calls.created_at', type: 'timestamptz' } },
  defaultSort: '-at',
  tie: { column: 'calls.id', type: 'uuid' },
};

export interface CallFilter extends Days {
  status?: string | undefined;
  operation?: string | undefined;
  partner?: string | undefined;
  failed?: string | undefined;
  cause?: string | undefined;
  reference?: string | undefined;
}

export async function whereCalls(
  db: Db,
  company: CompanyId,
  { status, operation, partner, failed, cause, reference, ...days }: CallFilter,
): Promise<Sql[]> {
  const where = [sql`calls.company_id = ${company}`];
  if (status !== undefined) where.push(sql`calls.status = ${Number(status)}`);
  if (operation !== undefined) where.push(sql`calls.operation = ${operation}`);
  if (partner !== undefined)
    where.push(
      sql`calls.partner_id = (SELECT id FROM partners WHERE company_id = ${company} AND (name = ${partner} OR id::text = ${partner.toLowerCase()}) LIMIT 1)`,
    );
  where.push(...onDays('calls.created_at', days));
  if (failed === 'true') where.push(sql`calls.status >= 400`);
  if (failed === 'false') where.push(sql`calls.status < 400`);
  if (reference !== undefined) where.push(await withReference(db, company, reference));
  if (cause === undefined) return where;
  where.push(sql`calls.status >= 400`);
  return [...where, sql`calls.cause = ANY (${await causesInEnglish(db, where, cause)})`];
}

/** A call arrives before the record that it creates: at most by its duration, and the difference of two clocks. */
const maxBeforeMs = 10 * 60_000;
const maxAfterMs = 5 * 60_000;

async function withReference(db: Db, company: CompanyId, reference: string): Promise<Sql> {
  const records = await recordsWith(db, company, reference);
  const created = records.map(
    ({ id, at }) =>
      sql`subject_id = ${id} AND calls.created_at BETWEEN ${new Date(at.getTime() - maxBeforeMs)} AND ${new Date(at.getTime() + maxAfterMs)}`,
  );
  const others = sql`is_replay AND subject_id = ANY (${records.map(({ id }) => id)})
    OR status >= 400 AND body IS NOT NULL AND ${raw(sentReference)} = ${JSON.stringify(reference).slice(1, -1)}`;
  return sql`(${joined([...created, others], ' OR ')})`;
}

/** The records that a partner created with this reference. */
const recordsWith = (db: Db, company: CompanyId, reference: string): Promise<{ id: string; at: Date }[]> =>
  rowsOf(db, {
    name: 'find-records-with-reference',
    text: `SELECT id::text, created_at AS at FROM supplier_invoices
           WHERE company_id = $1 AND external_reference_id = $2 AND partner_id IN (SELECT id FROM partners WHERE company_id = $1)
           UNION ALL
           SELECT id::text, created_at FROM work_orders
           WHERE company_id = $1 AND reference = $2 AND partner_id IN (SELECT id FROM partners WHERE company_id = $1)
           UNION ALL
           SELECT number, created_at FROM suppliers WHERE company_id = $1 AND number = $2`,
    values: [company, reference],
  });

async function causesInEnglish(db: Db, where: Sql[], english: string): Promise<string[]> {
  const { text, values } = sql`SELECT DISTINCT cause FROM calls WHERE ${joined(where, ' AND ')} AND cause IS NOT NULL`;
  const { rows } = await db.query<{ cause: string }>(text, values);
  return rows.map(({ cause }) => cause).filter((cause) => keyInWords(cause) === english);
}

export interface OldProblem {
  path: string;
  problem: string;
}

export interface StoredCall {
  id: string;
  traceId: string;
  at: Date;
  partner: string | null;
  operation: string;
  dryRun: boolean;
  status: number;
  durationMs: number;
  reason: string | null;
  /** Null if the call was accepted, or was stored before errors had codes. */
  code: string | null;
  parameters: Parameters | null;
  problems: (Problem | OldProblem)[];
  body: string | null;
  subjectId: string | null;
}

export const findCalls = (db: Db, company: CompanyId, traceId: string, limit: number): Promise<StoredCall[]> =>
  rowsOf(db, {
    name: 'find-calls',
    text: `SELECT calls.id, replace(trace_id::text, '-', '') AS "traceId", calls.created_at AS at, partners.name AS partner,
                  operation, coalesce(is_dry_run, false) AS "dryRun", status, duration_ms AS "durationMs", reason, code, parameters, coalesce(problems, '[]') AS problems, body,
                  subject_id AS "subjectId"
           FROM ${withPartner}
           WHERE calls.company_id = $1 AND trace_id = $2 ORDER BY calls.created_at DESC, calls.id DESC LIMIT $3`,
    values: [company, traceId, limit],
  });

/** A call as its partner may read it. */
export interface OwnCall extends Pick<
  StoredCall,
  'id' | 'traceId' | 'at' | 'operation' | 'status' | 'code' | 'problems' | 'subjectId'
> {
  message: string | null;
}

const ownFields = (problems: string) => `
  id, replace(trace_id::text, '-', '') AS "traceId", created_at AS at, operation, status, code, reason AS message,
  coalesce(${problems}, '[]') AS problems, subject_id AS "subjectId"`;

/** The newest call with this trace id. */
export const findOwnCall = (db: Db, company: CompanyId, partnerId: string, traceId: string) =>
  rowOf<OwnCall>(db, {
    name: 'find-own-call',
    text: `SELECT ${ownFields('problems')} FROM calls
           WHERE company_id = $1 AND trace_id = $3 AND partner_id = $2 ORDER BY created_at DESC, id DESC LIMIT 1`,
    values: [company, partnerId, traceId],
  });

export interface OwnFailures {
  /** Inclusive. */
  statuses: readonly [least: number, most: number];
  operation: string | undefined;
  /** The last call of the page before. */
  before: Pick<OwnCall, 'at' | 'id'> | undefined;
  limit: number;
}

/** Newest first, with the first problems of each. */
export const listOwnFailures = (
  db: Db,
  company: CompanyId,
  partnerId: string,
  { statuses: [least, most], operation, before, limit }: OwnFailures,
): Promise<OwnCall[]> =>
  rowsOf(db, {
    name: before === undefined ? 'list-own-failures' : 'list-own-failures-before',
    text: `SELECT ${ownFields(`jsonb_path_query_array(problems, '$[0 to 2]')`)} FROM calls
           WHERE company_id = $1 AND partner_id = $2 AND status >= 400 AND status BETWEEN $3 AND $4
             AND ($5::text IS NULL OR operation = $5)
             ${before === undefined ? '' : 'AND (created_at, id) < ($7, $8)'}
           ORDER BY created_at DESC, id DESC LIMIT $6`,
    values: [
      company,
      partnerId,
      least,
      most,
      operation,
      limit,
      ...(before === undefined ? [] : [before.at, before.id]),
    ],
  });

/** Safe to run in several processes at once. */
export const deleteCalls = (db: Db, company: CompanyId, before: Date, limit: number): Promise<number> =>
  countTouched(
    db,
    `DELETE FROM calls WHERE company_id = $1 AND (created_at, id) IN (
       SELECT created_at, id FROM calls WHERE company_id = $1 AND created_at < $2
       ORDER BY created_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)`,
    [company, before, limit],
  );

/** The time of the newest call that has `newer` newer ones; undefined if there are fewer calls. */
export const timeOfCallAfter = (db: Db, company: CompanyId, newer: number): Promise<Date | undefined> =>
  valueOf(
    db,
    'SELECT created_at AS at FROM calls WHERE company_id = $1 ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1',
    [company, newer],
  );

/** The hour in which the calls, counted from the newest back, exceed `bytes`; undefined if they do not. */
export async function hourBeyond(db: Db, company: CompanyId, bytes: number): Promise<Date | undefined> {
  const hour = await valueOf<Date | null>(
    db,
    `SELECT max(hour) AS hour FROM (
       SELECT hour, sum(bytes) OVER (ORDER BY hour DESC) AS so_far FROM call_sizes WHERE company_id = $1
     ) AS hours WHERE so_far > $2`,
    [company, bytes],
  );
  return hour ?? undefined;
}

export const deleteSizes = (db: Db, company: CompanyId, before: Date): Promise<void> =>
  execute(db, `DELETE FROM call_sizes WHERE company_id = $1 AND hour <= $2::timestamptz - interval '1 hour'`, [
    company,
    before,
  ]);
