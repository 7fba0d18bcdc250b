import Type, { type Static } from 'typebox';
import {
  type RemovedFields,
  exampleOf,
  longText,
  optionalAmount,
  optionalDate,
  optionalText,
  identifierText,
} from '../ground/http/document/fields.ts';
import { usedLengths, usedLengthsOfLine } from '../../common/used-lengths.ts';

export const maxArticles = 5_000;

const articleFields = {
  articleNumber: longText('The supplier’s article number.', '45-1200', usedLengthsOfLine.articleNumber),
  articleDescription: longText('What was bought.', 'Gipsskiva 13 mm', usedLengthsOfLine.articleDescription),
  price: optionalAmount(
    'The price. Whether it is per unit or per line is the supplier’s way; both readings are understood.',
    125.5,
  ),
  totalPrice: optionalAmount('The total price of the line.', 1255),
  quantity: optionalAmount('How many units.', 10),
  unit: longText('The unit.', 'st', usedLengthsOfLine.unit),
  vat: optionalAmount('The VAT of the line, as an amount or as a percentage.', 25),
  discountPercentage: optionalAmount('The discount in per cent.', 0),
  discountValue: optionalAmount('The discount as an amount.', 0),
};

export const Article = Type.Object(articleFields, {
  $id: 'Article',
  description: 'An invoice line.',
  examples: [exampleOf(articleFields)],
});

export type Article = Static<typeof Article>;

const invoiceFields = {
  externalReferenceId: identifierText(
    'Your own identifier of this invoice. The same one is accepted once from each partner.',
    'scan-2026-000123',
  ),
  supplierNumber: identifierText('The number of the supplier, who must exist already.', '1042'),
  supplierName: optionalText('The supplier’s name as it stands on the invoice.', 'Nordbygg Material AB'),
  supplierOrganizationalNumber: optionalText(
    'The supplier’s organisational number as it stands on the invoice.',
    '556016-0680',
  ),
  supplierBankGiro: optionalText('The bank giro number as it stands on the invoice.', '991-2346'),
  supplierPostGiro: optionalText('The post giro number as it stands on the invoice.', '12345-5'),
  supplierInvoiceNumber: optionalText('The supplier’s invoice number.', 'F-20871'),
  orderNumber: optionalText('The order number.', 'PO-7731'),
  projectName: longText('The name of the project.', 'Kvarteret Eken', usedLengths.projectName),
  externalReference: longText('The reference from the supplier’s side.', 'Order desk', usedLengths.externalReference),
  internalReference: longText('The reference from the customer.', 'Site office', usedLengths.internalReference),
  invoiceDate: optionalDate(
    'The invoice date in epoch milliseconds, between 2000-01-01 and 2100-01-01. 0 is the same as leaving it out.',
    1762988400000,
  ),
  paymentDueDate: optionalDate(
    'The due date in epoch milliseconds, between 2000-01-01 and 2100-01-01. 0 is the same as leaving it out.',
    1765580400000,
  ),
  articles: Type.Optional(
    Type.Unsafe<Article[] | null>({
      type: ['array', 'null'],
      maxItems: maxArticles,
      items: { $ref: 'Article#' },
      description: 'The invoice lines, 0 to 5,000 of them.',
      examples: [[exampleOf(articleFields)]],
    }),
  ),
  totalPrice: optionalAmount('The invoice total. Amounts are kept exactly as they are sent, digit for digit.', 1568.75),
  totalVat: optionalAmount('The total VAT; 0 is normal under reverse charge.', 313.75),
  centRoundoff: optionalAmount('The cent rounding amount.', 0),
  invoiceFee: optionalAmount('The invoice fee.', 0),
  currency: optionalText(
    'The currency, best as an ISO 4217 code. Another text is accepted and shown to the company as a finding.',
    'SEK',
  ),
  paymentReferenceOCR: optionalText('The payment reference (OCR).', '208710012'),
  creditInvoiceReference: optionalText('The invoice that this one credits, on a credit invoice.', ''),
  freight: optionalText('The freight, as text.', '0'),
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
