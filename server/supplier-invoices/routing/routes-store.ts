import type { Confirmation, Route } from './route.ts';
import type { RoutedFields } from './rules.ts';
import { usedLengths } from '../../../common/used-lengths.ts';
import type { EventRange } from '../../events/follow.ts';
import { type CompanyId, type Db, columnOf, execute, rowOf, rowsOf } from '../../ground/db/pool.ts';

export interface InvoiceToRoute extends RoutedFields {
  id: string;
  isOpen: boolean;
  assignedTo: string | null;
  signedBy: string | null;
  releasers: string[];
  releasedAt: Date | null;
  confirmations: Confirmation[];
  /** As it was last routed. */
  present: Route | null;
}

export const readInvoicesToRoute = (db: Db, company: CompanyId, ids: readonly string[]): Promise<InvoiceToRoute[]> =>
  rowsOf(db, {
    name: 'read-invoices-to-route',
    text: `SELECT id, state IN ('received', 'held') AS "isOpen", supplier_number AS "supplierNumber", partner_id AS "partnerId",
                  (SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = partner_id) AS "partnerName",
                  assigned_to AS "assignedTo", signed_by AS "signedBy", releasers, released_at AS "releasedAt",
                  left("projectName", ${usedLengths.projectName}) AS "projectName", "orderNumber",
                  left("internalReference", ${usedLengths.internalReference}) AS "internalReference", "totalPrice"::text AS amount, currency,
                  coalesce((
                    SELECT jsonb_agg(jsonb_build_object('ruleId', rule_id, 'step', step, 'operatorId', operator_id, 'confirmedFor', confirmed_for)
                                     ORDER BY at, operator_id)
                    FROM route_confirmations AS confirmed
                    WHERE confirmed.company_id = $1 AND confirmed.supplier_invoice_id = invoice.id), '[]') AS confirmations,
                  (SELECT jsonb_build_object('waitsFor', waits_for, 'step', step, 'steps', steps, 'because', because)
                   FROM invoice_routes AS present
                   WHERE present.company_id = $1 AND present.supplier_invoice_id = invoice.id) AS present
           FROM supplier_invoices AS invoice
           CROSS JOIN LATERAL json_to_record(document) AS sent (
             "projectName" text, "internalReference" text, "orderNumber" text, "totalPrice" numeric, currency text)
           WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`,
    values: [company, ids],
  });

/** The time stays if it waits for the same people as before. */
export const writeRoute = (tx: Db, company: CompanyId, id: string, route: Route, now: Date): Promise<void> =>
  execute(tx, {
    name: 'write-route',
    text: `INSERT INTO invoice_routes AS present (company_id, supplier_invoice_id, waits_for, step, steps, because, since)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (company_id, supplier_invoice_id) DO UPDATE
           SET waits_for = excluded.waits_for, step = excluded.step, steps = excluded.steps, because = excluded.because,
               since = CASE WHEN present.waits_for = excluded.waits_for THEN present.since ELSE excluded.since END,
               reminded_at = CASE WHEN present.waits_for = excluded.waits_for THEN present.reminded_at END,
               escalated_at = CASE WHEN present.waits_for = excluded.waits_for THEN present.escalated_at END`,
    values: [company, id, route.waitsFor, route.step, route.steps, JSON.stringify(route.because), now],
  });

export const removeRoutes = (tx: Db, company: CompanyId, ids: readonly string[]): Promise<void> =>
  execute(tx, {
    name: 'remove-routes',
    text: 'DELETE FROM invoice_routes WHERE company_id = $1 AND supplier_invoice_id = ANY ($2::uuid[])',
    values: [company, ids],
  });

/** The invoices that events in this range may send to others, and those of suppliers whose payees somebody acted on. */
export const invoicesToRoute = (db: Db, company: CompanyId, { after, to }: EventRange): Promise<string[]> =>
  columnOf(db, {
    name: 'invoices-to-route',
    text: `SELECT subject_id AS id FROM events
           WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type LIKE 'supplierinvoice.%'
           UNION
           SELECT routed.supplier_invoice_id::text FROM invoice_routes AS routed
           JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = routed.supplier_invoice_id
           WHERE routed.company_id = $1 AND invoice.supplier_number IN (
             SELECT subject_id FROM events
             WHERE company_id = $1 AND seq > $2 AND seq <= $3 AND type LIKE 'supplier.%')
           ORDER BY id`,
    values: [company, after, to],
  });

const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The lists must be up to date. */
export const nextOpenInvoices = (
  db: Db,
  company: CompanyId,
  after: string | undefined,
  limit: number,
): Promise<string[]> =>
  columnOf(db, {
    name: 'next-open-invoices-to-route',
    text: `SELECT id FROM invoice_projections WHERE company_id = $1 AND state IN ('received', 'held') AND id > $2
           ORDER BY id LIMIT $3`,
    values: [company, after ?? beforeAll, limit],
  });

/** The newest first. */
export const arrivedSince = (db: Db, company: CompanyId, since: Date, limit: number): Promise<string[]> =>
  columnOf(db, {
    name: 'invoices-to-try-rules-on',
    text: `SELECT id FROM invoice_projections WHERE company_id = $1 AND created_at >= $2 ORDER BY created_at DESC, id DESC LIMIT $3`,
    values: [company, since, limit],
  });

export interface StoredRoute extends Route {
  since: Date;
  /** The names of all operators that it names, by id. */
  names: Record<string, string>;
  confirmed: { step: number; by: string; at: string }[];
}

/** Undefined without one. */
export const readRoute = (db: Db, company: CompanyId, id: string): Promise<StoredRoute | undefined> =>
  rowOf(db, {
    name: 'read-route',
    text: `SELECT waits_for AS "waitsFor", step, steps, because, since,
                  coalesce((
                    SELECT jsonb_object_agg(id, name) FROM operators
                    WHERE id = ANY (waits_for) OR id::text IN (
                      SELECT jsonb_array_elements_text(value) FROM jsonb_each(because -> 'deputies'))), '{}') AS names,
                  coalesce((
                    SELECT jsonb_agg(jsonb_build_object('step', confirmed.step, 'by', name, 'at', at) ORDER BY at)
                    FROM route_confirmations AS confirmed JOIN operators ON operators.id = operator_id
                    WHERE confirmed.company_id = $1 AND confirmed.supplier_invoice_id = $2
                      AND because -> 'confirmed' @> jsonb_build_array(jsonb_build_object('step', confirmed.step, 'operatorId', operator_id))
                  ), '[]') AS confirmed
           FROM invoice_routes WHERE company_id = $1 AND supplier_invoice_id = $2`,
    values: [company, id],
  });

/** The caller has locked the company's counters. */
export const writeConfirmation = (
  tx: Db,
  company: CompanyId,
  id: string,
  { ruleId, step, operatorId, confirmedFor }: Confirmation,
  now: Date,
): Promise<void> =>
  execute(tx, {
    name: 'write-confirmation',
    text: `INSERT INTO route_confirmations (company_id, supplier_invoice_id, step, operator_id, rule_id, confirmed_for, at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (company_id, supplier_invoice_id, step, operator_id) DO UPDATE
           SET rule_id = excluded.rule_id, confirmed_for = excluded.confirmed_for, at = excluded.at`,
    values: [company, id, step, operatorId, ruleId, confirmedFor, now],
  });
