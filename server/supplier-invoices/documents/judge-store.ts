import { type CompanyId, type Db, columnOf } from '../../ground/db/pool.ts';

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
