import type { CompanyId } from '../../ground/db/pool.ts';
import { sql, type Sql } from '../../ground/db/sql.ts';
import { minWordLength, plainWord } from '../../ground/text/plain-word.ts';

/** A word of most files, such as faktura, finds only the newest invoices that have it. */
const maxInvoices = 500;
/** Shorter words must match whole: too many words begin with 202. */
const minBeginning = 4;

/** Whether words such as this one are stored. */
export const isInFiles = (word: string): boolean => plainWord(word).length >= minWordLength;

/**
 * Selects the newest invoices whose files have these words. A single word may be the beginning of one; several must be
 * whole, because the index would read all files with each beginning.
 */
export function invoicesByWords(company: CompanyId, words: readonly string[]): Sql {
  const plain = words.map(plainWord);
  const isBeginning = plain.length === 1 && (plain[0] as string).length >= minBeginning;
  const query = plain.map((word) => `'${word}'${isBeginning ? ':*' : ''}`).join(' & ');
  return sql`
    SELECT supplier_invoice_id AS id FROM document_words
    WHERE company_id = ${company} AND words @@ ${query}::tsquery ORDER BY supplier_invoice_id DESC LIMIT ${maxInvoices}`;
}
