import { decimalOf } from '../../../../common/decimal.ts';
import type { CheckedInvoice } from '../../invoice.ts';
import type { DocumentText } from '../text.ts';

type Value = 'account' | 'total' | 'number' | 'ocr';

/** An invoice as a supplier prints it, with the data that belongs to it: comparing them finds nothing. */
export interface Layout {
  name: string;
  bankGiro?: string;
  postGiro?: string;
  iban?: string;
  /** Whether the invoice itself names the accounts of the record, as far as it has fields for them. */
  namesAccount?: boolean;
  total?: string;
  roundoff?: string;
  currency?: string;
  number?: string;
  ocr?: string;
  /** Values as they are written in the files, in each notation. Altering all of them must be noticed. */
  written: Partial<Record<Value, readonly string[]>>;
  /** Each file has pages, and each page lines. */
  files: readonly (readonly string[])[];
}

/** Pages of one file. */
export const layout = (facts: Omit<Layout, 'files'>, ...pages: string[]): Layout => ({ ...facts, files: [pages] });

export const textsOf = ({ files }: Pick<Layout, 'files'>): DocumentText[] =>
  files.map((pages, at) => ({
    attachmentId: `file-${at + 1}`,
    fileName: `faktura-${at + 1}.pdf`,
    pages: pages.map((page) => page.split('\n').filter((line) => line.trim() !== '')),
  }));

export const invoiceOf = ({ namesAccount = true, ...facts }: Layout): CheckedInvoice => ({
  lines: [],
  supplierBankGiro: namesAccount ? facts.bankGiro : undefined,
  supplierPostGiro: namesAccount ? facts.postGiro : undefined,
  totalPrice: facts.total === undefined ? undefined : decimalOf(facts.total),
  centRoundoff: facts.roundoff === undefined ? undefined : decimalOf(facts.roundoff),
  currency: facts.currency,
  supplierInvoiceNumber: facts.number,
  paymentReferenceOCR: facts.ocr,
});

export const recordOf = ({ bankGiro = '', postGiro = '', iban = '' }: Layout) => ({ bankGiro, postGiro, iban });
