import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { rebuildInvoices } from '../../supplier-invoices/lists/projection.ts';
import { rebuildSuppliers } from '../../suppliers/projection.ts';
import { rebuildWorkOrders } from '../../work-orders/projection.ts';

/** Fills the tables that a backup leaves out. It can be repeated. */
export async function rebuildProjections(db: Db, company: CompanyId): Promise<void> {
  await rebuildSuppliers(db, company);
  await rebuildInvoices(db, company);
  await rebuildWorkOrders(db, company);
}
