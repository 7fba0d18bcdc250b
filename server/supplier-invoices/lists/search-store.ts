import { typedAmount } from '../../../common/typed-amount.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { joined, raw, sql, type Sql } from '../../ground/db/sql.ts';
import { containsText, wordsIn } from '../../ground/db/text-search.ts';
import { minWordLength, plainWord } from '../../ground/text/plain-word.ts';

/** Must equal the expression of the index exactly. */
export const totalPrice = 'coalesce(total_price, -1e15)';

export interface MatchingInvoices {
  all: Sql;
  /** Those that match without their files. */
  inFields: Sql;
  /** Those with a word in a file, few enough to be read by their ids; undefined if there are none. */
  inFiles: Sql | undefined;
}

/**
 * Each word must be in the invoice's text, in one of its files, in the supplier's record, whose name may differ from the
 * one on the invoice, or be the total. Words that are an amount together, such as 1 250,50, may match as that amount.
 */
export async function invoicesMatching(db: Db, company: CompanyId, q: string): Promise<MatchingInvoices> {
  const words = wordsIn(q);
  const elsewhere = await recordsMatching(db, company, words);
  const inFields = matching(
    words,
    elsewhere.map((records) => ({ ...records, files: [] })),
  );
  const files = [...new Set(elsewhere.flatMap((records) => records.files))];
  if (files.length === 0) return { all: inFields, inFields, inFiles: undefined };
  const all = matching(words, elsewhere);
  return { all, inFields, inFiles: sql`id = ANY (${files}::uuid[]) AND ${all}` };
}

function matching(words: readonly string[], elsewhere: readonly RecordsByWord[]): Sql {
  const inWord = (at: number): Sql => {
    const word = words[at] as string;
    const { suppliers, files } = elsewhere[at] as RecordsByWord;
    const amount = amountIs(word);
    return either([
      containsText('search', word),
      ...(suppliers.length === 0 ? [] : [sql`supplier_number = ANY (${suppliers})`]),
      ...(files.length === 0 ? [] : [sql`id = ANY (${files}::uuid[])`]),
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

interface RecordsByWord {
  /** Numbers of suppliers whose record contains the word. */
  suppliers: string[];
  /** Ids of invoices that have the word in a file. */
  files: string[];
}

const maxSuppliers = 1_000;

/**
 * Records by the place of the word that they contain. Those that contain all words, for suppliers all except amounts,
 * are always among them, however many contain a word such as AB.
 */
async function recordsMatching(db: Db, company: CompanyId, words: readonly string[]): Promise<RecordsByWord[]> {
  const indexes = words.map((_, at) => at);
  const suppliersWith = (at: number[]) => sql`
    SELECT 'suppliers' AS kind, number AS id FROM supplier_projections
    WHERE company_id = ${company} AND ${both(at.map((index) => containsText('search', words[index] as string)))} LIMIT ${maxSuppliers}`;
  const filesWith = (at: number[]) =>
    sql`SELECT 'files' AS kind, id::text FROM (${invoicesByWords(
      company,
      at.map((index) => words[index] as string),
    )}) AS found`;
  const branches = [
    ...separatelyAndTogether(
      indexes,
      indexes.filter((at) => typedAmount(words[at] as string) === undefined),
    ).map((at) => ({ at, select: suppliersWith(at) })),
    ...separatelyAndTogether(indexes.filter((at) => isInFiles(words[at] as string))).map((at) => ({
      at,
      select: filesWith(at),
    })),
  ];
  const { text, values } = joined(
    branches.map(({ at, select }) => sql`(SELECT ${at}::integer[] AS words, kind, id FROM (${select}) AS matches)`),
    ' UNION ALL ',
  );
  const { rows } = await db.query<{ words: number[]; kind: keyof RecordsByWord; id: string }>(text, values);
  const idsOf = (kind: keyof RecordsByWord, at: number) =>
    rows.filter((row) => row.kind === kind && row.words.includes(at)).map(({ id }) => id);
  return indexes.map((at) => ({ suppliers: idsOf('suppliers', at), files: idsOf('files', at) }));
}

const separatelyAndTogether = (indexes: number[], together = indexes): number[][] => [
  ...indexes.map((at) => [at]),
  ...(together.length > 1 ? [together] : []),
];

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

/** A word of most files, such as faktura, finds only the newest invoices that have it. */
const maxInvoices = 500;
/** Shorter words must match whole: too many words begin with 202. */
const minBeginning = 4;

/** Whether words such as this one are stored. */
const isInFiles = (word: string): boolean => plainWord(word).length >= minWordLength;

/**
 * Selects the newest invoices whose files have these words. A single word may be the beginning of one; several must be
 * whole, because the index would read all files with each beginning.
 */
function invoicesByWords(company: CompanyId, words: readonly string[]): Sql {
  const plain = words.map(plainWord);
  const isBeginning = plain.length === 1 && (plain[0] as string).length >= minBeginning;
  const query = plain.map((word) => `'${word}'${isBeginning ? ':*' : ''}`).join(' & ');
  return sql`
    SELECT supplier_invoice_id AS id FROM document_words
    WHERE company_id = ${company} AND words @@ ${query}::tsquery ORDER BY supplier_invoice_id DESC LIMIT ${maxInvoices}`;
}
