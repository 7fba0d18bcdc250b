import type { ApprovalLimit, DutySubject, InvoiceWithFiles, SignableInvoice } from './rules.ts';
import { limitedAmount } from './limited-amount.ts';
import type { ReleaseHistory } from '../checking/finding-rules.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { readSettingsFor } from '../../settings/store.ts';

/** Administrators have no limit. */
export async function readLimit(
  db: Db,
  company: CompanyId,
  { id, administrator }: { id: string; administrator: boolean },
): Promise<ApprovalLimit | undefined> {
  if (administrator) return undefined;
  const { rows } = await db.query<{ max: string | null }>({
    name: 'read-approval-limit',
    text: 'SELECT approval_limit::text AS max FROM operator_companies WHERE company_id = $1 AND operator_id = $2',
    values: [company, id],
  });
  const max = rows[0]?.max ?? null;
  return max === null ? undefined : { max, currency: (await readSettingsFor(db, company, id)).currency };
}

export type ApprovalSubject = SignableInvoice & DutySubject & InvoiceWithFiles;

export async function readApprovalSubject(db: Db, company: CompanyId, id: string): Promise<ApprovalSubject> {
  const { rows } = await db.query<ApprovalSubject>({
    name: 'read-approval-subject',
    text: `SELECT ${limitedAmount('document')} AS amount, document ->> 'currency' AS currency, signed_by AS "signedBy",
                  supplier_number AS "supplierNumber", releasers, released_at AS "releasedAt",
                  files_due_at IS NOT NULL AS "filesWait"
           FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });
  return rows[0] as ApprovalSubject;
}

export async function readVoucher(db: Db, company: CompanyId, id: string): Promise<string | null> {
  const { rows } = await db.query<{ voucher: string | null }>({
    name: 'read-voucher',
    text: 'SELECT voucher FROM supplier_invoices WHERE company_id = $1 AND id = $2',
    values: [company, id],
  });
  return rows[0]?.voucher ?? null;
}

export async function readReleaseHistory(db: Db, company: CompanyId, id: string): Promise<ReleaseHistory> {
  const { rows } = await db.query<ReleaseHistory>({
    name: 'read-release-history',
    text: `SELECT findings, released_at AS "releasedAt", released_findings AS "releasedFindings"
           FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });
  return rows[0] as ReleaseHistory;
}
