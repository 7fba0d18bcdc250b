import Type, { type Static } from 'typebox';
import {
  type RemovedFields,
  exampleOf,
  optionalAmount,
  optionalDate,
  optionalText,
  requiredText,
} from '../ground/http/document/fields.ts';

export const maxArticles = 5_000;

const articleFields = {
  articleNumber: optionalText({ description: 'The supplier’s article number.', examples: ['45-1200'] }),
  articleDescription: optionalText(
    { description: 'What was bought, at most 1,000 characters.', examples: ['Gipsskiva 13 mm'] },
    1000,
  ),
  price: optionalAmount({
    description: 'The price. Whether it is per unit or per line is the supplier’s way; both readings are understood.',
    examples: [125.5],
  }),
  totalPrice: optionalAmount({ description: 'The total price of the line.', examples: [1255] }),
  quantity: optionalAmount({ description: 'How many units.', examples: [10] }),
  unit: optionalText({ description: 'The unit.', examples: ['st'] }),
  vat: optionalAmount({ description: 'The VAT of the line, as an amount or as a percentage.', examples: [25] }),
  discountPercentage: optionalAmount({ description: 'The discount in per cent.', examples: [0] }),
  discountValue: optionalAmount({ description: 'The discount as an amount.', examples: [0] }),
};

export const Article = Type.Object(articleFields, {
  $id: 'Article',
  description: 'An invoice line.',
  examples: [exampleOf(articleFields)],
});

export type Article = Static<typeof Article>;

const invoiceFields = {
  externalReferenceId: requiredText({
    description: 'Your own identifier of this invoice. The same one is accepted once from each partner.',
    examples: ['scan-2026-000123'],
  }),
  supplierNumber: requiredText({
    description: 'The number of the supplier, who must exist already.',
    examples: ['1042'],
  }),
  supplierName: optionalText({
    description: 'The supplier’s name as it stands on the invoice.',
    examples: ['Nordbygg Material AB'],
  }),
  supplierOrganizationalNumber: optionalText({
    description: 'The supplier’s organisational number as it stands on the invoice.',
    examples: ['556016-0680'],
  }),
  supplierBankGiro: optionalText({
    description: 'The bank giro number as it stands on the invoice.',
    examples: ['991-2346'],
  }),
  supplierPostGiro: optionalText({
    description: 'The post giro number as it stands on the invoice.',
    examples: ['12345-5'],
  }),
  supplierInvoiceNumber: optionalText({ description: 'The supplier’s invoice number.', examples: ['F-20871'] }),
  orderNumber: optionalText({ description: 'The order number.', examples: ['PO-7731'] }),
  projectName: optionalText({ description: 'The name of the project.', examples: ['Kvarteret Eken'] }),
  externalReference: optionalText({ description: 'The reference from the supplier’s side.', examples: ['Order desk'] }),
  internalReference: optionalText({ description: 'The reference from the customer.', examples: ['Site office'] }),
  invoiceDate: optionalDate({
    description: 'The invoice date in epoch milliseconds, between 2000-01-01 and 2100-01-01.',
    examples: [1762988400000],
  }),
  paymentDueDate: optionalDate({
    description: 'The due date in epoch milliseconds, between 2000-01-01 and 2100-01-01.',
    examples: [1765580400000],
  }),
  articles: Type.Optional(
    Type.Unsafe<Article[] | null>({
      type: ['array', 'null'],
      maxItems: maxArticles,
      items: { $ref: 'Article#' },
      description: 'The invoice lines, 0 to 5,000 of them.',
      examples: [[exampleOf(articleFields)]],
    }),
  ),
  totalPrice: optionalAmount({
    description: 'The invoice total. Amounts are kept exactly as they are sent, digit for digit.',
    examples: [1568.75],
  }),
  totalVat: optionalAmount({ description: 'The total VAT; 0 is normal under reverse charge.', examples: [313.75] }),
  centRoundoff: optionalAmount({ description: 'The cent rounding amount.', examples: [0] }),
  invoiceFee: optionalAmount({ description: 'The invoice fee.', examples: [0] }),
  currency: optionalText({
    description:
      'The currency, best as an ISO 4217 code. Another text is accepted and shown to the company as a finding.',
    examples: ['SEK'],
  }),
  paymentReferenceOCR: optionalText({ description: 'The payment reference (OCR).', examples: ['208710012'] }),
  creditInvoiceReference: optionalText({
    description: 'The invoice that this one credits, on a credit invoice.',
    examples: [''],
  }),
  freight: optionalText({ description: 'The freight, as text.', examples: ['0'] }),
};

export const SupplierInvoice = Type.Object(invoiceFields, {
  $id: 'SupplierInvoice',
  description:
    'A supplier invoice to submit. Fields that are not listed here are kept with it and named in the answer.',
  examples: [exampleOf(invoiceFields)],
});

export type SupplierInvoice = Static<typeof SupplierInvoice>;

export const invoiceIdentifiers = ['externalReferenceId', 'supplierNumber'] as const;

/** Contains the lines instead of a reference to them, so that unknown fields can be named. */
export const invoiceShape = { properties: { ...SupplierInvoice.properties, articles: { items: Article } } };

export const knownInvoiceFields = {
  fields: Object.keys(SupplierInvoice.properties),
  articleFields: Object.keys(Article.properties),
};

export const removedInvoiceFields: RemovedFields = {
  'articles[].amount': 'send quantity and totalPrice instead',
  'articles[].referenceId': 'send externalReferenceId on the invoice instead',
  'articles[].projectId': 'send projectName on the invoice instead',
};
