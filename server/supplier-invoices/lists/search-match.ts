import type { DocumentText } from '../../checks/document/text.ts';
import { maskPersonal } from '../../../common/numbers/organization.ts';
import type { CompanyId, Db } from '../../ground/db/pool.ts';
import { raw, sql, type Sql } from '../../ground/db/sql.ts';
import { withoutAccents, wordsIn } from '../../ground/db/text-search.ts';
import { readTextsTogether } from '../documents/document-store.ts';
import { minWordLength, plainWord } from '../../ground/text/plain-word.ts';

const sentFields = [
  'orderNumber',
  'internalReference',
  'externalReference',
  'projectName',
  'paymentReferenceOCR',
  'supplierName',
] as const;

/** Fields of an invoice and of its supplier's record that are searched, and that a row may not show. */
export const hiddenFields = [
  ...sentFields,
  'supplierNumber',
  'externalReferenceId',
  'organizationalNumber',
  'bankGiro',
  'postGiro',
  'iban',
] as const;
type HiddenField = (typeof hiddenFields)[number];
type HiddenFields = Partial<Record<HiddenField, string | null>>;

const sentAs = raw(sentFields.map((field) => `"${field}" text`).join(', '));
const ofSent = raw(sentFields.map((field) => `'${field}', sent."${field}"`).join(', '));

/** SQL for the hidden fields of the row of supplier_invoices that is named `invoice`. */
export const selectHidden = (company: Sql): Sql => sql`(
  SELECT jsonb_build_object(${ofSent}, 'supplierNumber', record.number, 'externalReferenceId', invoice.external_reference_id,
    'organizationalNumber', record.organizational_number, 'bankGiro', record.bank_giro, 'postGiro', record.post_giro, 'iban', record.iban)
  FROM json_to_record(invoice.document) AS sent (${sentAs}) CROSS JOIN suppliers AS record
  WHERE record.company_id = ${company} AND record.number = invoice.supplier_number)`;

export interface SearchMatch {
  field: HiddenField | 'file';
  /** What the field holds, or a part of the file's line. */
  text: string;
  fileName?: string;
  /** From 1. */
  page?: number;
}

/** What is known of an invoice that was found. */
export interface FoundInvoice {
  id: string;
  /** Texts that the result shows anyway. */
  shown: readonly string[];
  hidden: HiddenFields;
}

/** Characters of files that one answer is explained by: these are compared word by word. */
const maxTextLength = 300_000;

/** Says of each invoice by what it was found, unless its result shows it. */
export async function explainMatches(
  db: Db,
  company: CompanyId,
  q: string,
  found: readonly FoundInvoice[],
): Promise<Map<string, SearchMatch>> {
  const wanted = new Map(found.map((invoice) => [invoice.id, wordsInFiles(q, invoice)]));
  const ids = [...wanted].filter(([, words]) => words.length > 0).map(([id]) => id);
  const texts = await readTextsTogether(db, company, ids, maxTextLength);
  const matches = found.map((invoice): [string, SearchMatch | undefined] => [
    invoice.id,
    fileMatch(wanted.get(invoice.id) ?? [], texts.get(invoice.id) ?? []) ?? fieldMatch(q, invoice),
  ]);
  return new Map(matches.filter((match): match is [string, SearchMatch] => match[1] !== undefined));
}

const plain = (text: string) => withoutAccents(text).toLowerCase();

const has = (text: string, word: string): boolean =>
  plain(text).includes(word) || (plainWord(word) !== '' && plainWord(text).includes(plainWord(word)));

/** The words that nothing shown explains. Amounts may be written in another way than typed. */
const unexplained = (q: string, { shown }: Pick<FoundInvoice, 'shown'>): string[] =>
  wordsIn(q)
    .map(plain)
    .filter((word) => !shown.some((text) => has(text, word)));

/** The field that explains why the invoice was found; undefined if what is shown explains it, or no field does. */
export function fieldMatch(q: string, invoice: Omit<FoundInvoice, 'id'>): SearchMatch | undefined {
  const [word] = unexplained(q, invoice);
  if (word === undefined) return undefined;
  const field = hiddenFields.find((name) => has(invoice.hidden[name] ?? '', word));
  if (field === undefined) return undefined;
  const text = invoice.hidden[field] ?? '';
  return { field, text: field === 'organizationalNumber' ? maskPersonal(text) : cutAround(text, word) };
}

/** Words that neither what is shown nor a field explains: they are in a file. */
export const wordsInFiles = (q: string, invoice: Omit<FoundInvoice, 'id'>): string[] =>
  unexplained(q, invoice)
    .filter((word) => !Object.values(invoice.hidden).some((text) => has(text ?? '', word)))
    .map(plainWord)
    .filter((word) => word.length >= minWordLength);

/** The first line of the files that has one of the words, or a word that begins with it. */
export function fileMatch(
  words: readonly string[],
  files: readonly Pick<DocumentText, 'fileName' | 'pages'>[],
): SearchMatch | undefined {
  for (const { fileName, pages } of files)
    for (const [at, lines] of pages.entries())
      for (const line of lines) {
        const letters = plainWord(line);
        if (!words.some((wanted) => letters.includes(wanted))) continue;
        const word = line.split(/\s+/).find((one) => words.some((wanted) => plainWord(one).startsWith(wanted)));
        if (word !== undefined) return { field: 'file', text: cutAround(line, plain(word)), fileName, page: at + 1 };
      }
  return undefined;
}

const maxLength = 80;

/** The part of the text around the word. */
function cutAround(text: string, word: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= maxLength) return line;
  const at = Math.max(plain(line).indexOf(word), 0);
  const from = Math.max(0, Math.min(at - 20, line.length - maxLength));
  const part = line.slice(from, from + maxLength).trim();
  return `${from > 0 ? '… ' : ''}${part}${from + maxLength < line.length ? ' …' : ''}`;
}
