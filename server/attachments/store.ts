import type { CompanyId, Db } from '../ground/db/pool.ts';
import type { Finding } from '../checks/judge.ts';
import { byOperator, eventParts, type Cause } from '../events/record.ts';
import { runChain, type Chain } from '../ground/db/chain.ts';

export const maxFiles = 50;

/** Several files of one invoice are mostly attached within this time; they are read and judged together. */
const collectMs = 2_000;
/** Other files are not read. */
const readable = 'application/pdf';

export type NewAttachment = Cause & {
  id: string;
  eventId: string;
  supplierInvoiceId: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: Buffer;
  extra: string;
};

export type AfterDecision = 'approved' | 'rejected' | 'booked' | 'withdrawn';

const insertChain: Chain = {
  name: 'insert-attachment',
  parts: [
    [
      'made',
      `INSERT INTO attachments
         (company_id, supplier_invoice_id, position, id, partner_id, operator_id, file_name, content_type, size, sha256, extra, created_at, after_decision)
       SELECT owner.company_id, $3, files.many + 1, $4, $5, $16, $6, $7, $8, $9, $10, $2, $12
       FROM owner CROSS JOIN (SELECT count(*) AS many FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $3) AS files
       WHERE files.many < ${maxFiles}
       ON CONFLICT DO NOTHING
       RETURNING id, supplier_invoice_id, file_name, content_type, size, sha256, after_decision`,
    ],
    [
      'fresh',
      `SELECT $11::uuid AS event_id, 'supplierinvoice.attached' AS type, supplier_invoice_id::text AS subject_id, 1 AS place,
              jsonb_strip_nulls(jsonb_build_object(
                'supplierInvoiceId', supplier_invoice_id, 'attachmentId', id, 'fileName', file_name, 'contentType', content_type,
                'size', size, 'sha256', encode(sha256, 'hex'), 'afterDecision', after_decision,
                'findings', $15::jsonb,
                'partnerId', $18::uuid, 'partnerName', $13::text, 'by', ${byOperator('$16', '$17')}, 'traceId', $14::text)) AS data
       FROM made`,
    ],
    [
      'due',
      `UPDATE supplier_invoices AS invoice SET files_due_at = $19::timestamptz FROM made
       WHERE invoice.company_id = $1 AND invoice.id = made.supplier_invoice_id AND $19::timestamptz IS NOT NULL`,
    ],
    ...eventParts('one', 'fresh', ['supplierinvoice.attached']),
  ],
  result: 'SELECT FROM fresh',
};

/**
 * Attaches a file unless the invoice has these bytes or is full. The invoice must be locked; the event records
 * `afterDecision`.
 */
export async function insertAttachment(
  tx: Db,
  company: CompanyId,
  file: NewAttachment,
  afterDecision: AfterDecision | undefined,
  findings: readonly Finding[],
  now: Date,
): Promise<boolean> {
  const partner = file.operator === undefined ? file : await readSender(tx, company, file.supplierInvoiceId);
  const { rowCount } = await runChain(tx, insertChain, [
    company,
    now,
    file.supplierInvoiceId,
    file.id,
    file.partnerId,
    file.fileName,
    file.contentType,
    file.size,
    file.sha256,
    file.extra,
    file.eventId,
    afterDecision,
    partner?.partnerName,
    file.traceId,
    findings.length === 0 ? null : JSON.stringify(findings),
    file.operator?.id,
    file.operator?.name,
    partner?.partnerId,
    file.contentType === readable ? new Date(now.getTime() + collectMs) : null,
  ]);
  return rowCount === 1;
}

/** An operator's event names the partner that sent the invoice, as all events of operators do. */
async function readSender(db: Db, company: CompanyId, supplierInvoiceId: string) {
  const { rows } = await db.query<{ partnerId: string; partnerName: string }>({
    name: 'read-sender-of-invoice',
    text: `SELECT partners.id AS "partnerId", partners.name AS "partnerName"
           FROM supplier_invoices AS invoice JOIN partners ON partners.company_id = $1 AND partners.id = invoice.partner_id
           WHERE invoice.company_id = $1 AND invoice.id = $2`,
    values: [company, supplierInvoiceId],
  });
  return rows[0];
}

export interface AttachedFile {
  id: string;
  fileName: string;
  contentType: string;
}

export async function findAttachment(
  db: Db,
  company: CompanyId,
  supplierInvoiceId: string,
  sha256: Buffer,
): Promise<AttachedFile | undefined> {
  const { rows } = await db.query<AttachedFile>({
    name: 'find-attachment',
    text: `SELECT id, file_name AS "fileName", content_type AS "contentType" FROM attachments
           WHERE company_id = $1 AND supplier_invoice_id = $2 AND sha256 = $3`,
    values: [company, supplierInvoiceId, sha256],
  });
  return rows[0];
}

export async function readAttachmentDocument(db: Db, company: CompanyId, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ document: string }>(
    `SELECT (extra || jsonb_build_object('supplierInvoiceId', supplier_invoice_id, 'fileName', file_name, 'contentType', content_type))::text
       AS document FROM attachments WHERE company_id = $1 AND id = $2`,
    [company, id],
  );
  return rows[0]?.document;
}

export async function readAttachment(db: Db, company: CompanyId, id: string) {
  const { rows } = await db.query<Pick<NewAttachment, 'supplierInvoiceId' | 'fileName' | 'sha256' | 'extra'>>(
    `SELECT supplier_invoice_id AS "supplierInvoiceId", file_name AS "fileName", sha256, extra::text AS extra FROM attachments WHERE company_id = $1 AND id = $2`,
    [company, id],
  );
  return rows[0];
}

export async function countAttachments(db: Db, company: CompanyId, supplierInvoiceId: string): Promise<number> {
  const { rows } = await db.query<{ many: number }>({
    name: 'count-attachments',
    text: 'SELECT count(*)::integer AS many FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2',
    values: [company, supplierInvoiceId],
  });
  return rows[0]?.many ?? 0;
}

/** Which of these files the company's rows name, as hex. */
export async function namedFiles(db: Db, company: CompanyId, files: Buffer[]): Promise<Set<string>> {
  const { rows } = await db.query<{ sha256: Buffer }>({
    name: 'named-files',
    text: 'SELECT DISTINCT sha256 FROM attachments WHERE company_id = $1 AND sha256 = ANY ($2::bytea[])',
    values: [company, files],
  });
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}
