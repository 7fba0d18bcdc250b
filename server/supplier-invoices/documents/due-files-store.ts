import { type CompanyId, type Db, columnOf, rowOf, touchesRow, onlyRowOf } from '../../ground/db/pool.ts';

/** An invoice whose files one job reads until the given time; afterwards another job may. */
export interface Reservation {
  invoiceId: string;
  until: Date;
}

/**
 * Reserves the due invoice that has waited longest, or the given one. Undefined if it is not due, or another job was
 * faster.
 */
export async function reserveInvoice(
  db: Db,
  company: CompanyId,
  now: Date,
  until: Date,
  invoiceId?: string,
): Promise<Reservation | undefined> {
  const next = await rowOf<{ id: string; dueAt: Date }>(db, {
    name: 'next-invoice-to-read',
    text: `SELECT id, files_due_at AS "dueAt" FROM supplier_invoices
           WHERE company_id = $1 AND files_due_at <= $2 AND ($3::uuid IS NULL OR id = $3)
           ORDER BY files_due_at, id LIMIT 1`,
    values: [company, now, invoiceId],
  });
  if (next === undefined) return undefined;
  const reserved = { invoiceId: next.id, until };
  return (await moveDueTime(db, company, next.id, next.dueAt, until)) ? reserved : undefined;
}

/** `dueAt` is the time of the next turn, null if all files are read and compared. A file that came meanwhile wins. */
export const endReservation = (
  db: Db,
  company: CompanyId,
  { invoiceId, until }: Reservation,
  dueAt: Date | null,
): Promise<boolean> => moveDueTime(db, company, invoiceId, until, dueAt);

const moveDueTime = (db: Db, company: CompanyId, id: string, from: Date, to: Date | null): Promise<boolean> =>
  touchesRow(db, {
    name: 'move-due-time-of-files',
    text: 'UPDATE supplier_invoices SET files_due_at = $4 WHERE company_id = $1 AND id = $2 AND files_due_at = $3',
    values: [company, id, from, to],
  });

/** The companies with invoices whose files wait to be read, by one statement for all. */
export const companiesWithDueFiles = (db: Db): Promise<CompanyId[]> =>
  columnOf(db, {
    name: 'companies-with-due-files',
    text: 'SELECT DISTINCT company_id AS company FROM supplier_invoices WHERE files_due_at IS NOT NULL',
  });

/** When the company's next invoice is due; null if none waits. */
export const readNextDue = (db: Db, company: CompanyId): Promise<{ dueAt: Date | null; isSandbox: boolean | null }> =>
  onlyRowOf(db, {
    name: 'next-due-time-of-files',
    text: `SELECT (SELECT min(files_due_at) FROM supplier_invoices WHERE company_id = $1 AND files_due_at IS NOT NULL) AS "dueAt",
                  (SELECT sandbox_of IS NOT NULL FROM companies WHERE id = $1) AS "isSandbox"`,
    values: [company],
  });
