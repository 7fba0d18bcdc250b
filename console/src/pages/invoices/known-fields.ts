import type { InvoiceDocument } from '../../api/types.ts';

/** The fields of the partner interface, in the order in which they are read. Anything else a partner sent is unknown. */
export const detailFields = [
  'supplierInvoiceNumber',
  'invoiceDate',
  'paymentDueDate',
  'projectName',
  'orderNumber',
  'internalReference',
  'externalReference',
  'paymentReferenceOCR',
  'currency',
  'creditInvoiceReference',
  'supplierName',
  'supplierOrganizationalNumber',
  'supplierBankGiro',
  'supplierPostGiro',
  'externalReferenceId',
] as const;

export const sumFields = ['totalVat', 'centRoundoff', 'invoiceFee', 'freight', 'totalPrice'] as const;

export const lineFields = [
  'articleNumber',
  'articleDescription',
  'quantity',
  'unit',
  'price',
  'discountPercentage',
  'discountValue',
  'vat',
  'totalPrice',
] as const;

const known = new Set<string>([...detailFields, ...sumFields, 'supplierNumber', 'articles']);
const knownInLines = new Set<string>(lineFields);

export type Article = Record<string, unknown>;

export const articlesOf = ({ articles }: InvoiceDocument): Article[] =>
  Array.isArray(articles) ? (articles as Article[]) : [];

export const currencyOf = ({ currency }: InvoiceDocument): string | undefined =>
  typeof currency === 'string' ? currency : undefined;

/** What the partner sent beside the known fields: of the invoice, and of each line by its place. */
export function unknownOf(document: InvoiceDocument): Record<string, unknown> {
  const ofLines = articlesOf(document).flatMap((article, at) =>
    Object.entries(article)
      .filter(([field]) => !knownInLines.has(field))
      .map(([field, value]) => [`articles[${at}].${field}`, value]),
  );
  return Object.fromEntries([...Object.entries(document).filter(([field]) => !known.has(field)), ...ofLines]);
}
