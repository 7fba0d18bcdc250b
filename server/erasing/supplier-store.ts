import type { ErasedKindName } from '../../common/names/erasing.ts';
import { searchTextsOf } from '../supplier-invoices/lists/projection.ts';
import { lookColumns, looksOf } from '../suppliers/looks.ts';
import { emptyEntry, supplierFields, type FieldChange } from '../suppliers/shape.ts';
import { columnOf } from '../suppliers/store.ts';
import { type CompanyId, type Db, countTouched, execute, onlyRowOf, rowsOf } from '../ground/db/pool.ts';

export interface InvoicesOfSupplier {
  /** Those that nobody has decided about. */
  open: number;
  /** The calendar year in the company of the latest arrival, decision, booking or withdrawal; null without invoices. */
  lastYear: number | null;
}

export const readInvoicesOf = (db: Db, company: CompanyId, number: string): Promise<InvoicesOfSupplier> =>
  onlyRowOf(
    db,
    `SELECT count(*) FILTER (WHERE state IN ('received', 'held'))::float8 AS open,
            greatest(
              extract(year FROM max(greatest(created_at, decided_at, booked_at, withdrawn_at)) AT TIME ZONE (
                SELECT time_zone FROM companies WHERE id = $1)),
              extract(year FROM max(booked_on)))::float8 AS "lastYear"
     FROM supplier_invoices WHERE company_id = $1 AND supplier_number = $2`,
    [company, number],
  );

interface ChangeLine {
  id: string;
  changes: FieldChange[];
}

export const readChangeLines = (db: Db, company: CompanyId, number: string): Promise<ChangeLine[]> =>
  rowsOf(db, 'SELECT id, changes FROM supplier_changes WHERE company_id = $1 AND supplier_number = $2 ORDER BY id', [
    company,
    number,
  ]);

export const writeChangeLine = (tx: Db, company: CompanyId, id: string, changes: unknown): Promise<void> =>
  execute(tx, {
    name: 'write-supplier-change',
    text: 'UPDATE supplier_changes SET changes = $3 WHERE company_id = $1 AND id = $2',
    values: [company, id, JSON.stringify(changes)],
  });

/** Values that wait or were decided. */
export const readPatches = (db: Db, company: CompanyId, number: string): Promise<{ patch: Record<string, string> }[]> =>
  rowsOf(
    db,
    `SELECT patch FROM supplier_proposals WHERE company_id = $1 AND supplier_number = $2
     UNION ALL SELECT patch FROM supplier_proposal_outcomes WHERE company_id = $1 AND supplier_number = $2`,
    [company, number],
  );

export async function deleteProposals(tx: Db, company: CompanyId, number: string): Promise<void> {
  for (const table of ['supplier_proposals', 'supplier_proposal_outcomes'])
    await tx.query(`DELETE FROM ${table} WHERE company_id = $1 AND supplier_number = $2`, [company, number]);
}

const emptied = supplierFields.filter((field) => field !== 'number' && field !== 'name').map(columnOf);

/** Also blocks the supplier, if nobody has: what arrives from now on must be looked at. The counters are locked. */
export const eraseRecord = (tx: Db, company: CompanyId, number: string, name: string, now: Date): Promise<void> =>
  execute(
    tx,
    `UPDATE suppliers SET name = $3, ${emptied.map((column) => `${column} = ''`).join(', ')}, extra = '{}',
       ${Object.values(lookColumns)
         .map((column) => `${column} = $5::jsonb ->> '${column}'`)
         .join(', ')},
       blocked_at = coalesce(blocked_at, $4), blocked_reason = $6, updated_at = $4
     WHERE company_id = $1 AND number = $2`,
    [company, number, name, now, looksOf({ ...emptyEntry, number, name }), 'The data of this supplier was erased.'],
  );

export interface InvoiceTexts {
  id: string;
  /** JSON texts. */
  document: string;
  findings: string;
}

export const readInvoiceTexts = (
  db: Db,
  company: CompanyId,
  number: string,
  after: string,
  limit: number,
): Promise<InvoiceTexts[]> =>
  rowsOf(db, {
    name: 'read-invoice-texts-to-erase',
    text: `SELECT id, document::text AS document, findings::text AS findings FROM supplier_invoices
           WHERE company_id = $1 AND supplier_number = $2 AND id > $3 ORDER BY id LIMIT $4`,
    values: [company, number, after, limit],
  });

/** Findings on invoices of other suppliers. */
export const readOthersNaming = (
  db: Db,
  company: CompanyId,
  number: string,
  texts: readonly string[],
  after: string,
  limit: number,
): Promise<Pick<InvoiceTexts, 'id' | 'findings'>[]> =>
  rowsOf(db, {
    name: 'read-findings-naming',
    text: `SELECT id, findings::text AS findings FROM supplier_invoices
           WHERE company_id = $1 AND supplier_number <> $2 AND findings <> '[]' AND id > $4
             AND EXISTS (SELECT FROM unnest($3::text[]) AS named (part) WHERE strpos(lower(findings::text), part) > 0)
           ORDER BY id LIMIT $5`,
    values: [company, number, texts, after, limit],
  });

export const writeFindings = (tx: Db, company: CompanyId, id: string, findings: string): Promise<void> =>
  execute(tx, {
    name: 'write-findings-after-erasing',
    text: 'UPDATE supplier_invoices SET findings = $3 WHERE company_id = $1 AND id = $2',
    values: [company, id, findings],
  });

