import { type CompanyId, type Db, rowsOf } from '../ground/db/pool.ts';
import { identifierOf } from '../identifiers.ts';
import { typosOf } from './rules.ts';

/** Must equal the expression of the index: the number without separators, leading zeros and case. */
const bare = (number: string) => `ltrim(lower(translate(${number}, ' -_./', '')), '0')`;

const nearestText = `
  (SELECT number, true AS "isSame" FROM suppliers WHERE company_id = $1 AND ${bare('number')} = ${bare('$2::text COLLATE "C"')} ORDER BY number LIMIT 5)
  UNION ALL
  (SELECT number, false FROM suppliers WHERE company_id = $1 AND number = ANY ($3) LIMIT 200)`;

/**
 * Finds the supplier number most similar to an unknown one: equal apart from separators, leading zeros or case,
 * otherwise one typing error away. Each possible typo is looked up by the primary key, so the cost does not depend on
 * the number of suppliers.
 */
export async function nearestSupplierNumber(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const typos = typosOf(number);
  const rows = await rowsOf<{ number: string; isSame: boolean }>(db, {
    name: 'nearest-supplier',
    text: nearestText,
    values: [company, number, typos],
  });
  // Numbers stored by old releases may not be in normal form; no call can refer to those.
  const same = rows.find((row) => row.isSame && identifierOf(row.number) === row.number);
  const known = new Set(rows.map((row) => row.number));
  return same?.number ?? typos.find((typo) => known.has(typo));
}
