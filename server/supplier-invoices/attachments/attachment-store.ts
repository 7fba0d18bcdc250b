import { type CompanyId, type Db, rowOf, valueOf } from '../../ground/db/pool.ts';
import type { Finding } from '../../checks/rule.ts';
import { recordEvents, type Cause } from '../../events/record.ts';
import { readInvoiceForEvent } from '../invoice-event.ts';
import type { InvoiceKeys } from '../../checks/context.ts';
import { lookAlike } from '../../suppliers/look-alikes-store.ts';

export const maxFiles = 50;

/** Several files of one invoice are mostly attached within this time; they are read and judged together. */
const collectMs = 2_000;
/** Other files are not read. */
const readable = 'application/pdf';

export type NewAttachment = Cause & {
  id: string;
  supplierInvoiceId: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: Buffer;
  extra: string;
};

export type AfterDecision = 'approved' | 'rejected' | 'booked' | 'withdrawn';

/**
 * Attaches a file unless the invoice has these bytes or is full. The caller has locked the company's counters and the
 * invoice; the event records `afterDecision`.
 */
export async function insertAttachment(
  tx: Db,
  company: CompanyId,
  file: NewAttachment,
  afterDecision: AfterDecision | undefined,
  findings: readonly Finding[],
  now: Date,
): Promise<boolean> {
  const { id, fileName, contentType, size, sha256, extra, operator, traceId } = file;
  const { rows } = await tx.query<{ supplierInvoiceId: string }>({
    name: 'insert-attachment',
    text: `INSERT INTO attachments
             (company_id, supplier_invoice_id, position, id, partner_id, operator_id, file_name, content_type, size, sha256,
              extra, created_at, after_decision)
           SELECT invoice.company_id, invoice.id, files.many + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
           FROM supplier_invoices AS invoice
           CROSS JOIN (SELECT count(*) AS many FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2) AS files
           WHERE invoice.company_id = $1 AND invoice.id = $2 AND files.many < ${maxFiles}
           ON CONFLICT DO NOTHING
           RETURNING supplier_invoice_id AS "supplierInvoiceId"`,
    values: [
      company,
      file.supplierInvoiceId,
      id,
      file.partnerId,
      operator?.id,
      fileName,
      contentType,
      size,
      sha256,
      extra,
      now,
      afterDecision,
    ],
  });
  if (rows[0] === undefined) return false;
  const { supplierInvoiceId } = rows[0];
  if (contentType === readable)
    await tx.query({
      name: 'set-files-due',
      text: 'UPDATE supplier_invoices SET files_due_at = $3 WHERE company_id = $1 AND id = $2',
      values: [company, supplierInvoiceId, new Date(now.getTime() + collectMs)],
    });
  // An operator's event names the partner that sent the invoice, as all events of operators do.
  const partner = operator === undefined ? file : await readInvoiceForEvent(tx, company, supplierInvoiceId);
  const data = {
    supplierInvoiceId,
    attachmentId: id,
    fileName,
    contentType,
    size,
    sha256: sha256.toString('hex'),
    afterDecision,
    findings: findings.length === 0 ? undefined : [...findings],
    partnerId: partner.partnerId,
    partnerName: partner.partnerName,
    by: operator,
    traceId,
  };
  await recordEvents(tx, company, [{ type: 'supplierinvoice.attached', subjectId: supplierInvoiceId, data }], now);
  return true;
}

export interface AttachedFile {
  id: string;
  fileName: string;
  contentType: string;
}

export const findAttachment = (db: Db, company: CompanyId, supplierInvoiceId: string, sha256: Buffer) =>
  rowOf<AttachedFile>(db, {
    name: 'find-attachment',
    text: `SELECT id, file_name AS "fileName", content_type AS "contentType" FROM attachments
           WHERE company_id = $1 AND supplier_invoice_id = $2 AND sha256 = $3`,
    values: [company, supplierInvoiceId, sha256],
  });

