import type { Invoice } from '../../../api/types.ts';
import { digitsOf, isNum, oneLine } from '../../../exact.ts';
import type { Finding } from '../findings/places.ts';
import { dayOf, detailFields, type WithDays } from '../known-fields.ts';

/** The id of the other invoice if the finding says that this one is a duplicate. */
export const duplicateOf = ({ code, parameters }: Pick<Finding, 'code' | 'parameters'>): string | undefined =>
  code.startsWith('duplicate.') && typeof parameters?.earlier === 'string' ? parameters.earlier : undefined;

/** One finding for each other invoice: they all say what the two have in common. */
export const oncePerDuplicate = (findings: readonly Finding[]): Finding[] =>
  findings.filter((finding, at) => {
    const other = duplicateOf(finding);
    return other === undefined || findings.findIndex((one) => duplicateOf(one) === other) === at;
  });

export interface Likeness {
  score: number;
  reasons: string[];
}

export function likenessOf(findings: readonly Pick<Finding, 'parameters'>[]): Likeness {
  const all = findings.map(({ parameters }) => parameters as { score?: unknown; reasons?: unknown } | undefined);
  return {
    score: Math.max(0, ...all.map((one) => Number(one?.score ?? 0))),
    reasons: [...new Set(all.flatMap((one) => (Array.isArray(one?.reasons) ? one.reasons.map(String) : [])))],
  };
}

const always = [
  'supplierInvoiceNumber',
  'invoiceDate',
  'paymentDueDate',
  'totalPrice',
  'paymentReferenceOCR',
  'supplierBankGiro',
  'supplierPostGiro',
] as const;
const ifDifferent = [...detailFields.filter((field) => field !== 'externalReferenceId'), 'totalVat'] as const;

export type ComparedField = (typeof always)[number] | (typeof ifDifferent)[number];

type ComparedInvoice = Pick<Invoice, 'document'> & WithDays;

/** Programs without empty numbers send 0 for a date that they do not have. */
export const isNoDate = (field: ComparedField, value: unknown): boolean =>
  (field === 'invoiceDate' || field === 'paymentDueDate') && isNum(value) && Number(digitsOf(value)) === 0;

const textOf = (invoice: ComparedInvoice, field: ComparedField): string => {
  const value = invoice.document[field];
  if (value === null || value === undefined || isNoDate(field, value)) return '';
  return dayOf(invoice, field) ?? (isNum(value) ? digitsOf(value) : oneLine(value).trim());
};

export interface FieldPair {
  field: ComparedField;
  differs: boolean;
}

/** The fields by which a person tells two invoices apart, and all others that differ. */
export function comparedFields(own: ComparedInvoice, other: ComparedInvoice): FieldPair[] {
  const pair = (field: ComparedField) => {
    const texts = [textOf(own, field), textOf(other, field)] as const;
    return { field, differs: texts[0] !== texts[1], isEmpty: texts.every((text) => text === '') };
  };
  const shown = always.map(pair).filter(({ isEmpty }) => !isEmpty);
  const more = ifDifferent
    .filter((field) => !(always as readonly string[]).includes(field))
    .map(pair)
    .filter(({ differs }) => differs);
  return [...shown, ...more].map(({ field, differs }) => ({ field, differs }));
}
