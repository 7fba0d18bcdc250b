import type { StoredInvoice } from './rules.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

export interface ReconciledInvoices {
  /** By reference. They may have arrived outside the period. */
  listed: Map<string, StoredInvoice>;
  /** Those of the period that are not listed, in the order of their arrival. */
  unlisted: StoredInvoice[];
}

export interface ReconciledPeriod {
  references: readonly string[];
  /** Inclusive. */
  from: Date;
  /** Exclusive. */
  to: Date;
  maxUnlisted: number;
}

type ReconciledRow = StoredInvoice & { isListed: boolean };

// The total comes from the projection, because reading it from a document of thousands of lines takes long. Only an
// invoice that is not projected yet is read from its document.
const fields = `
  invoice.id, invoice.external_reference_id AS "externalReferenceId", invoice.state, invoice.created_at AS "createdAt",
  CASE WHEN projection.id IS NULL THEN sent."totalPrice" ELSE projection.total_price END::text AS "totalPrice",
  coalesce(projection.credit, coalesce(sent."creditInvoiceReference", '') ~ '\\S' OR coalesce(sent."totalPrice" < 0, false)) AS credit`;

const withTotal = `
  LEFT JOIN invoice_projections AS projection ON projection.company_id = $1 AND projection.id = invoice.id
  LEFT JOIN LATERAL json_to_record(CASE WHEN projection.id IS NULL THEN invoice.document END)
    AS sent ("totalPrice" numeric, "creditInvoiceReference" text) ON true`;

// The limits keep the planner from reading whole tables: each reference is one look-up in the index of references, and
// the period is read in the order of its index. No more rows of the period than listed ones can be left out.
const text = `
  WITH listed AS MATERIALIZED (SELECT reference FROM unnest($3::text[]) AS reference),
  arrived AS (
    (SELECT id FROM invoice_projections
     WHERE company_id = $1 AND partner_id = $2 AND created_at >= $4 AND created_at < $5
     ORDER BY created_at, id LIMIT $6 + cardinality($3::text[]))
    UNION
    -- Invoices that are not projected yet.
    SELECT subject_id::uuid FROM events
    WHERE company_id = $1 AND type = 'supplierinvoice.created' AND data ->> 'partnerId' = $2::text
      AND seq > coalesce((SELECT seq FROM event_positions WHERE company_id = $1 AND follower = 'projections'), 0)
  )
  SELECT true AS "isListed", invoice.* FROM listed CROSS JOIN LATERAL (
    SELECT ${fields} FROM supplier_invoices AS invoice ${withTotal}
    WHERE invoice.company_id = $1 AND invoice.partner_id = $2 AND invoice.external_reference_id = reference LIMIT 1
  ) AS invoice
  UNION ALL
  (SELECT false, invoice.* FROM arrived CROSS JOIN LATERAL (
     SELECT ${fields} FROM supplier_invoices AS invoice ${withTotal}
     WHERE invoice.company_id = $1 AND invoice.id = arrived.id AND invoice.created_at >= $4 AND invoice.created_at < $5 LIMIT 1
   ) AS invoice
   WHERE invoice."externalReferenceId" NOT IN (SELECT reference FROM listed)
   ORDER BY invoice."createdAt", invoice.id LIMIT $6)`;

export async function readForReconciliation(
  db: Db,
  company: CompanyId,
  partnerId: string,
  { references, from, to, maxUnlisted }: ReconciledPeriod,
): Promise<ReconciledInvoices> {
  const { rows } = await db.query<ReconciledRow>({
    name: 'reconcile-invoices',
    text,
    values: [company, partnerId, references, from, to, maxUnlisted],
  });
  const listed = new Map<string, StoredInvoice>();
  const unlisted: StoredInvoice[] = [];
  for (const { isListed, ...invoice } of rows)
    if (isListed) listed.set(invoice.externalReferenceId, invoice);
    else unlisted.push(invoice);
  return { listed, unlisted };
}
