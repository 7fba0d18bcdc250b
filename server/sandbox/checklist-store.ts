import type { ChecklistCode } from '../../common/names/checklist.ts';
import { type CompanyId, type Db, rowOf, rowsOf, touchesRow, execute } from '../ground/db/pool.ts';

/** The partner of a sandbox. */
export interface Rehearser {
  id: string;
  companyId: CompanyId;
}

export const rehearsedFailures = ['unavailable', 'rate-limited', 'lost-answer'] as const;
export type RehearsedFailure = (typeof rehearsedFailures)[number];

/** Only the last failure of each kind is kept, so the table does not grow. */
export const writeRehearsal = (
  db: Db,
  { id, companyId }: Rehearser,
  { kind, request, retryAt }: { kind: RehearsedFailure; request: Buffer; retryAt: Date },
): Promise<void> =>
  execute(db, {
    name: 'write-rehearsal',
    text: `INSERT INTO rehearsals (company_id, partner_id, kind, request, retry_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (company_id, partner_id, kind) DO UPDATE SET request = excluded.request, retry_at = excluded.retry_at`,
    values: [companyId, id, kind, request, retryAt],
  });

/** The failures that this request repeats. Each counts once, also for two processes. */
export const takeRehearsals = (db: Db, { id, companyId }: Rehearser, request: Buffer) =>
  rowsOf<{ kind: RehearsedFailure; retryAt: Date }>(db, {
    name: 'take-rehearsals',
    text: `DELETE FROM rehearsals WHERE company_id = $1 AND partner_id = $2 AND request = $3
           RETURNING kind, retry_at AS "retryAt"`,
    values: [companyId, id, request],
  });

export interface DoneItem {
  code: ChecklistCode;
  at: Date;
  traceId: string | null;
}

/** The first time counts. */
export const writeDone = (db: Db, { id, companyId }: Rehearser, items: readonly DoneItem[]): Promise<void> =>
  execute(db, {
    name: 'write-checklist',
    text: `INSERT INTO sandbox_checklist (company_id, partner_id, code, done_at, trace_id)
           SELECT company_id, $2::uuid, item.*
           FROM company_counters CROSS JOIN unnest($3::text[], $4::timestamptz[], $5::text[]) AS item
           WHERE company_id = $1 ON CONFLICT DO NOTHING`,
    values: [
      companyId,
      id,
      items.map(({ code }) => code),
      items.map(({ at }) => at),
      items.map(({ traceId }) => traceId),
    ],
  });

export const readDone = (db: Db, { id, companyId }: Rehearser): Promise<DoneItem[]> =>
  rowsOf(db, {
    name: 'read-checklist',
    text: `SELECT code, done_at AS at, trace_id AS "traceId" FROM sandbox_checklist
           WHERE company_id = $1 AND partner_id = $2`,
    values: [companyId, id],
  });

const traceOf = (subject: string, type: string) =>
  `(SELECT data ->> 'traceId' FROM events WHERE events.company_id = $1 AND subject_id = ${subject} AND type = '${type}'
    ORDER BY seq LIMIT 1)`;

/** Items that the partner's records prove. */
export const readProved = (db: Db, { id, companyId }: Rehearser): Promise<DoneItem[]> =>
  rowsOf(db, {
    name: 'read-proved-items',
    text: `(SELECT 'invoice.first' AS code, created_at AS at, ${traceOf('supplier_invoices.id::text', 'supplierinvoice.created')} AS "traceId"
            FROM supplier_invoices WHERE company_id = $1 AND partner_id = $2 ORDER BY supplier_invoices.id LIMIT 1)
           UNION ALL
           (SELECT 'file.attached', created_at, ${traceOf('supplier_invoice_id::text', 'supplierinvoice.attached')}
            FROM attachments WHERE company_id = $1 AND partner_id = $2 ORDER BY attachments.id LIMIT 1)
           UNION ALL
           (SELECT 'key.used', created_at, NULL FROM idempotency_keys WHERE company_id = $1 AND partner_id = $2 LIMIT 1)
           UNION ALL
           (SELECT 'webhook.answered', delivered_at, NULL
            FROM webhook_endpoints JOIN webhook_positions ON webhook_positions.company_id = $1 AND endpoint_id = webhook_endpoints.id
            WHERE webhook_endpoints.company_id = $1 AND partner_id = $2
              AND delivered_at > (SELECT began_at FROM sandboxes WHERE sandboxes.company_id = $1)
            ORDER BY delivered_at LIMIT 1)`,
    values: [companyId, id],
  });

/** How the last invoices look; undefined if there are none. Judged anew each time: a later mistake shows. */
export async function readLastInvoices(
  db: Db,
  { id, companyId }: Rehearser,
  known: { fields: string[]; articleFields: string[] },
  limit: number,
): Promise<{ at: Date; hasUnknown: boolean; hasWrongSum: boolean } | undefined> {
  const latest = await rowOf<{ at: Date | null; hasUnknown: boolean; hasWrongSum: boolean }>(db, {
    name: 'read-last-invoices',
    text: `SELECT max(created_at) AS at,
                  bool_or((sent - $3::text[]) <> '{}' OR EXISTS (
                    SELECT FROM jsonb_array_elements(CASE jsonb_typeof(sent -> 'articles') WHEN 'array' THEN sent -> 'articles' ELSE '[]' END) AS line
                    WHERE (line - $4::text[]) <> '{}')) AS "hasUnknown",
                  bool_or(EXISTS (
                    SELECT FROM jsonb_array_elements(findings) AS finding WHERE finding ->> 'code' LIKE 'sum.%')) AS "hasWrongSum"
           FROM (SELECT created_at, document::jsonb AS sent, findings FROM supplier_invoices
                 WHERE company_id = $1 AND partner_id = $2 ORDER BY id DESC LIMIT $5) AS latest`,
    values: [companyId, id, known.fields, known.articleFields, limit],
  });
  return latest === undefined || latest.at === null ? undefined : { ...latest, at: latest.at };
}

export const workOrderExists = (db: Db, { id, companyId }: Rehearser, workOrderId: string): Promise<boolean> =>
  touchesRow(db, {
    name: 'work-order-of-partner-exists',
    text: 'SELECT FROM work_orders WHERE company_id = $1 AND partner_id = $2 AND id = $3',
    values: [companyId, id, workOrderId],
  });

/** Whether an event of this number was recorded since the sandbox began. */
export const isEventOfSandbox = (db: Db, company: CompanyId, seq: number): Promise<boolean> =>
  touchesRow(db, {
    name: 'event-of-sandbox-exists',
    text: `SELECT FROM events WHERE company_id = $1 AND seq = $2
           AND created_at > (SELECT began_at FROM sandboxes WHERE company_id = $1)`,
    values: [company, seq],
  });

export const invoiceExists = (db: Db, { id, companyId }: Rehearser, invoiceId: string): Promise<boolean> =>
  touchesRow(db, {
    name: 'invoice-of-partner-exists',
    text: 'SELECT FROM supplier_invoices WHERE company_id = $1 AND partner_id = $2 AND id = $3',
    values: [companyId, id, invoiceId],
  });
