import { type CompanyId, type Db, execute, rowOf, rowsOf } from '../ground/db/pool.ts';

interface ReminderDays {
  remindAfterDays: number | null;
  escalateAfterDays: number | null;
}

/** Undefined if the company wants no such mail, or this day's was sent. */
export const claimReminders = (db: Db, company: CompanyId, now: Date, since: Date): Promise<ReminderDays | undefined> =>
  rowOf(db, {
    name: 'claim-reminders',
    text: `UPDATE routing_rules SET mailed_at = $2
           WHERE company_id = $1 AND (mailed_at IS NULL OR mailed_at <= $3)
             AND (remind_after_days IS NOT NULL OR escalate_after_days IS NOT NULL)
           RETURNING remind_after_days AS "remindAfterDays", escalate_after_days AS "escalateAfterDays"`,
    values: [company, now, since],
  });

export interface WaitingInvoice {
  id: string;
  waitsFor: { id: string; name: string }[];
  since: Date;
  supplier: string;
  number: string | null;
  isReminded: boolean;
  isEscalated: boolean;
}

/** Open invoices that have waited so long for the same people and not for the partner, the longest first. */
export const waitingSince = (
  db: Db,
  company: CompanyId,
  since: Date,
  now: Date,
  limit: number,
): Promise<WaitingInvoice[]> =>
  rowsOf(db, {
    name: 'waiting-for-mail',
    text: `SELECT routed.supplier_invoice_id AS id, since, reminded_at IS NOT NULL AS "isReminded", escalated_at IS NOT NULL AS "isEscalated",
                  ARRAY(SELECT jsonb_build_object('id', operators.id, 'name', name) FROM operators
                        WHERE operators.id = ANY (waits_for) ORDER BY name) AS "waitsFor",
                  coalesce(suppliers.name, invoice.supplier_number) AS supplier, document ->> 'supplierInvoiceNumber' AS number
           FROM invoice_routes AS routed
           JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = routed.supplier_invoice_id
           LEFT JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = invoice.supplier_number
           WHERE routed.company_id = $1 AND waits_for <> '{}' AND since <= $2 AND (reminded_at IS NULL OR escalated_at IS NULL)
             AND invoice.state IN ('received', 'held') AND NOT EXISTS (
               SELECT FROM invoice_questions AS question
               WHERE question.company_id = $1 AND question.supplier_invoice_id = routed.supplier_invoice_id
                 AND answered_at IS NULL AND closed_at IS NULL AND coalesce(due_at, 'infinity') > $3)
           ORDER BY since, id LIMIT $4`,
    values: [company, since, now, limit],
  });

/** Not of those that wait for others since they were read. */
export const recordReminded = (
  db: Db,
  company: CompanyId,
  column: 'reminded_at' | 'escalated_at',
  ids: readonly string[],
  { now, since }: { now: Date; since: Date },
): Promise<void> =>
  execute(
    db,
    `UPDATE invoice_routes SET ${column} = $2 WHERE company_id = $1 AND supplier_invoice_id = ANY ($3::uuid[]) AND since <= $4`,
    [company, now, ids, since],
  );
