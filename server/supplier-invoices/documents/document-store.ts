import type { ReadOutcome } from './reading/outcome.ts';
import type { DocumentPage, DocumentText } from '../../checks/document/text.ts';
import { type CompanyId, type Db, columnOf, execute } from '../../ground/db/pool.ts';

/** Increase it when the reader learns to read files that it failed on; they are read again when a job comes by. */
const reader = 2;

/** The SHA-256 of the invoice's PDF files that nobody has read yet. */
export const unreadFiles = (db: Db, company: CompanyId, invoiceId: string): Promise<Buffer[]> =>
  columnOf(db, {
    name: 'unread-files',
    text: `SELECT sha256 FROM attachments AS file
           WHERE company_id = $1 AND supplier_invoice_id = $2 AND content_type = 'application/pdf' AND erased_at IS NULL AND NOT EXISTS (
             SELECT FROM document_texts AS known WHERE known.company_id = $1 AND known.sha256 = file.sha256
               AND (known.outcome <> 'failed' OR known.reader >= $3))
           ORDER BY position`,
    values: [company, invoiceId, reader],
  });

/**
 * Call it before a file is read: if that ends the process, the file is tried once more, and then left alone. Writes
 * nothing if no row names the file.
 */
export const writeAttempt = (db: Db, company: CompanyId, sha256: Buffer, now: Date): Promise<void> =>
  execute(db, {
    name: 'write-document-attempt',
    text: `INSERT INTO document_texts (company_id, sha256, outcome, reason, reader, read_at)
           SELECT company_id, $2, 'failed', 'crash', 0, $4 FROM company_counters
           WHERE company_id = $1 AND EXISTS (SELECT FROM attachments WHERE company_id = $1 AND sha256 = $2 AND erased_at IS NULL)
           ON CONFLICT (company_id, sha256) DO UPDATE SET reason = excluded.reason, reader = $3, read_at = excluded.read_at`,
    values: [company, sha256, reader, now],
  });

/** For a reading that was interrupted without harm. */
export const forgetAttempt = (db: Db, company: CompanyId, sha256: Buffer): Promise<void> =>
  execute(db, `DELETE FROM document_texts WHERE company_id = $1 AND sha256 = $2 AND reason = 'crash'`, [
    company,
    sha256,
  ]);

/** Writes nothing if no row names the file any more, because its sandbox was reset or its company removed. */
export const writeText = (db: Db, company: CompanyId, sha256: Buffer, result: ReadOutcome, now: Date) =>
  execute(db, {
    name: 'write-document-text',
    text: `INSERT INTO document_texts (company_id, sha256, outcome, reason, reader, text, is_cut, read_at, unseen)
           SELECT company_id, $2, $3, $4, $5, $6, $7, $8, $9 FROM company_counters
           WHERE company_id = $1 AND EXISTS (SELECT FROM attachments WHERE company_id = $1 AND sha256 = $2 AND erased_at IS NULL)
           ON CONFLICT (company_id, sha256) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason,
             reader = excluded.reader, text = excluded.text, is_cut = excluded.is_cut, read_at = excluded.read_at,
             unseen = excluded.unseen`,
    values: [
      company,
      sha256,
      result.outcome,
      result.outcome === 'failed' ? result.reason : null,
      reader,
      result.outcome === 'read' ? stored(result.pages) : '',
      result.outcome !== 'failed' && result.isCut,
      now,
      result.outcome === 'failed' ? '' : stored(result.unseen ?? []),
    ],
  });

const stored = (pages: readonly DocumentPage[]): string => pages.map((lines) => lines.join('\n')).join('\f');

/** Characters of all texts of an invoice; the texts of later files are left out. */
const maxTextLength = 1_000_000;