const erasedText = "'Erased.'";

export const writeInvoiceTexts = (
  tx: Db,
  company: CompanyId,
  { id, document, findings }: InvoiceTexts,
): Promise<void> =>
  execute(tx, {
    name: 'write-invoice-texts-after-erasing',
    text: `UPDATE supplier_invoices SET document = $3, findings = $4, files_due_at = NULL,
             reason = CASE WHEN reason IS NOT NULL THEN ${erasedText} END
           WHERE company_id = $1 AND id = $2`,
    values: [company, id, document, findings],
  });

export const writeSearchTexts = (tx: Db, company: CompanyId, ids: readonly string[]): Promise<void> =>
  execute(tx, {
    name: 'write-search-texts-of',
    text: `UPDATE invoice_projections AS projection SET search = texts.search FROM (${searchTextsOf}) AS texts
           WHERE projection.company_id = $1 AND projection.id = texts.id`,
    values: [company, ids],
  });

/** $1 is the company, $2 the ids of invoices. */
interface InvoiceRows {
  kind: ErasedKindName;
  count: string;
  erase: string;
}

export const textsOfInvoices: readonly InvoiceRows[] = [
  {
    kind: 'supplier.notes',
    count: `SELECT count(*)::float8 AS count FROM invoice_notes
            WHERE company_id = $1 AND supplier_invoice_id = ANY ($2) AND text <> ${erasedText}`,
    erase: `UPDATE invoice_notes SET text = ${erasedText} WHERE company_id = $1 AND supplier_invoice_id = ANY ($2)`,
  },
  {
    kind: 'supplier.questions',
    count: `SELECT count(*)::float8 AS count FROM invoice_questions
            WHERE company_id = $1 AND supplier_invoice_id = ANY ($2) AND text <> ${erasedText}`,
    erase: `UPDATE invoice_questions SET text = ${erasedText}, answer_document = NULL,
              answer = CASE WHEN answer IS NOT NULL THEN ${erasedText} END
            WHERE company_id = $1 AND supplier_invoice_id = ANY ($2)`,
  },
];

export const countFilesOf = `SELECT count(*)::float8 AS count FROM attachments
  WHERE company_id = $1 AND supplier_invoice_id = ANY ($2) AND erased_at IS NULL`;

const unnamed = (table: string) => `${table}.company_id = $1
  AND sha256 IN (SELECT sha256 FROM attachments WHERE company_id = $1 AND supplier_invoice_id = ANY ($2))
  AND NOT EXISTS (SELECT FROM attachments AS other WHERE other.company_id = $1 AND other.sha256 = ${table}.sha256 AND other.erased_at IS NULL)`;

/** The sweep removes the bytes, unless another invoice has the same file. */
export async function eraseFilesOf(tx: Db, company: CompanyId, invoiceIds: readonly string[], now: Date) {
  const values = [company, invoiceIds];
  await tx.query(
    `UPDATE attachments SET file_name = 'erased', extra = '{}', erased_at = $3
     WHERE company_id = $1 AND supplier_invoice_id = ANY ($2) AND erased_at IS NULL`,
    [...values, now],
  );
  await tx.query(`DELETE FROM document_texts WHERE ${unnamed('document_texts')}`, values);
  await tx.query(`DELETE FROM damaged_files WHERE ${unnamed('damaged_files')}`, values);
  await tx.query('DELETE FROM document_words WHERE company_id = $1 AND supplier_invoice_id = ANY ($2)', values);
}

/** Ids of the invoices, or the number of a supplier. $2 are the ids, $3 is the text that answers then. */
const keysOf = `idempotency_keys WHERE company_id = $1 AND coalesce(subject_id, answer ->> 'id') = ANY ($2)
  AND answer ? 'message' AND answer ->> 'message' <> $3`;

export const eraseAnswers = async (db: Db, company: CompanyId, subjects: readonly string[], apply: boolean) =>
  countTouched(
    db,
    apply
      ? `UPDATE idempotency_keys SET answer = jsonb_set(answer, '{message}', to_jsonb($3::text))
         WHERE (company_id, partner_id, key) IN (SELECT company_id, partner_id, key FROM ${keysOf}) AND company_id = $1`
      : `SELECT FROM ${keysOf}`,
    [company, subjects, 'Erased.'],
  );

const callsOf = `calls WHERE company_id = $1 AND (subject_id = ANY ($2) OR EXISTS (
  SELECT FROM unnest($3::text[]) AS named (part)
  WHERE strpos(lower(concat(body, reason, cause, parameters, problems)), part) > 0))`;

export const eraseCalls = async (
  db: Db,
  company: CompanyId,
  subjects: readonly string[],
  texts: readonly string[],
  apply: boolean,
) => countTouched(db, `${apply ? 'DELETE' : 'SELECT'} FROM ${callsOf}`, [company, subjects, texts]);

/** What endpoints answered to events. */
export const eraseDeliveryAnswers = (tx: Db, company: CompanyId, seqs: readonly number[]): Promise<void> =>
  execute(tx, {
    name: 'erase-answers-of-deliveries',
    text: 'UPDATE webhook_attempts SET answer = NULL WHERE company_id = $1 AND seq = ANY ($2::bigint[]) AND answer IS NOT NULL',
    values: [company, seqs],
  });
