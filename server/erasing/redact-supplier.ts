import { erased, isObject, type Fields } from './redact.ts';
import { organizationKey } from '../../common/numbers/organization.ts';
import type { SupplierEntry } from '../suppliers/shape.ts';

/** Where a name is one as a whole, or in a sentence. Parts of longer names may be other suppliers' names. */
export interface SupplierTexts {
  names: readonly string[];
  /** Numbers and addresses, wherever they stand, in lower case. */
  parts: readonly string[];
}

export const erasedSupplierName = 'Erased supplier';

type Written = Partial<Pick<SupplierEntry, (typeof partFields)[number] | 'name'>>;
const partFields = ['organizationalNumber', 'bankGiro', 'postGiro', 'iban', 'email', 'phone'] as const;
/** Shorter ones stand in many other texts. */
const minPartLength = 6;

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** A number also as it is written without blanks and dashes, and a personal number in its short forms. */
function writings(field: (typeof partFields)[number], text: string): string[] {
  if (field === 'email') return [text];
  const bare = text.replace(/[\s-]/g, '');
  if (field !== 'organizationalNumber') return [text, bare];
  const key = organizationKey(text);
  return [text, bare, key, `${key.slice(0, -4)}-${key.slice(-4)}`, `${key.slice(0, -4)}+${key.slice(-4)}`];
}

/** The texts by which the present and the earlier values of a supplier's record are found elsewhere. */
export function textsOfSupplier(written: readonly Written[]): SupplierTexts {
  const names = written.flatMap(({ name = '' }) => (name.trim() === '' || name === erasedSupplierName ? [] : [name]));
  const parts = written.flatMap((values) =>
    partFields.flatMap((field) => writings(field, values[field]?.trim() ?? '')),
  );
  const sought = parts.filter(
    (part) => part.length >= minPartLength && (part.includes('@') || digitsOf(part).length > 4),
  );
  return { names: [...new Set(names)], parts: [...new Set(sought.map((part) => part.toLowerCase()))] };
}

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Keys of events, findings and audit entries whose texts are ids, states and days, or the company's own. */
const kept = wordsIn(`
  id supplierInvoiceId externalReferenceId supplierNumber number proposalId partnerId partnerName
  traceId ownerId attachmentId noteId questionId bulkId earlier other type state code severity path
  field fields heldFor decision problem kind why afterDecision contentType sha256 voucher bookedOn
  invoiceDay paymentDueDay dueAt by currency on due dated line expected difference total at setting`);
/** Amounts and days in findings about these; elsewhere they are accounts. */
const figures = /^(?:sum|date)\./;
/** Statements of operators, with yes, no, or a supplier's number. */
const marks = new Set<unknown>(['blocked', 'confirmed', 'distinct']);
const states = new Set<unknown>(['approved', 'rejected']);

const isPerson = (value: Fields) => typeof value['id'] === 'string' && typeof value['name'] === 'string';

/** A value about the supplier or one of its invoices, without texts that say anything about the person. */
export function withoutOwnTexts(value: unknown): unknown {
  if (!isObject(value)) return withoutText(value, '', '');
  const own = withoutText(value, '', '') as Fields;
  return 'name' in value && !isPerson(value) ? { ...own, name: erasedSupplierName } : own;
}

function withoutText(value: unknown, key: string, code: string): unknown {
  if (typeof value === 'string') return value === '' || kept.has(key) ? value : erased;
  if (Array.isArray(value)) return value.map((one) => withoutText(one, key, code));
  if (!isObject(value) || isPerson(value) || key === 'by') return value;
  const codeInside = typeof value['code'] === 'string' ? value['code'] : code;
  const isFrom = (inner: string) => inner === 'from' || inner === 'to';
  return Object.fromEntries(
    Object.entries(value).map(([inner, one]) => {
      const stays =
        (isFrom(inner) && (marks.has(value['field']) || states.has(one))) ||
        ((inner === 'sent' || inner === 'understood') && figures.test(code));
      return [inner, stays ? one : withoutText(one, inner, codeInside)];
    }),
  );
}

/** A value about something else, in which the supplier is named. */
export function withoutSupplier(value: unknown, texts: SupplierTexts, key = ''): unknown {
  if (typeof value === 'string') {
    if (texts.names.includes(value)) return erasedSupplierName;
    const sought = key === 'message' ? [...texts.parts, ...texts.names.map((name) => name.toLowerCase())] : texts.parts;
    return sought.reduce(replaceAll, value);
  }
  if (Array.isArray(value)) return value.map((one) => withoutSupplier(one, texts, key));
  if (!isObject(value)) return value;
  const isOfPeople = isPerson(value);
  return Object.fromEntries(
    Object.entries(value).map(([inner, one]) => [
      inner,
      isOfPeople && inner === 'name' ? one : withoutSupplier(one, texts, inner),
    ]),
  );
}

/** Whatever its case. */
function replaceAll(text: string, part: string): string {
  const lower = text.toLowerCase();
  if (!lower.includes(part)) return text;
  // A character whose lower case has another length would shift the rest.
  if (lower.length !== text.length) return erased;
  const pieces: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(part); at !== -1; at = lower.indexOf(part, from)) {
    pieces.push(text.slice(from, at), erased);
    from = at + part.length;
  }
  return pieces.join('') + text.slice(from);
}

/** Fields of an invoice that lists, sums, checks and bookkeeping rest on. Others are left out. */
const invoiceFields = wordsIn(`
  externalReferenceId supplierNumber supplierInvoiceNumber orderNumber projectName invoiceDate
  paymentDueDate totalPrice totalVat centRoundoff invoiceFee currency paymentReferenceOCR
  creditInvoiceReference articles`);
const lineFields = wordsIn('price totalPrice quantity vat discountPercentage discountValue');

const only = (value: Fields, fields: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(value).filter(([field]) => fields.has(field)));

/** The body of an invoice with its references, dates and amounts alone. */
export function withoutDetails(document: unknown, texts: SupplierTexts): unknown {
  if (!isObject(document)) return document;
  const { externalReferenceId, supplierNumber, articles, ...others } = only(document, invoiceFields);
  const lines = Array.isArray(articles)
    ? articles.map((line: unknown) => (isObject(line) ? only(line, lineFields) : line))
    : articles;
  return {
    externalReferenceId,
    supplierNumber,
    ...(withoutSupplier(others, texts) as Fields),
    ...(articles !== undefined && { articles: lines }),
  };
}
