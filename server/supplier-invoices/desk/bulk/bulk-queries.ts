import { type CompanyId, type Db, rowOf, rowsOf } from '../../../ground/db/pool.ts';
import { hasEndpointFor } from '../../../webhooks/store.ts';
import type { StoredBulk } from '../../deciding/bulk-store.ts';

export interface BulkSum {
  currency: string | null;
  count: number;
  total: string;
}

export interface BulkPartner {
  name: string;
  count: number;
  isNotified: boolean;
}

export interface LeftOutInvoice {
  id: string;
  number: string | null;
  supplierName: string | null;
  code: string;
}

export interface BulkRecord extends Omit<StoredBulk, 'dueAt' | 'assigneeId'> {
  total: number;
  done: number;
  left: number;
  /** The sums of decided and waiting invoices. */
  sums: BulkSum[];
  /** Of the same invoices. */
  partners: BulkPartner[];
  /** The first invoices that cannot be decided. */
  leftOut: LeftOutInvoice[];
  /** How many cannot be decided, by obstacle, the most frequent first. */
  leftOutBy: { code: string; count: number }[];
}

const maxOpen = 20;
const maxPartners = 20;
const maxLeftOut = 100;

/** $1 is the company in every statement: on Citus a statement must name it for every table to stay on one machine. */
const chosen = 'bulk_decision_invoices AS chosen WHERE chosen.company_id = $1 AND chosen.bulk_id = bulk.id';

const sums = `
  SELECT jsonb_agg(jsonb_build_object('currency', currency, 'count', many, 'total', total) ORDER BY many DESC, currency) AS sums
  FROM (
    SELECT currency, count(*) AS many, coalesce(sum(total_price), 0)::text AS total
    FROM bulk_decision_invoices AS chosen
    LEFT JOIN invoice_projections AS invoice ON invoice.company_id = $1 AND invoice.id = supplier_invoice_id
    WHERE chosen.company_id = $1 AND bulk_id = bulk.id AND (outcome IS NULL OR outcome = 'decided')
    GROUP BY currency
  ) AS by_currency`;

const eventOfBulk = `CASE decision WHEN 'approve' THEN 'supplierinvoice.approved' WHEN 'reject' THEN 'supplierinvoice.rejected'
  WHEN 'ask' THEN 'supplierinvoice.questioned' WHEN 'reopen' THEN 'supplierinvoice.reopened' END`;

const partners = `
  SELECT jsonb_agg(jsonb_build_object('name', name, 'count', many, 'isNotified', notified) ORDER BY many DESC, name) AS partners
  FROM (
    SELECT partner.name, many, ${hasEndpointFor('partner.id', eventOfBulk)} AS notified
    FROM (
      SELECT partner_id, count(*) AS many
      FROM bulk_decision_invoices AS chosen
      JOIN invoice_projections AS invoice ON invoice.company_id = $1 AND invoice.id = supplier_invoice_id
      WHERE chosen.company_id = $1 AND bulk_id = bulk.id AND (outcome IS NULL OR outcome = 'decided')
      GROUP BY partner_id
    ) AS by_partner
    JOIN partners AS partner ON partner.company_id = $1 AND partner.id = partner_id
    ORDER BY many DESC, partner.name LIMIT ${maxPartners}
  ) AS named`;

const leftOut = `
  SELECT jsonb_agg(jsonb_build_object(
    'id', unfit.supplier_invoice_id, 'code', outcome,
    'number', coalesce(document ->> 'supplierInvoiceNumber', external_reference_id), 'supplierName', supplier.name) ORDER BY position) AS "leftOut"
  FROM (
    SELECT * FROM ${chosen} AND outcome <> 'decided' ORDER BY position LIMIT ${maxLeftOut}
  ) AS unfit
  LEFT JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = supplier_invoice_id
  LEFT JOIN suppliers AS supplier ON supplier.company_id = $1 AND supplier.number = invoice.supplier_number`;

const leftOutBy = `
  SELECT jsonb_agg(jsonb_build_object('code', outcome, 'count', many) ORDER BY many DESC, outcome) AS "leftOutBy"
  FROM (SELECT outcome, count(*) AS many FROM ${chosen} AND outcome <> 'decided' GROUP BY outcome) AS by_obstacle`;

const records = `
  SELECT bulk.id, decision, reason, with_findings AS "withFindings", bulk.created_at AS "createdAt", begun_at AS "begunAt",
         finished_at AS "finishedAt", counted.*, coalesce(sums, '[]') AS sums, coalesce(partners, '[]') AS partners, coalesce("leftOut", '[]') AS "leftOut",
         coalesce("leftOutBy", '[]') AS "leftOutBy"
  FROM bulk_decisions AS bulk
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS total, (count(*) FILTER (WHERE outcome = 'decided'))::integer AS done,
           (count(*) FILTER (WHERE outcome IS NULL))::integer AS left
    FROM ${chosen}) AS counted
  CROSS JOIN LATERAL (${sums}) AS summed
  CROSS JOIN LATERAL (${partners}) AS sent
  CROSS JOIN LATERAL (${leftOut}) AS left_out
  CROSS JOIN LATERAL (${leftOutBy}) AS left_out_by
  WHERE bulk.company_id = $1 AND operator_id = $2`;

export const readBulkRecord = (db: Db, company: CompanyId, operatorId: string, id: string) =>
  rowOf<BulkRecord>(db, {
    name: 'read-bulk',
    text: `${records} AND bulk.id = $3`,
    values: [company, operatorId, id],
  });

export const readOpenBulks = (db: Db, company: CompanyId, operatorId: string): Promise<BulkRecord[]> =>
  rowsOf(db, {
    name: 'read-open-bulks',
    text: `${records} AND finished_at IS NULL ORDER BY bulk.id DESC LIMIT ${maxOpen}`,
    values: [company, operatorId],
  });
