import type { CompanyId } from './pool.ts';

/**
 * Adds up the results of `work`. If it fails for a company, as while its worker is away, the others still have their
 * turn; the first error is thrown at the end.
 */
export async function sumOverCompanies(
  companies: readonly CompanyId[],
  signal: AbortSignal | undefined,
  work: (company: CompanyId) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = [];
  let sum = 0;
  for (const company of companies) {
    if (signal?.aborted) break;
    try {
      sum += await work(company);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return sum;
}
