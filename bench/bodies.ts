/**
 * The load generator overwrites these placeholders in place with a number of the same width, so that a new body costs
 * almost nothing.
 */
export const referencePlaceholder = 'REFERENCE-000000';
const supplierPlaceholder = 'SUPN';
/** The reference and its check digit. */
const ocrPlaceholder = 'OCR-REFERENCE-000';
/** The number of each tenth invoice is that of an earlier one. */
const numberPlaceholder = 'NUMBER-000000000';
/** In epoch milliseconds. */
const datePlaceholder = 1_111_111_111_111;

export const placeholders = [
  referencePlaceholder,
  supplierPlaceholder,
  ocrPlaceholder,
  String(datePlaceholder),
  numberPlaceholder,
];

/** The texts that replace the placeholders in the nth body. */
export function textsOf(nth: number): string[] {
  const reference = String(nth).padStart(referencePlaceholder.length, '0');
  // A payment reference is not all zeros.
  const ocr = `1${reference.slice(1)}`;
  return [
    reference,
    String(firstSupplier + (nth % invoicingSuppliers)),
    ocr + checkDigit(ocr),
    String(firstDate + (Math.floor(nth / invoicingSuppliers) % dates) * dayMs),
    nth % 10 === 0 ? numberPlaceholder : reference,
  ];
}

/** Number of distinct invoice dates per supplier, all before the due date. */
const dates = 5_000;
const dayMs = 86_400_000;
const firstDate = Date.UTC(2013, 0, 1);

/** The modulus 10 check digit. */
function checkDigit(digits: string): string {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return String((10 - (sum % 10)) % 10);
}

export const paths = {
  invoices: '/supplierinvoices/supplierinvoices',
  suppliers: '/supplierinvoices/suppliers',
  workOrders: '/doorway/v1/projects/workorder',
};

export const firstSupplier = 1000;
export const invoicingSuppliers = 1000;

const line = (at: number, totalPrice: number, discountValue: number) => ({
  articleNumber: `45-12${at}0`,
  articleDescription: `Gipsskiva 13 mm, normal, 900 x 2500, pall ${at}`,
  price: 125.5 + at,
  totalPrice,
  quantity: 10,
  unit: 'st',
  vat: 25,
  discountPercentage: 4,
  discountValue,
});

/** All 22 fields and 5 full lines. Nothing in it is wrong, and no two invoices of a supplier share a date. */
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
  invoiceDate: datePlaceholder,
  paymentDueDate: Date.UTC(2026, 11, 15),
  articles: [
    line(1, 1214.4, 50.6),
    line(2, 1224, 51),
    line(3, 1233.6, 51.4),
    line(4, 1243.2, 51.8),
    line(5, 1252.8, 52.2),
  ],
  totalPrice: 8079,
  totalVat: 1615.75,
  centRoundoff: 0.25,
  invoiceFee: 45,
  currency: 'SEK',
  paymentReferenceOCR: ocrPlaceholder,
  creditInvoiceReference: '',
  freight: '250.00',
};

/** Each has the number of an earlier invoice of its supplier. */
export const duplicate = { ...invoice, supplierInvoiceNumber: 'F-20871' };

export const duplicateOfOneSupplier = { ...duplicate, supplierNumber: String(firstSupplier) };

/** Each tenth is a duplicate, and the others are clean. */
export const tenthDuplicate = { ...invoice, supplierInvoiceNumber: numberPlaceholder };

/** The same body each time, as a partner that got no answer sends it. */
export const repeated = textsOf(1).reduce(
  (body, text, at) => body.replaceAll(placeholders[at] as string, text),
  JSON.stringify(invoice),
);

/** Each names another account than the supplier's record. */
export const otherPayee = { ...invoice, supplierBankGiro: '5050-1055' };

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
