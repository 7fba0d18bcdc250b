import type { Invoice, InvoiceDocument } from '../../api/types.ts';
import { digitsOf, isNum } from '../../exact.ts';

/** Fields of the partner interface, those first that a clerk checks first. All others that a partner sends are unknown. */
export const detailFields = [
  'supplierInvoiceNumber',
  'paymentReferenceOCR',
  'invoiceDate',
  'paymentDueDate',
  'supplierBankGiro',
  'supplierPostGiro',
  'supplierName',
  'supplierOrganizationalNumber',
  'projectName',
  'orderNumber',
  'internalReference',
  'externalReference',
  'currency',
  'creditInvoiceReference',
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

export const numberOf = ({ supplierInvoiceNumber, externalReferenceId }: InvoiceDocument): string =>
  String(supplierInvoiceNumber || externalReferenceId);

export type WithDays = Partial<Pick<Invoice, 'invoiceDay' | 'paymentDueDay'>>;

/** The calendar day of a date; undefined for other fields. */
export const dayOf = ({ invoiceDay, paymentDueDay }: WithDays, field: string): string | undefined =>
  (field === 'invoiceDate' ? invoiceDay : field === 'paymentDueDate' ? paymentDueDay : undefined) ?? undefined;

export const creditedIn = ({ creditInvoiceReference }: InvoiceDocument): string =>
  typeof creditInvoiceReference === 'string' ? creditInvoiceReference.trim() : '';

export const isCredit = (document: InvoiceDocument): boolean =>
  creditedIn(document) !== '' || (isNum(document.totalPrice) && digitsOf(document.totalPrice).startsWith('-'));

export function unknownOf(document: InvoiceDocument): Record<string, unknown> {
  const ofLines = articlesOf(document).flatMap((article, at) =>
    Object.entries(article)
      .filter(([field]) => !knownInLines.has(field))
      .map(([field, value]) => [`articles[${at}].${field}`, value]),
  );
  return Object.fromEntries([...Object.entries(document).filter(([field]) => !known.has(field)), ...ofLines]);
}
