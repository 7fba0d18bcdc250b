import { raw, sql, type Sql } from '../../../ground/db/sql.ts';
import type { ListSource } from '../../../desk/lists.ts';
import type { CompanyId, Pool } from '../../../ground/db/pool.ts';
import type { ListRow } from '../../../ground/db/paging.ts';
import { answeredFor, invoicesWhere, type InvoiceFilter, type FilterContext } from '../../lists/filter-store.ts';
import { linesOf } from '../../lists/lines-store.ts';
import { invoiceList, searchedInvoiceList } from '../../lists/projection.ts';
import { explainMatches, type FoundInvoice } from '../../lists/search-match.ts';
import { invoicesMatching } from '../../lists/search-store.ts';
import { readTotals, type InvoiceTotals } from '../../lists/totals-store.ts';

/**
 * Answers to the caller come first. Without a sort of the caller's own, a search has the invoices with all words in their
 * fields before those with a word in a file.
 */
export async function listInvoices(
  pool: Pool,
  company: CompanyId,
  { q, ...filter }: InvoiceFilter & { sort?: string },
  context: FilterContext,
): Promise<ListSource> {
  const where = await invoicesWhere(pool, company, filter, context);
  const answered = filter.waitsFor === 'company' ? [answeredFor(context.operatorId)] : [];
  if (q === undefined) return { list: invoiceList, where, groups: withRest(answered) };
  const { all, inFields, inFiles } = await invoicesMatching(pool, company, q);
  const found = { list: searchedInvoiceList, complete: (rows: ListRow[]) => withMatches(pool, company, q, rows) };
  return filter.sort === undefined && inFiles !== undefined
    ? { ...found, where, groups: [...answered.map((one) => sql`${one} AND ${all}`), inFields, inFiles] }
    : { ...found, where: [...where, all], groups: withRest(answered) };
}

const withRest = (first: Sql[]) => (first.length === 0 ? undefined : [...first, raw('true')]);

interface SearchedRow extends ListRow {
  id: string;
  hidden: FoundInvoice['hidden'];
}

async function withMatches(pool: Pool, company: CompanyId, q: string, rows: ListRow[]): Promise<ListRow[]> {
  const found = (rows as SearchedRow[]).map(({ id, hidden, ...row }) => ({ id, hidden, shown: shownIn(row) }));
  const matches = await explainMatches(pool, company, q, found);
  return (rows as SearchedRow[]).map(({ hidden: _hidden, ...row }) => {
    const match = matches.get(row.id);
    return match === undefined ? row : { ...row, match };
  });
}

/** The texts of a row that every list shows. */
const shownIn = ({ supplierInvoiceNumber, externalReferenceId, supplierName, supplierNumber, ...row }: ListRow) =>
  [supplierInvoiceNumber || externalReferenceId, supplierName, supplierNumber, row.totalPrice, row.currency].filter(
    (text): text is string => typeof text === 'string',
  );

export async function listLines(
  pool: Pool,
  company: CompanyId,
  filter: InvoiceFilter & { sort?: string },
  context: FilterContext,
): Promise<AsyncGenerator<{ rows: ListRow[]; columns: string[] }>> {
  const where = await invoicesWhere(pool, company, filter, context);
  return linesOf(pool, company, invoiceList, where, filter.sort ?? invoiceList.defaultSort);
}

export const totalInvoices = async (
  pool: Pool,
  company: CompanyId,
  filter: InvoiceFilter,
  context: FilterContext,
): Promise<InvoiceTotals> => readTotals(pool, company, await invoicesWhere(pool, company, filter, context));
