import { typedAmount } from '../../../common/typed-amount.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';
import { containsText, wordsIn } from '../../ground/db/text-search.ts';

/** Must equal the expression of the index exactly. */
export const totalPrice = 'coalesce(total_price, -1e15)';

/**
 * Each word must be in the invoice's text, in the supplier's record, whose name may differ from the one on the invoice,
 * or be the total. Words that are an amount together, such as 1 250,50, may match as that amount.
 */
export async function invoicesMatching(db: Db, company: CompanyId, q: string): Promise<Sql> {
  const words = wordsIn(q);
  const suppliers = await suppliersMatching(db, company, words);
  const inWord = (at: number): Sql => {
    const word = words[at] as string;
    const numbers = suppliers[at] ?? [];
    const amount = amountIs(word);
    return either([
      containsText('search', word),
      ...(numbers.length === 0 ? [] : [sql`supplier_number = ANY (${numbers})`]),
      ...(amount === undefined ? [] : [amount]),
    ]);
  };
  return both(
    amountsIn(words).map(({ from, to }) => {
      const separate = both(words.slice(from, to).map((_, at) => inWord(from + at)));
      const amount = to - from > 1 ? amountIs(words.slice(from, to).join(' ')) : undefined;
      return amount === undefined ? separate : either([amount, separate]);
    }),
  );
}

const both = (conditions: Sql[]): Sql => joined(conditions, ' AND ');
const either = (conditions: Sql[]): Sql => sql`(${joined(conditions, ' OR ')})`;

/** Ranges of words: as many as possible that are one amount together, otherwise one word. */
function amountsIn(words: readonly string[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (let from = 0; from < words.length;) {
    let to = words.length;
    while (to > from + 1 && typedAmount(words.slice(from, to).join(' ')) === undefined) to -= 1;
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}

const maxSuppliers = 1_000;

/**
 * The numbers of suppliers by the place of the word that their record contains. Those that contain all words except
 * amounts are always among them, however many contain a word such as AB.
 */
async function suppliersMatching(db: Db, company: CompanyId, words: readonly string[]): Promise<string[][]> {
  const contained = words.map((word) => containsText('search', word));
  const inNames = words.flatMap((word, at) => (typedAmount(word) === undefined ? [at] : []));
  const branches = [
    ...contained.map((condition, at) => ({ words: [at], condition })),
    ...(inNames.length > 1 ? [{ words: inNames, condition: both(inNames.map((at) => contained[at] as Sql)) }] : []),
  ];
  const { text, values } = joined(
    branches.map(
      ({ words: places, condition }) =>
        sql`(SELECT ${places}::integer[] AS words, number FROM supplier_projections WHERE company_id = ${company} AND ${condition} LIMIT ${maxSuppliers})`,
    ),
    ' UNION ALL ',
  );
  const { rows } = await db.query<{ words: number[]; number: string }>(text, values);
  return words.map((_, at) => rows.filter((row) => row.words.includes(at)).map(({ number }) => number));
}

/** Matches either sign, so that credit notes are found. Undefined if the text is not an amount. */
function amountIs(q: string): Sql | undefined {
  const amount = typedAmount(q);
  if (amount === undefined) return undefined;
  const total = raw(totalPrice);
  const { least, most, isMostIncluded } = amount;
  const [below, above] = isMostIncluded ? [raw('<='), raw('>=')] : [raw('<'), raw('>')];
  return sql`(${total} >= ${least}::numeric AND ${total} ${below} ${most}::numeric
    OR ${total} <= -(${least}::numeric) AND ${total} ${above} -(${most}::numeric))`;
}
