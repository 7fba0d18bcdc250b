import type { Dutiable } from './duties.ts';
import { limitedAmount } from './limit-store.ts';
import type { Approved, Limit } from './limit.ts';
import type { StoredFinding } from '../checking/rules.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { readDeskSettings } from '../../settings/store.ts';

/** How much an operator may approve alone in a company; undefined where there is no limit. Administrators have none. */
export async function readLimit(
  db: Db,
  company: CompanyId,
  { id, administrator }: { id: string; administrator: boolean },
): Promise<Limit | undefined> {
  if (administrator) return undefined;
  const { rows } = await db.query<{ most: string | null }>({
    name: 'read-approval-limit',
    text: 'SELECT approval_limit::text AS most FROM operator_companies WHERE company_id = $1 AND operator_id = $2',
    values: [company, id],
  });
  const most = rows[0]?.most ?? null;
  return most === null ? undefined : { most, currency: (await readDeskSettings(db, company)).currency };
}

export async function readApproved(db: Db, company: CompanyId, id: string): Promise<Approved & Dutiable> {
  const { rows } = await db.query<Approved & Dutiable>({
    name: 'read-approved',
    text: `SELECT ${limitedAmount('document')} AS amount, document ->> 'currency' AS currency, signed_by AS "signedBy",
                  supplier_number AS "supplierNumber", released_by AS "releasedBy", released_at AS "releasedAt"
           FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });
  return rows[0] as Approved & Dutiable;
}

/** The voucher that an invoice is booked with; null before that. */
export async function readVoucher(db: Db, company: CompanyId, id: string): Promise<string | null> {
  const { rows } = await db.query<{ voucher: string | null }>({
    name: 'read-voucher',
    text: 'SELECT voucher FROM supplier_invoices WHERE company_id = $1 AND id = $2',
    values: [company, id],
  });
  return rows[0]?.voucher ?? null;
}

/** What an invoice was released from, if it ever was. */
export interface Released {
  findings: StoredFinding[];
  releasedAt: Date | null;
  /** How many of the findings were there then; null where that was not kept, and all of them were. */
  releasedFindings: number | null;
}

export async function readReleased(db: Db, company: CompanyId, id: string): Promise<Released> {
  const { rows } = await db.query<Released>({
    name: 'read-released',
    text: `SELECT findings, released_at AS "releasedAt", released_findings AS "releasedFindings"
           FROM supplier_invoices WHERE company_id = $1 AND id = $2`,
    values: [company, id],
  });
  return rows[0] as Released;
}
