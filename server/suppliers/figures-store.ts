import type { CompanyId, Db } from '../ground/db/pool.ts';
import { readTimeZone } from '../companies/store.ts';

export interface SupplierYear {
  year: number;
  invoices: number;
  sums: { currency: string | null; total: string }[];
}

const maxCounted = 100_000;
/** Bounds the currencies, because a partner can send any text as a currency. */
const maxRows = 500;

/**
 * Grouped by year and currency, the latest year first, without rejected and withdrawn invoices. `more`: not all invoices were
 * counted.
 */
export async function figuresOfSupplier(db: Db, company: CompanyId, number: string) {
  const { rows } = await db.query<{
    year: number;
    currency: string | null;
    many: number;
    total: string | null;
    all: string;
  }>(
    `SELECT extract(year FROM coalesce(invoice_day, created_at AT TIME ZONE $3))::integer AS year,
            currency, count(*) FILTER (WHERE state NOT IN ('rejected', 'withdrawn'))::integer AS many,
            sum(total_price) FILTER (WHERE state NOT IN ('rejected', 'withdrawn'))::text AS total, sum(count(*)) OVER () AS all
     FROM (
       SELECT invoice_day, created_at, currency, total_price, state FROM invoice_projections
       WHERE company_id = $1 AND supplier_number = $2 ORDER BY created_at DESC, id DESC LIMIT ${maxCounted + 1}
     ) AS latest
     GROUP BY 1, 2 ORDER BY 1 DESC, 3 DESC, 2 LIMIT ${maxRows}`,
    [company, number, await readTimeZone(db, company)],
  );
  const years = new Map<number, SupplierYear>();
  for (const { year, currency, many, total } of rows) {
    if (many === 0) continue;
    const of = years.get(year) ?? { year, invoices: 0, sums: [] };
    of.invoices += many;
    if (total !== null) of.sums.push({ currency, total });
    years.set(year, of);
  }
  return { years: [...years.values()], more: Number(rows[0]?.all ?? 0) > maxCounted };
}