export const readAttachmentDocument = (db: Db, company: CompanyId, id: string): Promise<string | undefined> =>
  valueOf(
    db,
    `SELECT (extra || jsonb_build_object('supplierInvoiceId', supplier_invoice_id, 'fileName', file_name, 'contentType', content_type))::text
       AS document FROM attachments WHERE company_id = $1 AND id = $2`,
    [company, id],
  );

export async function readAttachment(db: Db, company: CompanyId, id: string) {
  return rowOf<Pick<NewAttachment, 'supplierInvoiceId' | 'fileName' | 'sha256' | 'extra'>>(
    db,
    `SELECT supplier_invoice_id AS "supplierInvoiceId", file_name AS "fileName", sha256, extra::text AS extra FROM attachments WHERE company_id = $1 AND id = $2`,
    [company, id],
  );
}

export async function countAttachments(db: Db, company: CompanyId, supplierInvoiceId: string): Promise<number> {
  const many = await valueOf<number>(db, {
    name: 'count-attachments',
    text: 'SELECT count(*)::integer AS many FROM attachments WHERE company_id = $1 AND supplier_invoice_id = $2',
    values: [company, supplierInvoiceId],
  });
  return many ?? 0;
}

/** Which of these files the company's rows name, as hex. */
export async function namedFiles(db: Db, company: CompanyId, files: Buffer[]): Promise<Set<string>> {
  const { rows } = await db.query<{ sha256: Buffer }>({
    name: 'named-files',
    text: 'SELECT DISTINCT sha256 FROM attachments WHERE company_id = $1 AND sha256 = ANY ($2::bytea[]) AND erased_at IS NULL',
    values: [company, files],
  });
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}

interface SameFileMatch {
  earlier: string;
  earlierKeys: InvoiceKeys;
  keys: InvoiceKeys;
}

type SameFileRow = Record<
  'earlier' | 'number' | 'amount' | 'ocr' | 'ownNumber' | 'ownAmount' | 'ownOcr',
  string | null
>;

/** A file on more invoices than this is an enclosure that comes with every invoice, not a duplicate. */
const maxAlike = 10;

/** Searches the invoices of the same supplier and of its look-alikes. */
export async function findSameFile(
  tx: Db,
  company: CompanyId,
  invoiceId: string,
  sha256: Buffer,
): Promise<SameFileMatch | undefined> {
  const row = await rowOf<SameFileRow>(tx, {
    name: 'find-same-file',
    text: `WITH same AS (
             SELECT supplier_invoice_id FROM attachments
             WHERE company_id = $1 AND sha256 = $3 AND supplier_invoice_id <> $2 LIMIT ${maxAlike + 1}
           )
           SELECT other.id AS earlier, other.number_key AS number, other.amount_key AS amount, other.ocr_key AS ocr,
                  own.number_key AS "ownNumber", own.amount_key AS "ownAmount", own.ocr_key AS "ownOcr"
           FROM supplier_invoices AS own CROSS JOIN same
           JOIN supplier_invoices AS other
             ON other.company_id = $1 AND other.id = supplier_invoice_id AND other.state <> 'withdrawn'
             AND (other.supplier_number = own.supplier_number OR EXISTS (
               SELECT FROM suppliers AS a, suppliers AS b
               WHERE a.company_id = $1 AND a.number = own.supplier_number AND b.company_id = $1 AND b.number = other.supplier_number
                 AND ${lookAlike('a', 'b')}))
           WHERE own.company_id = $1 AND own.id = $2 AND (SELECT count(*) FROM same) <= ${maxAlike}
           ORDER BY other.id LIMIT 1`,
    values: [company, invoiceId, sha256],
  });
  return (
    row && {
      earlier: row.earlier as string,
      earlierKeys: keys(row.number, row.amount, row.ocr),
      keys: keys(row.ownNumber, row.ownAmount, row.ownOcr),
    }
  );
}

const keys = (number: string | null, amount: string | null, ocr: string | null): InvoiceKeys => ({
  number: number ?? undefined,
  amount: amount ?? undefined,
  ocr: ocr ?? undefined,
});
