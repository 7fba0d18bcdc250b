import type { DocumentText } from '../../checks/document/text.ts';
import { withoutAccents, wordsIn } from '../../ground/db/text-search.ts';
import { minWordLength, plainWord } from '../../ground/text/plain-word.ts';

/** Fields of an invoice that are searched, and that a result does not show otherwise. */
export const hiddenFields = [
  'orderNumber',
  'internalReference',
  'externalReference',
  'projectName',
  'paymentReferenceOCR',
  'supplierName',
  'supplierNumber',
] as const;
type HiddenField = (typeof hiddenFields)[number];

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
  /** Texts that the result shows anyway. */
  shown: readonly string[];
  hidden: Partial<Record<HiddenField, string | null>>;
}

const plain = (text: string) => withoutAccents(text).toLowerCase();

const has = (text: string, word: string): boolean =>
  plain(text).includes(word) || (plainWord(word) !== '' && plainWord(text).includes(plainWord(word)));

/** The words that nothing shown explains. Amounts may be written in another way than typed. */
const unexplained = (q: string, { shown }: FoundInvoice): string[] =>
  wordsIn(q)
    .map(plain)
    .filter((word) => !shown.some((text) => has(text, word)));

/** The field that explains why the invoice was found; undefined if what is shown explains it, or no field does. */
export function fieldMatch(q: string, invoice: FoundInvoice): SearchMatch | undefined {
  const [word] = unexplained(q, invoice);
  if (word === undefined) return undefined;
  const field = hiddenFields.find((name) => has(invoice.hidden[name] ?? '', word));
  return field && { field, text: cutAround(invoice.hidden[field] ?? '', word) };
}

/** Words that neither what is shown nor a field explains: they are in a file, or in the supplier's record. */
export const wordsInFiles = (q: string, invoice: FoundInvoice): string[] =>
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
