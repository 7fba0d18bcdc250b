import { rawFinding, type RawFinding, type Rule } from '../rule.ts';

/** A partner may attach the file this long after the invoice. */
export const fileGraceMs = 60 * 60_000;

const fields = [
  { code: 'missing.total', field: 'totalPrice' },
  { code: 'missing.number', field: 'supplierInvoiceNumber' },
  { code: 'missing.date', field: 'invoiceDate' },
  { code: 'missing.due', field: 'paymentDueDate' },
  { code: 'missing.currency', field: 'currency' },
] as const;

/** Punctuation and invisible characters alone are no number. */
const hasLetterOrDigit = /[\p{L}\p{N}]/u;

/** A date of 0 is none; a total of 0 is a total. */
export const missingRule: Rule = {
  codes: [...fields.map(({ code }) => code), 'missing.lines'],
  needs: [],
  find: (invoice) => {
    const all: RawFinding[] = [];
    for (const { code, field } of fields) {
      const value = invoice[field];
      const isMissing = typeof value === 'string' ? !hasLetterOrDigit.test(value) : !value;
      if (isMissing) all.push(rawFinding(code, {}, field));
    }
    if (!invoice.lines.some(({ price, totalPrice }) => price ?? totalPrice))
      all.push(rawFinding('missing.lines', {}, 'articles'));
    return all;
  },
};

export const missingFileRule: Rule = {
  codes: ['missing.file'],
  needs: ['file'],
  find: (_invoice, { isFileMissing }) => (isFileMissing === true ? [rawFinding('missing.file', {})] : []),
};
