import type { RelatedInvoice } from './credit-rules.ts';
import type { InvoiceDays } from '../../checks/invoice.ts';
import { type CompanyId, type Db, rowOf, rowsOf } from '../../ground/db/pool.ts';
import type { Person } from '../../people/two-people.ts';
import type { StoredFinding } from '../checking/finding-rules.ts';
import type { AfterDecision } from '../attachments/attachment-store.ts';
import type { FileProblem } from '../../files/store.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { latestDecisionSeq } from '../../decisions/store.ts';
import { isContactConfirmed } from '../../suppliers/changes-store.ts';
import { limitedAmount } from '../deciding/limited-amount.ts';
import { invoiceDays } from '../store.ts';
import { sentToPartner } from '../../webhooks/store.ts';

// $1 is the company in every statement: on Citus a statement must name it for every table to stay on one machine.
const partnerName = `(SELECT name FROM partners WHERE partners.company_id = $1 AND partners.id = partner_id)`;
const supplier = `(
  SELECT jsonb_build_object(
    'number', number, 'name', name, 'organizationalNumber', organizational_number, 'bankGiro', bank_giro, 'postGiro', post_giro, 'iban', iban,
    'bicSwift', bic_swift, 'phone', phone, 'isContactConfirmed', ${isContactConfirmed},
    'proposed', ARRAY(
      SELECT DISTINCT jsonb_object_keys(patch) FROM supplier_proposals
      WHERE supplier_proposals.company_id = $1 AND supplier_proposals.supplier_number = suppliers.number ORDER BY 1))
  FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = supplier_number)`;
const payeeChangedAt = `(
  SELECT payee_changed_at FROM suppliers WHERE suppliers.company_id = $1 AND suppliers.number = supplier_number)`;

export interface InvoiceRecord extends InvoiceDays {
  id: string;
  state: InvoiceState;
  partner: string;
  createdAt: Date;
  /** The record as it is now, not as it was when the invoice arrived. */
  supplier: {
    number: string;
    name: string;
    organizationalNumber: string;
    bankGiro: string;
    postGiro: string;
    iban: string;
    bicSwift: string;
    phone: string;
    isContactConfirmed: boolean;
    /** Fields with another value that waits for confirmation. */
    proposed: string[];
  };
  payeeChangedAt: Date | null;
  /** The number of the latest decision's event; null if there is none. */
  decisionSeq: number | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  voucher: string | null;
  bookedOn: string | null;
  bookedAt: Date | null;
  bookedBy: string | null;
  withdrawnAt: Date | null;
  /** The first of two approvals. */
  signedAt: Date | null;
  signedBy: string | null;
  signerId: string | null;
  releasedAt: Date | null;
  releasedBy: string | null;
  /** The number of findings at the release; null without one, and for old releases, which accepted all of them. */
  releasedFindings: number | null;
  /** Everybody who ever released it. */
  releasers: string[];
  /** The amount that is compared with an approval limit; null unless it decides what the reader's approval does. */
  limitedAmount: string | null;
  currency: string | null;
  /** As it was sent. */
  creditReference: string | null;
  numberKey: string | null;
  /** JSON text, with every digit. */
  document: string;
  findings: StoredFinding[];
  /** Whether a file waits to be read and compared with the invoice. */
  filesWaiting: boolean;
  /** The types of decisions that a webhook endpoint of its partner receives. */
  sentToPartner: string[];
  assignedTo: Person | null;
}

const sentDecisions = sentToPartner('supplier_invoices', [
  'supplierinvoice.approved',
  'supplierinvoice.rejected',
  'supplierinvoice.released',
  'supplierinvoice.reopened',
  'supplierinvoice.questioned',
]);