/** The PDF files of an invoice that a job has read or tried to read, in the order in which they were attached. */
export async function readTexts(db: Db, company: CompanyId, invoiceId: string): Promise<DocumentText[]> {
  const { rows } = await db.query<
    Pick<DocumentText, 'attachmentId' | 'fileName'> & {
      text: string | null;
      unseen: string | null;
      isCut: boolean;
      failure: NonNullable<DocumentText['failure']> | null;
    }
  >({
    name: 'read-document-texts',
    text: `SELECT id AS "attachmentId", file_name AS "fileName", is_cut OR total > $3 AS "isCut",
             CASE WHEN total <= $3 THEN text END AS text, CASE WHEN total <= $3 THEN unseen END AS unseen,
             CASE WHEN reason <> 'crash' OR reader >= $4 THEN reason END AS failure
           FROM (
             SELECT file.id, file_name, position, text, unseen, is_cut, reason, reader,
               sum(length(text) + length(unseen)) OVER (ORDER BY position) AS total
             FROM attachments AS file JOIN document_texts AS known ON known.company_id = $1 AND known.sha256 = file.sha256
             WHERE file.company_id = $1 AND file.supplier_invoice_id = $2
           ) AS files ORDER BY position`,
    values: [company, invoiceId, maxTextLength, reader],
  });
  return rows.map(({ text, unseen, failure, ...file }) => ({
    ...file,
    pages: pagesOf(text ?? ''),
    unseen: pagesOf(unseen ?? ''),
    failure: failure ?? undefined,
  }));
}

/**
 * The texts of several invoices, by invoice: as many as have `maxLength` characters together, the shortest first, so that
 * a long one leaves out no other.
 */
export async function readTextsTogether(
  db: Db,
  company: CompanyId,
  invoiceIds: readonly string[],
  maxLength: number,
): Promise<Map<string, Pick<DocumentText, 'fileName' | 'pages'>[]>> {
  const texts = new Map<string, Pick<DocumentText, 'fileName' | 'pages'>[]>();
  if (invoiceIds.length === 0) return texts;
  const { rows } = await db.query<{ invoiceId: string; fileName: string; text: string }>({
    name: 'read-document-texts-together',
    text: `SELECT "invoiceId", "fileName", text FROM (
             SELECT supplier_invoice_id AS "invoiceId", file_name AS "fileName", position, text,
               sum(length(text)) OVER (ORDER BY length(text), file.id) AS total
             FROM attachments AS file JOIN document_texts AS known ON known.company_id = $1 AND known.sha256 = file.sha256
             WHERE file.company_id = $1 AND file.supplier_invoice_id = ANY ($2)
           ) AS files WHERE total <= $3 ORDER BY position`,
    values: [company, invoiceIds, maxLength],
  });
  for (const { invoiceId, fileName, text } of rows)
    texts.set(invoiceId, [...(texts.get(invoiceId) ?? []), { fileName, pages: pagesOf(text) }]);
  return texts;
}

const pagesOf = (text: string): string[][] =>
  text === '' ? [] : text.split('\f').map((page) => (page === '' ? [] : page.split('\n')));

/** The distinct words of an invoice's files, which searches look up. */
export const writeWords = (db: Db, company: CompanyId, invoiceId: string, words: readonly string[]) =>
  execute(db, {
    name: 'write-document-words',
    text: `INSERT INTO document_words (company_id, supplier_invoice_id, words)
           SELECT company_id, id, array_to_tsvector($3::text[]) FROM supplier_invoices WHERE company_id = $1 AND id = $2
           ON CONFLICT (company_id, supplier_invoice_id) DO UPDATE SET words = excluded.words
           WHERE document_words.words <> excluded.words`,
    values: [company, invoiceId, words],
  });

/** Those of the invoices that have a file about which comparing may find something. */
export async function invoicesWithText(db: Db, company: CompanyId, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  return columnOf<string>(db, {
    name: 'invoices-with-text',
    text: `SELECT DISTINCT supplier_invoice_id AS id FROM attachments AS file
             JOIN document_texts AS known ON known.company_id = $1 AND known.sha256 = file.sha256
           WHERE file.company_id = $1 AND file.supplier_invoice_id = ANY ($2) AND (known.outcome <> 'empty' OR known.is_cut OR known.unseen <> '') ORDER BY id`,
    values: [company, ids],
  });
}
