import type { Finding } from '../checks/judge.ts';
import type { InvoiceKeys } from '../checks/known.ts';
import { recordEvents, type CausedByCall } from '../events/record.ts';
import type { CompanyId, Db } from '../ground/db/pool.ts';

/** Two invoices of a supplier with the same file, as far as that makes them alike. */
export interface SameFile {
  earlier: string;
  earlierKeys: InvoiceKeys;
  keys: InvoiceKeys;
}

type Row = Record<'earlier' | 'number' | 'amount' | 'ocr' | 'ownNumber' | 'ownAmount' | 'ownOcr', string | null>;

/** A file that is on more invoices than these is an enclosure that comes with every invoice, and says nothing. */
const mostAlike = 10;

/** The first other invoice of the same supplier that has a file of these bytes, unless the file is on very many. */
export async function findSameFile(
  tx: Db,
  company: CompanyId,
  invoiceId: string,
  sha256: Buffer,
): Promise<SameFile | undefined> {
  const { rows } = await tx.query<Row>({
    name: 'find-same-file',
    text: `WITH same AS (
             SELECT supplier_invoice_id FROM attachments
             WHERE company_id = $1 AND sha256 = $3 AND supplier_invoice_id <> $2 LIMIT ${mostAlike + 1}
           )
           SELECT other.id AS earlier, other.number_key AS number, other.amount_key AS amount, other.ocr_key AS ocr,
                  own.number_key AS "ownNumber", own.amount_key AS "ownAmount", own.ocr_key AS "ownOcr"
           FROM supplier_invoices AS own CROSS JOIN same
           JOIN supplier_invoices AS other
             ON other.company_id = $1 AND other.id = supplier_invoice_id AND other.supplier_number = own.supplier_number
           WHERE own.company_id = $1 AND own.id = $2 AND (SELECT count(*) FROM same) <= ${mostAlike}
           ORDER BY other.id LIMIT 1`,
    values: [company, invoiceId, sha256],
  });
  const [row] = rows;
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

/** Adds findings to an invoice that the transaction has locked. */
export async function addFindings(tx: Db, company: CompanyId, id: string, findings: readonly Finding[]): Promise<void> {
  await tx.query({
    name: 'add-findings',
    text: 'UPDATE supplier_invoices SET findings = findings || $3::jsonb WHERE company_id = $1 AND id = $2',
    values: [company, id, JSON.stringify(findings)],
  });
}

const holdText = `
  WITH kept AS (
    UPDATE supplier_invoices SET state = 'held' WHERE company_id = $1 AND id = $3 AND state = 'received'
    RETURNING id, external_reference_id, supplier_number
  ), fresh AS (
    SELECT $4::uuid AS event_id, 'supplierinvoice.held' AS type, id::text AS subject_id, 1 AS place,
           jsonb_build_object('supplierInvoiceId', id, 'externalReferenceId', external_reference_id, 'supplierNumber', supplier_number,
                              'heldFor', $5::jsonb, 'partnerId', $6::uuid, 'partnerName', $7::text, 'traceId', $8::text) AS data
    FROM kept
  ), ${recordEvents('one', 'fresh', ['supplierinvoice.held'])}
  SELECT FROM fresh`;

/** Holds an invoice that nobody has decided on, which the transaction has locked. */
export async function holdInvoice(
  tx: Db,
  company: CompanyId,
  id: string,
  { eventId, heldFor, partnerId, partnerName, traceId }: CausedByCall & { eventId: string; heldFor: readonly string[] },
  now: Date,
): Promise<void> {
  await tx.query({
    name: 'hold-invoice',
    text: holdText,
    values: [company, now, id, eventId, JSON.stringify(heldFor), partnerId, partnerName, traceId],
  });
}
