import type { CompanyId, Db } from '../../ground/db/pool.ts';

/** Another invoice of the same supplier. */
export interface RelatedInvoice {
  id: string;
  supplierInvoiceNumber: string | null;
}

/** A supplier uses a number once; where one was used more often, these many are shown. */
const most = 20;

/** The invoices of a supplier with this number, normalised, but for one. */
export async function readCredited(
  db: Db,
  company: CompanyId,
  supplierNumber: string,
  numberKey: string,
  but: string,
): Promise<RelatedInvoice[]> {
  const { rows } = await db.query<RelatedInvoice>({
    name: 'read-credited',
    text: `SELECT id, document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber" FROM supplier_invoices
           WHERE company_id = $1 AND supplier_number = $2 AND number_key = $3 AND id <> $4 ORDER BY id LIMIT ${most}`,
    values: [company, supplierNumber, numberKey, but],
  });
  return rows;
}

/** So many credit notes of a supplier are looked through, the latest first. */
const mostCreditNotes = 1_000;

/** The credit notes of a supplier that name what they credit, but for one. */
export async function readCreditNotes(
  db: Db,
  company: CompanyId,
  supplierNumber: string,
  but: string,
): Promise<(RelatedInvoice & { reference: string })[]> {
  const { rows } = await db.query<RelatedInvoice & { reference: string }>({
    name: 'read-credit-notes',
    text: `SELECT invoice.id, document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber", document ->> 'creditInvoiceReference' AS reference
           FROM (
             SELECT id FROM invoice_projections
             WHERE company_id = $1 AND supplier_number = $2 AND credit AND id <> $3 ORDER BY id DESC LIMIT ${mostCreditNotes}
           ) AS credit JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = credit.id
           WHERE document ->> 'creditInvoiceReference' <> '' ORDER BY invoice.id`,
    values: [company, supplierNumber, but],
  });
  return rows;
}
