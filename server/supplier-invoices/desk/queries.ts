import type { Written } from '../../desk/decide.ts';
import { recordEvents } from '../../events/record.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import type { InvoiceState } from '../states.ts';

const partnerName = `(SELECT name FROM partners WHERE partners.company_id = supplier_invoices.company_id AND partners.id = partner_id)`;
const supplierName = `(SELECT name FROM suppliers WHERE suppliers.company_id = supplier_invoices.company_id AND suppliers.number = supplier_number)`;

export interface InvoiceRecord {
  id: string;
  state: InvoiceState;
  partner: string;
  createdAt: Date;
  supplier: { number: string; name: string };
  /** How it was decided; null until then. */
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** JSON text, in which no digit is lost. */
  document: string;
  findings: string;
}

export async function readInvoiceRecord(db: Db, company: CompanyId, id: string): Promise<InvoiceRecord | undefined> {
  const { rows } = await db.query<InvoiceRecord>({
    name: 'read-invoice-record',
    text: `SELECT id, state, ${partnerName} AS partner, created_at AS "createdAt",
                  jsonb_build_object('number', supplier_number, 'name', ${supplierName}) AS supplier,
                  decided_at AS "decidedAt", (SELECT name FROM operators WHERE operators.id = decided_by) AS "decidedBy", reason,
                  document::text AS document, findings::text AS findings
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
  /** How the invoice had been decided when it arrived. */
  afterDecision?: 'approved' | 'rejected';
}

export async function readInvoiceFiles(db: Db, company: CompanyId, id: string): Promise<InvoiceFile[]> {
  const { rows } = await db.query<
    Omit<InvoiceFile, 'afterDecision'> & { afterDecision: 'approved' | 'rejected' | null }
  >({
    name: 'read-invoice-files',
    text: `SELECT id, file_name AS "fileName", content_type AS "contentType", size, created_at AS "createdAt", after_decision AS "afterDecision"
           FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2 ORDER BY position`,
    values: [company, id],
  });
  return rows.map(({ afterDecision, ...file }) => (afterDecision === null ? file : { ...file, afterDecision }));
}

export interface StoredFile extends Pick<InvoiceFile, 'fileName' | 'contentType' | 'size'> {
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
    text: `SELECT file_name AS "fileName", content_type AS "contentType", size, sha256
           FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2 AND id = $3`,
    values: [company, id, fileId],
  });
  return rows[0];
}

/** The state, which stays as it is until the transaction ends; undefined where there is no such invoice. */
export async function lockState(tx: Db, company: CompanyId, id: string): Promise<InvoiceState | undefined> {
  const { rows } = await tx.query<{ state: InvoiceState }>({
    name: 'lock-invoice-state',
    text: 'SELECT state FROM supplier_invoices WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE',
    values: [company, id],
  });
  return rows[0]?.state;
}

const decideText = `
  WITH decided AS (
    UPDATE supplier_invoices SET state = $4, decided_at = $2, decided_by = $5, reason = $7
    WHERE company_id = $1 AND id = $3
    RETURNING id, external_reference_id, supplier_number, partner_id
  ), fresh AS (
    SELECT $8::uuid AS event_id, 'supplierinvoice.' || $4 AS type, id::text AS subject_id, 1 AS place,
           jsonb_strip_nulls(jsonb_build_object(
             'supplierInvoiceId', id, 'externalReferenceId', external_reference_id, 'supplierNumber', supplier_number,
             'partnerId', partner_id, 'by', jsonb_build_object('id', $5::uuid, 'name', $6::text), 'reason', $7::text)) AS data
    FROM decided
  ), ${recordEvents('one', 'fresh')}
  SELECT FROM fresh`;

/** Writes the decision and its event. The invoice must be locked, and its state must allow it. */
export async function writeDecision(
  tx: Db,
  company: CompanyId,
  { id, state, reason, operator, eventId }: Written<'approved' | 'rejected'>,
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'decide-invoice',
    text: decideText,
    values: [company, now, id, state, operator.id, operator.name, reason, eventId],
  });
}
