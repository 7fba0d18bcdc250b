import type { FileRange } from './rules.ts';
import { recordEvents } from '../events/record.ts';
import { type CompanyId, type Db, rowsOf, valueOf, execute } from '../ground/db/pool.ts';

export const fileProblems = ['missing', 'altered'] as const;
export type FileProblem = (typeof fileProblems)[number];

export interface NamedFile {
  sha256: Buffer;
  size: number;
}

/**
 * Files that rows name, each once, without those that were erased with a person's data. `table` may be a shard of the
 * attachments, or from before files were erased: a backup is taken before an upgrade.
 */
export const readNamedFiles = (
  db: Db,
  company: CompanyId,
  { after, to }: FileRange,
  limit: number,
  table = 'attachments',
): Promise<NamedFile[]> =>
  rowsOf(db, {
    name: `read-named-files of ${table}`,
    text: `SELECT DISTINCT ON (sha256) sha256, size FROM ${table} AS file
           WHERE company_id = $1 AND to_jsonb(file) ->> 'erased_at' IS NULL AND sha256 > $2 AND ($3::bytea IS NULL OR sha256 <= $3)
           ORDER BY sha256 LIMIT $4`,
    values: [company, after, to, limit],
  });

export async function countNamedFiles(db: Db, company: CompanyId): Promise<number> {
  const total = await valueOf<number>(db, {
    name: 'count-named-files',
    text: 'SELECT count(DISTINCT sha256)::integer AS total FROM attachments WHERE company_id = $1 AND erased_at IS NULL',
    values: [company],
  });
  return total ?? 0;
}

/** A row that names a file. */
export interface FileOwner {
  attachmentId: string;
  fileName: string;
  supplierInvoiceId: string;
  externalReferenceId: string;
  /** Null if the partner gave none. */
  supplierInvoiceNumber: string | null;
}

const ownerColumns = `attachments.id AS "attachmentId", file_name AS "fileName", invoice.id AS "supplierInvoiceId",
  external_reference_id AS "externalReferenceId", document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber"`;

export const readOwners = (db: Db, company: CompanyId, sha256: Buffer, limit: number): Promise<FileOwner[]> =>
  rowsOf(db, {
    name: 'read-owners-of-file',
    text: `SELECT ${ownerColumns} FROM attachments JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = supplier_invoice_id
           WHERE attachments.company_id = $1 AND sha256 = $2 AND erased_at IS NULL ORDER BY attachments.id LIMIT $3`,
    values: [company, sha256, limit],
  });

export interface NewDamage {
  sha256: Buffer;
  problem: FileProblem;
  /** One event for each of these rows. */
  owners: Pick<FileOwner, 'attachmentId' | 'fileName' | 'supplierInvoiceId'>[];
}

/** Events are recorded only if the damage is news. The caller has locked the counters. */
export async function insertDamage(
  tx: Db,
  company: CompanyId,
  { sha256, problem, owners }: NewDamage,
  now: Date,
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'insert-damaged-file',
    text: `INSERT INTO damaged_files AS known (company_id, sha256, problem, found_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (company_id, sha256) DO UPDATE SET problem = excluded.problem, found_at = excluded.found_at
           WHERE known.problem <> excluded.problem`,
    values: [company, sha256, problem, now],
  });
  if (rowCount === 0) return;
  const events = owners.map(({ attachmentId, fileName, supplierInvoiceId }) => ({
    type: 'attachment.damaged' as const,
    subjectId: supplierInvoiceId,
    data: { supplierInvoiceId, attachmentId, fileName, sha256: sha256.toString('hex'), problem },
  }));
  await recordEvents(tx, company, events, now);
}

/** For files that were found whole. */
export const deleteDamage = (db: Db, company: CompanyId, files: Buffer[]): Promise<void> =>
  execute(db, {
    name: 'delete-damaged-files',
    text: 'DELETE FROM damaged_files WHERE company_id = $1 AND sha256 = ANY ($2::bytea[])',
    values: [company, files],
  });

/** Known damage, the latest first. */
export const readDamaged = (db: Db, company: CompanyId, limit: number): Promise<NamedFile[]> =>
  rowsOf(db, {
    name: 'read-damaged-files',
    text: `SELECT DISTINCT ON (found_at, sha256) sha256, size
           FROM damaged_files AS damaged JOIN attachments USING (company_id, sha256)
           WHERE company_id = $1 ORDER BY found_at DESC, sha256 LIMIT $2`,
    values: [company, limit],
  });

export interface DamageReport {
  /** The number of files. */
  count: number;
  /** When the last of them was found. */
  lastAt: Date | null;
  /** The first rows that name them, the latest damage first. */
  first: (FileOwner & { problem: FileProblem; foundAt: Date })[];
}

/** Damage that was found after the given time. */
export async function reportDamage(db: Db, company: CompanyId, since: Date, limit: number): Promise<DamageReport> {
  const counted = await db.query<Pick<DamageReport, 'count' | 'lastAt'>>({
    name: 'count-damaged-files',
    text: `SELECT count(*)::integer AS count, max(found_at) AS "lastAt" FROM damaged_files
           WHERE company_id = $1 AND found_at > $2`,
    values: [company, since],
  });
  const { count = 0, lastAt = null } = counted.rows[0] ?? {};
  if (count === 0) return { count, lastAt, first: [] };
  const { rows } = await db.query<DamageReport['first'][number]>({
    name: 'report-damaged-files',
    text: `SELECT ${ownerColumns}, problem, found_at AS "foundAt"
           FROM damaged_files AS damaged JOIN attachments ON attachments.company_id = $1 AND attachments.sha256 = damaged.sha256
           JOIN supplier_invoices AS invoice ON invoice.company_id = $1 AND invoice.id = supplier_invoice_id
           WHERE damaged.company_id = $1 AND found_at > $2 ORDER BY found_at DESC, attachments.id LIMIT $3`,
    values: [company, since, limit],
  });
  return { count, lastAt, first: rows };
}
