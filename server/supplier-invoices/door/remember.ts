import type { ContextQuery, LoadedContext, BatchContext, CompanyContext } from '../checking/rules.ts';
import type { CheckedSupplier } from '../../checks/context.ts';
import type { CompanyId } from '../../ground/db/pool.ts';

/** About 10 MB of ordinary suppliers. */
const maxSuppliers = 20_000;

/** Keeps what was read of suppliers and settings, so that the next invoices need not wait for it. The database refuses what is outdated. */
export function rememberJudging() {
  const companies = new Map<CompanyId, CompanyContext & { suppliers: Map<string, CheckedSupplier> }>();
  let count = 0;

  /** Forgets the companies that were read longest ago. */
  function makeRoom(): void {
    for (const [company, { suppliers }] of companies) {
      if (count <= maxSuppliers) return;
      count -= suppliers.size;
      companies.delete(company);
    }
  }

  return {
    of: (company: CompanyId): CompanyContext | undefined => companies.get(company),
    keep(company: CompanyId, asked: readonly ContextQuery[], { versions, settings, invoices }: BatchContext): void {
      let judging = companies.get(company);
      if (judging?.version !== versions.judging) {
        count -= judging?.suppliers.size ?? 0;
        companies.delete(company);
        judging = { version: versions.judging, settings, suppliers: new Map() };
        companies.set(company, judging);
      }
      const { suppliers } = judging;
      const before = suppliers.size;
      asked.forEach(({ supplierNumber }, place) => {
        const { supplier, alike } = invoices[place] as LoadedContext;
        if (supplier !== undefined && alike.length === 0) suppliers.set(supplierNumber, supplier);
      });
      count += suppliers.size - before;
      makeRoom();
    },
  };
}