/** The document is parsed once: it can have thousands of lines. `hasLimit`: the reader has an approval limit. */
export const readInvoiceRecord = (db: Db, company: CompanyId, id: string, hasLimit: boolean) =>
  rowOf<InvoiceRecord>(db, {
    name: 'read-invoice-record',
    text: `SELECT id, state, ${partnerName} AS partner, created_at AS "createdAt", ${invoiceDays},
                  ${supplier} AS supplier, ${payeeChangedAt} AS "payeeChangedAt",
                  ${latestDecisionSeq('supplier_invoices')} AS "decisionSeq", decided_at AS "decidedAt", (SELECT name FROM operators WHERE operators.id = decided_by) AS "decidedBy", reason,
                  voucher, booked_on::text AS "bookedOn", booked_at AS "bookedAt", (SELECT name FROM operators WHERE operators.id = booked_by) AS "bookedBy",
                  withdrawn_at AS "withdrawnAt", signed_at AS "signedAt", (SELECT name FROM operators WHERE operators.id = signed_by) AS "signedBy", signed_by AS "signerId",
                  released_at AS "releasedAt", (SELECT name FROM operators WHERE operators.id = released_by) AS "releasedBy", released_findings AS "releasedFindings", releasers,
                  CASE WHEN $3::boolean AND state = 'received' AND signed_by IS NULL THEN ${limitedAmount('sent')} END AS "limitedAmount",
                  sent ->> 'currency' AS currency, sent ->> 'creditInvoiceReference' AS "creditReference", number_key AS "numberKey",
                  sent::text AS document, findings, files_due_at IS NOT NULL AS "filesWaiting", ${sentDecisions} AS "sentToPartner",
                  (SELECT jsonb_build_object('id', operators.id, 'name', name) FROM operators WHERE operators.id = assigned_to) AS "assignedTo"
           FROM supplier_invoices CROSS JOIN LATERAL (SELECT document::jsonb AS sent OFFSET 0) AS parsed
           WHERE company_id = $1 AND id = $2`,
    values: [company, id, hasLimit],
  });

/** The payee on the invoice itself, not in the supplier's record; it never changes. */
export interface InvoicePayee {
  supplierNumber: string;
  bankGiro: string;
  postGiro: string;
}

