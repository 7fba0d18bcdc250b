import type { InvoiceState } from '../../decisions/invoices.ts';
import { type CompanyId, type Db, rowsOf } from '../../ground/db/pool.ts';

export interface OtherInvoice {
  id: string;
  supplierInvoiceNumber: string | null;
  state: InvoiceState;
}

/** In the order of the ids. */
export const readOthers = (db: Db, company: CompanyId, ids: readonly string[]): Promise<OtherInvoice[]> =>
  rowsOf(db, {
    name: 'read-other-invoices',
    text: `SELECT id, document ->> 'supplierInvoiceNumber' AS "supplierInvoiceNumber", state FROM supplier_invoices
           WHERE company_id = $1 AND id = ANY ($2::uuid[]) ORDER BY array_position($2::uuid[], id)`,
    values: [company, ids],
  });
