import { anInvoice } from './records.ts';

const day = 86_400_000;
const lines = [
  { articleDescription: 'Formwork', quantity: 4, unit: 'h', price: 500, vat: 25, totalPrice: 2000 },
  { articleDescription: 'Concrete C30', quantity: 2, unit: 'm3', price: 1500, vat: 25, totalPrice: 2900 },
];

/** Another payee than the supplier, due before its date, and a line and a total that do not add up. */
export const suspicious = {
  ...anInvoice(31_001),
  supplierNumber: '1004',
  supplierInvoiceNumber: 'G-31001',
  supplierName: 'Betong & Grund i Gävle AB',
  supplierOrganizationalNumber: '556012-5790',
  supplierBankGiro: '5402-9681',
  paymentDueDate: anInvoice(31_001).invoiceDate - 5 * day,
  currency: 'SEK',
  paymentReferenceOCR: '310018',
  totalVat: 1225,
  totalPrice: 6900,
  articles: lines,
};

/** Three times 99.99 with VAT on the sum: correct to the öre. */
export const adding = {
  ...anInvoice(31_002),
  supplierNumber: '1002',
  supplierInvoiceNumber: 'M-31002',
  currency: 'SEK',
  paymentReferenceOCR: '',
  totalVat: 74.99,
  totalPrice: 374.96,
  articles: Array.from({ length: 3 }, () => ({
    articleDescription: 'Cable',
    quantity: 2,
    price: 49.995,
    vat: 25,
    totalPrice: 99.99,
  })),
};
