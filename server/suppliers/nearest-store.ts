import type { CompanyId, Db } from '../db/pool.ts';
import { identifierOf } from '../identifiers.ts';
import { slipsOf } from './rules.ts';

/** The expression of the index, letter for letter: the number without its separators, leading zeros and case. */
const bare = (number: string) => `ltrim(lower(translate(${number}, ' -_./', '')), '0')`;

const nearestText = `
  SELECT number FROM (
    (SELECT number, 0 AS place FROM suppliers WHERE company_id = $1 AND ${bare('number')} = ${bare('$2::text COLLATE "C"')} AND number <> $2 ORDER BY number LIMIT 5)
    UNION ALL
    (SELECT number, place FROM unnest($3::text[]) WITH ORDINALITY AS slip (text, place)
     JOIN suppliers ON suppliers.company_id = $1 AND suppliers.number = slip.text ORDER BY place LIMIT 1)
  ) AS near ORDER BY place, number`;

/**
 * The company's supplier whose number is nearest to one that is unknown: the same but for its separators, leading zeros or
 * case, otherwise one slip of the keyboard away. Each possible slip is looked up by the key, so it costs the same however many there are.
 */
export async function nearestSupplierNumber(db: Db, company: CompanyId, number: string): Promise<string | undefined> {
  const { rows } = await db.query<{ number: string }>({ name: 'nearest-supplier', text: nearestText, values: [company, number, slipsOf(number)] });
  // What is no identifier is left from before, and no call would reach it.
  return rows.find((row) => identifierOf(row.number) === row.number)?.number;
}
