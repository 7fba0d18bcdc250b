import type { InvoiceKeys } from '../../checks/context.ts';
import { type CompanyId, type Db, rowOf } from '../../ground/db/pool.ts';
import { lookAlike } from '../../suppliers/look-alikes-store.ts';

export interface SameFileMatch {
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
