/**
 * What is sent. The load generator overwrites the placeholders in place, with a number of the same width, so that a
 * new body costs it next to nothing.
 */
export const referencePlaceholder = 'REFERENCE-000000';
export const supplierPlaceholder = 'SUPN';

/** Where it is sent. */
export const paths = {
  invoices: '/supplierinvoices/supplierinvoices',
  suppliers: '/supplierinvoices/suppliers',
  workOrders: '/doorway/v1/projects/workorder',
};

/** The suppliers of an invoicing company are numbered from 1000 on. */
export const firstSupplier = 1000;
export const invoicingSuppliers = 1000;

const line = (at: number) => ({
  articleNumber: `45-12${at}0`,
  articleDescription: `Gipsskiva 13 mm, normal, 900 x 2500, pall ${at}`,
  price: 125.5 + at,
  totalPrice: 1255.05 + at * 10,
  quantity: 10,
  unit: 'st',
  vat: 25,
  discountPercentage: 2.5,
  discountValue: 31.38,
});

/** All 22 fields, and 5 lines with all of theirs. */
export const invoice = {
  externalReferenceId: referencePlaceholder,
  supplierNumber: supplierPlaceholder,
  supplierName: 'Nordbygg Material AB',
  supplierOrganizationalNumber: '556016-0680',
  supplierBankGiro: '991-2346',
  supplierPostGiro: '12345-5',
  supplierInvoiceNumber: `F-${referencePlaceholder}`,
  orderNumber: 'PO-7731',
  projectName: 'Kvarteret Eken',
  externalReference: 'Order desk',
  internalReference: 'Site office',
  invoiceDate: Date.UTC(2026, 10, 15),
  paymentDueDate: Date.UTC(2026, 11, 15),
  articles: [1, 2, 3, 4, 5].map(line),
  totalPrice: 8031.56,
  totalVat: 1606.31,
  centRoundoff: 0.44,
  invoiceFee: 45,
  currency: 'SEK',
  paymentReferenceOCR: '208710012',
  creditInvoiceReference: 'F-20650',
  freight: '250.00',
};

export const supplier = {
  number: referencePlaceholder,
  name: 'Nordbygg Material AB',
  organizationalNumber: '556016-0680',
  city: 'Uppsala',
  street: 'Kungsgatan 12',
  postIndex: '753 18',
  country: 'SE',
  phone: '+46 18 000 00 00',
  email: 'faktura@nordbygg.example',
  website: 'https://nordbygg.example',
  bankGiro: '991-2346',
  postGiro: '12345-5',
  iban: 'SE4550000000058398257466',
  bicSwift: 'ESSESESS',
};

export const proposalId = 'P-2026-014';

export const workOrder = { id: referencePlaceholder, proposalId, description: 'Replace the pump in the basement.' };
