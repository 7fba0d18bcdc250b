import { maxFiles } from '../../attachments/attachment-store.ts';
import type { InvoiceDays } from '../../../checks/invoice.ts';
import { changedRecords, lastChangeOf } from '../../../changes/store.ts';
import type { InvoiceState } from '../../../decisions/invoices.ts';
import { type CompanyId, type Db, rowOf } from '../../../ground/db/pool.ts';
import type { StoredFinding } from '../../checking/finding-rules.ts';
import { invoiceDays } from '../../store.ts';

export interface OwnFile {
  id: string;
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  createdAt: number;
}

/** Without who at the company asked. Times are epoch milliseconds. */
export interface OwnQuestion {
  id: string;
  text: string;
  askedAt: number;
  dueAt?: number;
  answer?: string;
  answeredAt?: number;
}

export interface OwnInvoice extends InvoiceDays {
  id: string;
  externalReferenceId: string;
  supplierNumber: string;
  supplierInvoiceNumber: string | null;
  state: InvoiceState;
  reason: string | null;
  findings: StoredFinding[];
  files: OwnFile[];
  questions: OwnQuestion[];
  createdAt: Date;
  updatedAt: Date;
  decidedAt: Date | null;
  bookedAt: Date | null;
}

// $1 is the company and $2 the partner: files of operators and of other partners are not the partner's own.
const ownFiles = (record: string) => `
  FROM attachments WHERE attachments.company_id = $1 AND supplier_invoice_id = ${record}.id AND attachments.partner_id = $2`;

const questionsOf = (record: string) => `
  FROM invoice_questions WHERE invoice_questions.company_id = $1 AND supplier_invoice_id = ${record}.id`;

const milliseconds = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::bigint`;

// A comment on an approval is for the company only.
const select = `
  record.id, external_reference_id AS "externalReferenceId", supplier_number AS "supplierNumber",
  document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber", state, ${invoiceDays},
  CASE WHEN state IN ('rejected', 'withdrawn') THEN reason END AS reason, findings,
  (SELECT coalesce(json_agg(json_build_object(
     'id', id, 'fileName', file_name, 'contentType', content_type, 'size', size, 'sha256', encode(sha256, 'hex'),
     'createdAt', ${milliseconds('created_at')}) ORDER BY position), '[]')
   ${ownFiles('record')}) AS files,
  (SELECT coalesce(json_agg(json_strip_nulls(json_build_object(
     'id', id, 'text', text, 'askedAt', ${milliseconds('asked_at')}, 'dueAt', ${milliseconds('due_at')},
     'answer', answer, 'answeredAt', ${milliseconds('answered_at')})) ORDER BY id), '[]')
   ${questionsOf('record')}) AS questions,
  created_at AS "createdAt", decided_at AS "decidedAt", booked_at AS "bookedAt"`;

/** Undefined if this partner has sent no such invoice. */
export const readOwnInvoice = (db: Db, company: CompanyId, partnerId: string, id: string) =>
  rowOf<OwnInvoice & { document: string }>(db, {
    name: 'read-own-invoice',
    text: `SELECT ${select}, ${lastChangeOf('supplierinvoice', 'record')} AS "updatedAt", document::text AS document
           FROM supplier_invoices AS record WHERE company_id = $1 AND partner_id = $2 AND id = $3`,
    values: [company, partnerId, id],
  });

/** A page is cut by the stored size of the documents, because each has to be parsed for the invoice's number. */
export const listOwnInvoices = changedRecords<OwnInvoice>({
  kind: 'supplierinvoice',
  table: 'supplier_invoices',
  select,
  columns: [
    'external_reference_id',
    'supplier_number',
    'document',
    'state',
    'reason',
    'findings',
    'invoice_day',
    'payment_due_day',
    'created_at',
    'decided_at',
    'booked_at',
  ],
  weight: `pg_column_size(document) + CASE WHEN findings = '[]' THEN 0 ELSE octet_length(findings::text) END
    + coalesce((SELECT sum(octet_length(file_name) + 300) FROM (
        SELECT file_name ${ownFiles('supplier_invoices')} ORDER BY position LIMIT ${maxFiles}) AS files), 0)
    + coalesce((SELECT sum(octet_length(text) + coalesce(octet_length(answer), 0) + 200) ${questionsOf('supplier_invoices')}), 0)`,
  reference: 'external_reference_id',
  filters: ['supplier_number', 'state'],
});
