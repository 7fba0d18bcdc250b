import type { NumberedInvoice } from './credit-rules.ts';
import { type CompanyId, type Db, rowsOf } from '../../ground/db/pool.ts';

const numbered = `
  invoice.id, sent."supplierInvoiceNumber", invoice_day::text AS "invoiceDay", sent."totalPrice"::text AS "totalPrice", sent.currency, state,
  sent."creditInvoiceReference" AS reference`;
const sent = `
  CROSS JOIN LATERAL json_to_record(document) AS sent (
    "supplierInvoiceNumber" text, "totalPrice" numeric, currency text, "creditInvoiceReference" text)`;

const maxNumbered = 20;

/** Those in force come first. */
export const readNumbered = (db: Db, company: CompanyId, supplierNumber: string, numberKey: string) =>
  rowsOf<NumberedInvoice>(db, {
    name: 'read-numbered-invoices',
    text: `SELECT ${numbered} FROM supplier_invoices AS invoice ${sent}
           WHERE company_id = $1 AND supplier_number = $2 AND number_key = $3
           ORDER BY state IN ('rejected', 'withdrawn'), id LIMIT ${maxNumbered}`,
    values: [company, supplierNumber, numberKey],
  });

export const maxCreditNotes = 1_000;

/** The latest credit notes of a supplier. */
export const readCreditNotes = (db: Db, company: CompanyId, supplierNumber: string) =>
  rowsOf<NumberedInvoice>(db, {
    name: 'read-credit-notes',
    text: `SELECT ${numbered}
           FROM (
             SELECT id FROM invoice_projections
             WHERE company_id = $1 AND supplier_number = $2 AND credit ORDER BY id DESC LIMIT ${maxCreditNotes}
           ) AS credit JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = credit.id ${sent}
           ORDER BY invoice.id`,
    values: [company, supplierNumber],
  });
