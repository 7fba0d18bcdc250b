import type { CompanyId, Db } from '../ground/db/pool.ts';
import { identifierOf } from '../identifiers.ts';
import { slipsOf } from './rules.ts';

/** The expression of the index, letter for letter: the number without its separators, leading zeros and case. */
const bare = (number: string) => `ltrim(lower(translate(${number}, ' -_./', '')), '0')`;

const nearestText = `
  (SELECT number, true AS "isSame" FROM suppliers WHERE company_id = $1 AND ${bare('number')} = ${bare('$2::text COLLATE "C"')} ORDER BY number LIMIT 5)
  UNION ALL
  (SELECT number, false FROM suppliers WHERE company_id = $1 AND number = ANY ($3) LIMIT 200)`;

/**
 * The company's supplier whose number is nearest to one that is unknown: the same apart from its separators, leading zeros or
 * case, otherwise one slip of the keyboard away. Each possible slip is looked up by the key, so it costs the same however many there are.
 */
export async function nearestSupplierNumber(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const slips = slipsOf(number);
  const { rows } = await db.query<{ number: string; isSame: boolean }>({
    name: 'nearest-supplier',
    text: nearestText,
    values: [company, number, slips],
  });
  // A number in another form is left from before, and no call would reach it.
  const same = rows.find((row) => row.isSame && identifierOf(row.number) === row.number);
  const known = new Set(rows.map((row) => row.number));
  return same?.number ?? slips.find((slip) => known.has(slip));
}
