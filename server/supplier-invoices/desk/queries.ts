import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { Person } from '../../operators/people-store.ts';
import type { StoredFinding } from '../checking/finding-rules.ts';
import type { AfterDecision } from '../../attachments/store.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';

// In these $1 is the company: on Citus a statement stays with one company where it names it for every table.
const partnerName = `(SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = partner_id)`;
const supplier = `(
  SELECT jsonb_build_object(
    'number', number, 'name', name, 'organizationalNumber', organizational_number, 'bankGiro', bank_giro, 'postGiro', post_giro, 'iban', iban,
    'bicSwift', bic_swift)
  FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = supplier_number)`;
const payeeChangedAt = `(
  SELECT payee_changed_at FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = supplier_number)`;

export interface InvoiceRecord {
  id: string;
  state: InvoiceState;
  partner: string;
  createdAt: Date;
  /** Its record as it is now. */
  supplier: {
    number: string;
    name: string;
    organizationalNumber: string;
    bankGiro: string;
    postGiro: string;
    iban: string;
    bicSwift: string;
  };
  payeeChangedAt: Date | null;
  /** How it was decided; null until then. */
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** What the bookkeeping says; null where it is not booked. */
  voucher: string | null;
  bookedOn: string | null;
  bookedAt: Date | null;
  bookedBy: string | null;
  /** Who approved it first, where it takes a second approver. */
  signedAt: Date | null;
  signedBy: string | null;
  signerId: string | null;
  /** Who released it last, if somebody did. */
  releasedAt: Date | null;
  releasedBy: string | null;
  releaserId: string | null;
  /** What it credits, as it was sent. */
  creditReference: string | null;
  /** Its own number, normalised. */
  numberKey: string | null;
  /** JSON text, in which no digit is lost. */
  document: string;
  findings: StoredFinding[];
  /** Null where it is everybody's. */
  assignedTo: Person | null;
}

export async function readInvoiceRecord(db: Db, company: CompanyId, id: string): Promise<InvoiceRecord | undefined> {
  const { rows } = await db.query<InvoiceRecord>({
    name: 'read-invoice-record',
    text: `SELECT id, state, ${partnerName} AS partner, created_at AS "createdAt",
                  ${supplier} AS supplier, ${payeeChangedAt} AS "payeeChangedAt",
                  decided_at AS "decidedAt", (SELECT name FROM operators WHERE operators.id = decided_by) AS "decidedBy", reason,
                  voucher, booked_on::text AS "bookedOn", booked_at AS "bookedAt", (SELECT name FROM operators WHERE operators.id = booked_by) AS "bookedBy",
                  signed_at AS "signedAt", (SELECT name FROM operators WHERE operators.id = signed_by) AS "signedBy", signed_by AS "signerId",
                  released_at AS "releasedAt", (SELECT name FROM operators WHERE operators.id = released_by) AS "releasedBy", released_by AS "releaserId",
                  document ->> 'creditInvoiceReference' AS "creditReference", number_key AS "numberKey",
                  document::jsonb::text AS document, findings,
                  (SELECT jsonb_build_object('id', operators.id, 'name', name) FROM operators WHERE operators.id = assigned_to) AS "assignedTo"
           FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });
  return rows[0];
}

/** Who is to be paid by an invoice, as it says itself. None of it ever changes. */
export interface InvoicePayee {
  supplierNumber: string;
  createdAt: Date;
  /** Empty where the invoice names none. */
  bankGiro: string;
  postGiro: string;
}

export async function readPayee(db: Db, company: CompanyId, id: string): Promise<InvoicePayee | undefined> {
  const { rows } = await db.query<InvoicePayee>({
    name: 'read-payee',
    text: `SELECT supplier_number AS "supplierNumber", created_at AS "createdAt",
                  coalesce(document ->> 'supplierBankGiro', '') AS "bankGiro", coalesce(document ->> 'supplierPostGiro', '') AS "postGiro"
           FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });
  return rows[0];
}

export interface InvoiceFile {
  id: string;
  fileName: string;
  contentType: string;
  size: number;
  createdAt: Date;
  sha256: string;
  /** What had become of the invoice when it arrived. */
  afterDecision?: AfterDecision;
}

export async function readInvoiceFiles(db: Db, company: CompanyId, id: string): Promise<InvoiceFile[]> {
  const { rows } = await db.query<Omit<InvoiceFile, 'afterDecision'> & { afterDecision: AfterDecision | null }>({
    name: 'read-invoice-files',
    text: `SELECT id, file_name AS "fileName", content_type AS "contentType", size, created_at AS "createdAt",
                  encode(sha256, 'hex') AS sha256, after_decision AS "afterDecision"
           FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2 ORDER BY position`,
    values: [company, id],
  });
  return rows.map(({ afterDecision, ...file }) => (afterDecision === null ? file : { ...file, afterDecision }));
}

export interface StoredFile extends Pick<InvoiceFile, 'id' | 'fileName' | 'contentType' | 'size'> {
  sha256: Buffer;
}

export async function findInvoiceFile(
  db: Db,
  company: CompanyId,
  id: string,
  fileId: string,
): Promise<StoredFile | undefined> {
  const { rows } = await db.query<StoredFile>({
    name: 'find-invoice-file',
    text: `SELECT id, file_name AS "fileName", content_type AS "contentType", size, sha256
           FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2 AND id = $3`,
    values: [company, id, fileId],
  });
  return rows[0];
}

export interface FileOfInvoice extends StoredFile {
  createdAt: Date;
  /** What the supplier calls the invoice, or the partner where the supplier does not. */
  invoiceNumber: string;
}

export async function readStoredFiles(db: Db, company: CompanyId, id: string): Promise<FileOfInvoice[]> {
  const { rows } = await db.query<FileOfInvoice>({
    name: 'read-stored-files',
    text: `SELECT attachments.id, file_name AS "fileName", content_type AS "contentType", size, sha256, attachments.created_at AS "createdAt",
                  coalesce(nullif(document ->> 'supplierInvoiceNumber', ''), external_reference_id) AS "invoiceNumber"
           FROM attachments JOIN supplier_invoices AS invoice
             ON invoice.company_id = $1 AND invoice.id = supplier_invoice_id
           WHERE attachments.company_id = $1 AND supplier_invoice_id = $2 ORDER BY position`,
    values: [company, id],
  });
  return rows;
}