export const readPayee = (db: Db, company: CompanyId, id: string): Promise<InvoicePayee | undefined> =>
  rowOf(db, {
    name: 'read-payee',
    text: `SELECT supplier_number AS "supplierNumber",
                  coalesce(document ->> 'supplierBankGiro', '') AS "bankGiro", coalesce(document ->> 'supplierPostGiro', '') AS "postGiro"
           FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });

export interface InvoiceFile {
  id: string;
  fileName: string;
  contentType: string;
  size: number;
  createdAt: Date;
  /** The name of the partner or the operator. */
  by: string;
  sha256: string;
  /** The state of the invoice when the file arrived; missing if it was not decided then. */
  afterDecision?: AfterDecision;
  /** Missing if the file was whole when it was last read. */
  damaged?: FileProblem | 'erased';
}

export async function readInvoiceFiles(db: Db, company: CompanyId, id: string): Promise<InvoiceFile[]> {
  const { rows } = await db.query<
    Omit<InvoiceFile, 'afterDecision' | 'damaged'> & {
      afterDecision: AfterDecision | null;
      damaged: FileProblem | 'erased' | null;
    }
  >({
    name: 'read-invoice-files',
    text: `SELECT id, file_name AS "fileName", content_type AS "contentType", size, created_at AS "createdAt",
                  coalesce((SELECT name FROM operators WHERE operators.id = operator_id), ${partnerName}) AS by,
                  encode(sha256, 'hex') AS sha256, after_decision AS "afterDecision",
                  CASE WHEN erased_at IS NOT NULL THEN 'erased' ELSE (
                    SELECT problem FROM damaged_files AS damaged WHERE damaged.company_id = $1 AND damaged.sha256 = attachments.sha256) END AS damaged
           FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2 ORDER BY position`,
    values: [company, id],
  });
  return rows.map(({ afterDecision, damaged, ...file }) => ({
    ...file,
    ...(afterDecision !== null && { afterDecision }),
    ...(damaged !== null && { damaged }),
  }));
}

export interface StoredFile extends Pick<InvoiceFile, 'id' | 'fileName' | 'contentType' | 'size'> {
  sha256: Buffer;
}

export async function findInvoiceFile(
  db: Db,
  company: CompanyId,
  id: string,
  fileId: string,
): Promise<(StoredFile & { isErased: boolean }) | undefined> {
  const { rows } = await db.query<StoredFile & { isErased: boolean }>({
    name: 'find-invoice-file',
    text: `SELECT id, file_name AS "fileName", content_type AS "contentType", size, sha256, erased_at IS NOT NULL AS "isErased"
           FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2 AND id = $3`,
    values: [company, id, fileId],
  });
  return rows[0];
}

export interface InvoiceFileToZip extends StoredFile {
  createdAt: Date;
  /** Falls back to the partner's reference if the supplier's number is missing. */
  invoiceNumber: string;
}

export const readStoredFiles = (db: Db, company: CompanyId, id: string): Promise<InvoiceFileToZip[]> =>
  rowsOf(db, {
    name: 'read-stored-files',
    text: `SELECT attachments.id, file_name AS "fileName", content_type AS "contentType", size, sha256, attachments.created_at AS "createdAt",
                  coalesce(nullif(document ->> 'supplierInvoiceNumber', ''), external_reference_id) AS "invoiceNumber"
           FROM attachments JOIN supplier_invoices AS invoice
             ON invoice.company_id = $1 AND invoice.id = supplier_invoice_id
           WHERE attachments.company_id = $1 AND supplier_invoice_id = $2 AND erased_at IS NULL ORDER BY position`,
    values: [company, id],
  });

interface OtherInvoice {
  id: string;
  supplierInvoiceNumber: string | null;
  state: InvoiceState;
}

/** In the order of the ids. */
export const readOthers = (db: Db, company: CompanyId, ids: readonly string[]): Promise<OtherInvoice[]> =>
  rowsOf(db, {
    name: 'read-other-invoices',
    text: `SELECT id, document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber", state FROM supplier_invoices
           WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY array_position($2::uuid[], id)`,
    values: [company, ids],
  });

const related = `
  invoice.id, "supplierInvoiceNumber", invoice_day::text AS "invoiceDay", "totalPrice"::text AS "totalPrice", currency, state,
  "creditInvoiceReference" AS reference`;
const sent = `
  CROSS JOIN LATERAL json_to_record(document) AS sent (
    "supplierInvoiceNumber" text, "totalPrice" numeric, currency text, "creditInvoiceReference" text)`;

const maxShown = 20;

/** Those in force come first. */
export const readNumbered = (db: Db, company: CompanyId, supplierNumber: string, numberKey: string) =>
  rowsOf<RelatedInvoice>(db, {
    name: 'read-numbered-invoices',
    text: `SELECT ${related} FROM supplier_invoices AS invoice ${sent}
           WHERE company_id = $1 AND supplier_number = $2 AND number_key = $3
           ORDER BY state IN ('rejected', 'withdrawn'), id LIMIT ${maxShown}`,
    values: [company, supplierNumber, numberKey],
  });

export const maxCreditNotes = 1_000;

export const readCreditNotes = (db: Db, company: CompanyId, supplierNumber: string) =>
  rowsOf<RelatedInvoice>(db, {
    name: 'read-credit-notes',
    text: `SELECT ${related}
           FROM (
             SELECT id FROM invoice_projections
             WHERE company_id = $1 AND supplier_number = $2 AND credit ORDER BY id DESC LIMIT ${maxCreditNotes}
           ) AS credit JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = credit.id ${sent}
           ORDER BY invoice.id`,
    values: [company, supplierNumber],
  });
