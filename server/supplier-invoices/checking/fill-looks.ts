import { fillKeys } from './keys-store.ts';
import { noCompany, type Pool } from '../../ground/db/pool.ts';
import { companiesToFill, endFilling, fillSuppliers } from '../../suppliers/looks-store.ts';

/**
 * Computes what suppliers and invoices are compared by, for rows that another version wrote. Call it before the service
 * accepts requests: without it, look-alikes are missed. Several processes may do it at once, and after a crash it is
 * repeated. Returns the number of companies.
 */
export async function fillLooks(pool: Pool, signal?: AbortSignal): Promise<number> {
  const companies = await companiesToFill(pool);
  for (const company of companies) {
    for (let after: string | undefined = ''; after !== undefined; after = await fillSuppliers(pool, company, after))
      signal?.throwIfAborted();
    for (let after: string | undefined = firstId; after !== undefined; after = await fillKeys(pool, company, after))
      signal?.throwIfAborted();
    await endFilling(pool, company);
  }
  return companies.length;
}

/** Less than all ids. */
const firstId: string = noCompany;
