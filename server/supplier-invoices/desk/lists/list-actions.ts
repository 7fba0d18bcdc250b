import type { ListSource } from '../../../desk/lists.ts';
import type { CompanyId, Pool } from '../../../ground/db/pool.ts';
import type { ListRow } from '../../../ground/db/paging.ts';
import { answeredFor, invoicesWhere, type InvoiceFilter, type FilterContext } from '../../lists/filter-store.ts';
import { linesOf } from '../../lists/lines-store.ts';
import { invoiceList } from '../../lists/projection.ts';
import { readTotals, type InvoiceTotals } from '../../lists/totals-store.ts';

export const listInvoices = async (
  pool: Pool,
  company: CompanyId,
  filter: InvoiceFilter,
  context: FilterContext,
): Promise<ListSource> => ({
  list: invoiceList,
  where: await invoicesWhere(pool, company, filter, context),
  first: filter.waitsFor === 'company' ? answeredFor(context.operatorId) : undefined,
});

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
