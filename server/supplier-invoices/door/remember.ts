import type { ContextQuery, LoadedContext, BatchContext, CompanyContext } from '../checking/rules.ts';
import type { CheckedSupplier } from '../../checks/context.ts';
import type { CompanyId } from '../../ground/db/pool.ts';

/** About 10 MB. */
const maxSuppliers = 20_000;

/** The insert statement refuses an outdated version, so a stale entry does no harm. */
export function cacheCompanyContext() {
  const companies = new Map<CompanyId, CompanyContext & { suppliers: Map<string, CheckedSupplier> }>();
  let count = 0;

  function evict(): void {
    for (const [company, { suppliers }] of companies) {
      if (count <= maxSuppliers) return;
      count -= suppliers.size;
      companies.delete(company);
    }
  }

  return {
    of: (company: CompanyId): CompanyContext | undefined => companies.get(company),
    keep(
      company: CompanyId,
      queries: readonly ContextQuery[],
      { versions, settings, clock, zone, invoices }: BatchContext,
    ): void {
      let judging = companies.get(company);
      if (judging?.version !== versions.judging) {
        count -= judging?.suppliers.size ?? 0;
        companies.delete(company);
        judging = { version: versions.judging, settings, clock, zone, suppliers: new Map() };
        companies.set(company, judging);
      }
      judging.clock = clock;
      const { suppliers } = judging;
      const before = suppliers.size;
      queries.forEach(({ supplierNumber }, place) => {
        const { supplier, alike } = invoices[place] as LoadedContext;
        if (supplier !== undefined && alike.length === 0) suppliers.set(supplierNumber, supplier);
      });
      count += suppliers.size - before;
      evict();
    },
  };
}
