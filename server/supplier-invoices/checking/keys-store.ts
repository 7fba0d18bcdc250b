import { numberKey } from '../../checks/keys.ts';
import { isPrintableAscii } from '../../../common/numbers/digits.ts';
import { lockCounters } from '../../events/counters.ts';
import { companyTransaction, type CompanyId, type Pool } from '../../ground/db/pool.ts';

interface KeyRow {
  id: string;
  number: string | null;
  ocr: string | null;
}

const batchSize = 5_000;

const isAscii = (text: string | null) => text === null || isPrintableAscii.test(text);

/**
 * Computes the keys of duplicates again for invoices after `after`, if their number or payment reference is not ASCII.
 * Returns the last id, or undefined if there is none.
 */
export async function fillKeys(pool: Pool, company: CompanyId, after: string): Promise<string | undefined> {
  const { rows } = await pool.query<KeyRow>(
    `SELECT id, document ->> 'supplierInvoiceNumber' AS number, document ->> 'paymentReferenceOCR' AS ocr
     FROM supplier_invoices WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT ${batchSize}`,
    [company, after],
  );
  const others = rows.filter(({ number, ocr }) => !isAscii(number) || !isAscii(ocr));
  if (others.length > 0) await writeKeys(pool, company, others);
  return rows.at(-1)?.id;
}

/** Withdrawn invoices have no keys. */
const writeKeys = (pool: Pool, company: CompanyId, rows: KeyRow[]): Promise<void> =>
  companyTransaction(pool, company, async (tx) => {
    await lockCounters(tx, company);
    await tx.query(
      `UPDATE supplier_invoices SET number_key = input.number, ocr_key = input.ocr
       FROM unnest($2::uuid[], $3::text[], $4::text[]) AS input (input_id, number, ocr)
       WHERE company_id = $1 AND id = input_id AND state <> 'withdrawn'
         AND (number_key IS DISTINCT FROM input.number OR ocr_key IS DISTINCT FROM input.ocr)`,
      [
        company,
        rows.map(({ id }) => id),
        rows.map(({ number }) => numberKey(number ?? undefined) ?? null),
        rows.map(({ ocr }) => numberKey(ocr ?? undefined) ?? null),
      ],
    );
  });
