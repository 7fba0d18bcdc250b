import { type CompanyId, type Db, rowsOf } from '../../ground/db/pool.ts';

export interface RelatedInvoice {
  id: string;
  supplierInvoiceNumber: string | null;
}

const maxShown = 20;

export const readCredited = (db: Db, company: CompanyId, supplierNumber: string, numberKey: string, exceptId: string) =>
  rowsOf<RelatedInvoice>(db, {
    name: 'read-credited',
    text: `SELECT id, document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber" FROM supplier_invoices
           WHERE company_id = $1 AND supplier_number = $2 AND number_key = $3 AND id <> $4 ORDER BY id LIMIT ${maxShown}`,
    values: [company, supplierNumber, numberKey, exceptId],
  });

const maxCreditNotes = 1_000;

export const readCreditNotes = (db: Db, company: CompanyId, supplierNumber: string, exceptId: string) =>
  rowsOf<RelatedInvoice & { reference: string }>(db, {
    name: 'read-credit-notes',
    text: `SELECT invoice.id, document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber", document ->> 'creditInvoiceReference' AS reference
           FROM (
             SELECT id FROM invoice_projections
             WHERE company_id = $1 AND supplier_number = $2 AND credit AND id <> $3 ORDER BY id DESC LIMIT ${maxCreditNotes}
           ) AS credit JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = credit.id
           WHERE document ->> 'creditInvoiceReference' <> '' ORDER BY invoice.id`,
    values: [company, supplierNumber, exceptId],
  });
