import type { ListSource } from '../../../desk/lists.ts';
import type { CompanyId, Pool } from '../../../ground/db/pool.ts';
import type { Row } from '../../../ground/db/paging.ts';
import { answeredFor, invoicesWhere, type InvoiceFilter, type Reader } from '../../lists/filter-store.ts';
import { linesOf } from '../../lists/lines-store.ts';
import { invoiceList } from '../../lists/projection.ts';
import { readTotals, type InvoiceTotals } from '../../lists/totals-store.ts';

export const listInvoices = async (
  pool: Pool,
  company: CompanyId,
  filter: InvoiceFilter,
  reader: Reader,
): Promise<ListSource> => ({
  list: invoiceList,
  where: await invoicesWhere(pool, company, filter, reader),
  first: filter.waitsFor === 'company' ? answeredFor(reader.operatorId) : undefined,
});

export async function listLines(
  pool: Pool,
  company: CompanyId,
  filter: InvoiceFilter & { sort?: string },
  reader: Reader,
): Promise<AsyncGenerator<{ rows: Row[]; columns: string[] }>> {
  const where = await invoicesWhere(pool, company, filter, reader);
  return linesOf(pool, company, invoiceList, where, filter.sort ?? invoiceList.defaultSort);
}

export const totalInvoices = async (
  pool: Pool,
  company: CompanyId,
  filter: InvoiceFilter,
  reader: Reader,
): Promise<InvoiceTotals> => readTotals(pool, company, await invoicesWhere(pool, company, filter, reader));
