import type { Administrator } from './guard-store.ts';
import { type CompanyId, type Db, rowsOf } from '../ground/db/pool.ts';

/** Entries of the audit log after one number, up to and including another. */
export interface AuditRange {
  after: number;
  to: number;
  since: Date;
}

export interface LateHold {
  id: string;
  supplier: string;
  number: string | null;
  heldFor: string[];
  isBooked: boolean;
}

/**
 * The invoices whose approval the service or the command line took back, and booked ones that a finding would have held,
 * each once, oldest first.
 */
export const lateHoldsBetween = (db: Db, company: CompanyId, { after, to, since }: AuditRange): Promise<LateHold[]> =>
  rowsOf(db, {
    name: 'late-holds-for-mail',
    text: `WITH late AS (
             SELECT subject_id::uuid AS id, max(seq) AS seq, (array_agg(data -> 'heldFor' ORDER BY seq DESC))[1] AS codes
             FROM audit_log
             WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND created_at > $4 AND operator_id IS NULL AND data ? 'heldFor'
               AND action IN ('supplierinvoice.reopened', 'supplierinvoice.unsigned', 'supplierinvoice.checked')
             GROUP BY subject_id
           )
           SELECT invoice.id, coalesce(suppliers.name, invoice.supplier_number) AS supplier,
                  document ->> 'supplierInvoiceNumber' AS number, codes AS "heldFor", state = 'booked' AS "isBooked"
           FROM late JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = late.id
           LEFT JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = invoice.supplier_number
           ORDER BY late.seq`,
    values: [company, after, to, since],
  });

/** Everybody who may approve invoices of the company. */
export const listDeciders = (db: Db, company: CompanyId): Promise<Administrator[]> =>
  rowsOf(db, {
    name: 'deciders-for-mail',
    text: `SELECT id, name, preferences FROM operators
           WHERE disabled_at IS NULL AND password_hash IS NOT NULL AND NOT system AND (administrator OR EXISTS (
             SELECT FROM operator_companies WHERE company_id = $1 AND operator_id = operators.id AND role = 'approver'))
           ORDER BY id`,
    values: [company],
  });
