import type { StoredFinding } from './finding-rules.ts';
import type { InvoiceState } from '../../decisions/invoices.ts';
import { invoiceDays } from '../store.ts';
import type { InvoiceDays } from '../../checks/invoice.ts';
import { defaultZone } from '../../../common/days.ts';
import { type CompanyId, type Db, rowsOf } from '../../ground/db/pool.ts';

export interface ArrivalFilter {
  /** The first day of arrival in Stockholm (YYYY-MM-DD); undefined for all days. */
  day: string | undefined;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Ids begin with their time of creation, so older rows can be skipped. Clocks and zones differ by less than two days.
 */
const firstIdOf = ({ day }: ArrivalFilter): string => {
  const time = day === undefined ? 0 : Math.max(0, Date.parse(day) - 2 * dayMs);
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const arrivedSince = (day: string) =>
  `(${day}::text IS NULL OR created_at >= ${day}::timestamp AT TIME ZONE '${defaultZone}')`;

export async function countStored(db: Db, company: CompanyId, since: ArrivalFilter): Promise<number> {
  const { rows } = await db.query<{ many: string }>(
    `SELECT count(*) AS many FROM supplier_invoices WHERE company_id = $1 AND id > $2 AND ${arrivedSince('$3')}`,
    [company, firstIdOf(since), since.day],
  );
  return Number(rows[0]?.many ?? 0);
}

export interface StoredInvoice extends InvoiceDays {
  id: string;
  partnerId: string;
  externalReferenceId: string;
  supplierNumber: string;
  createdAt: Date;
  state: InvoiceState;
  findings: StoredFinding[];
  /** JSON text, which keeps every digit. */
  document: string;
}

/** Bounds one transaction. */
const maxInvoices = 100;
/** Stored bytes of documents in one read. */
const maxBytes = 2 * 1024 * 1024;

export const readStored = (db: Db, company: CompanyId, since: ArrivalFilter, after: string | undefined) =>
  rowsOf<StoredInvoice>(db, {
    name: 'read-stored-invoices',
    text: `SELECT id, partner_id AS "partnerId", external_reference_id AS "externalReferenceId", supplier_number AS "supplierNumber",
                  created_at AS "createdAt", state, findings, ${invoiceDays}, document::text AS document
           FROM (
             SELECT *, sum(pg_column_size(document)) OVER (ORDER BY id) - pg_column_size(document) AS before FROM (
               SELECT * FROM supplier_invoices WHERE company_id = $1 AND id > $2 AND ${arrivedSince('$3')} ORDER BY id LIMIT ${maxInvoices}
             ) AS next
           ) AS weighed WHERE before < ${maxBytes} ORDER BY id`,
    values: [company, after ?? firstIdOf(since), since.day],
  });

export type LockedInvoice = Pick<StoredInvoice, 'id' | 'state' | 'findings'>;

export const lockStored = (tx: Db, company: CompanyId, ids: string[]): Promise<LockedInvoice[]> =>
  rowsOf(tx, {
    name: 'lock-stored-invoices',
    text: `SELECT id, state, findings FROM supplier_invoices
           WHERE company_id = $1 AND id = ANY ($2) ORDER BY id FOR NO KEY UPDATE`,
    values: [company, ids],
  });
