import { dayOf } from '../../checks/dates.ts';
import { findingNames, severityNames } from '../../../common/names/findings.ts';
import { invoiceStateNames } from '../../../common/names/states.ts';
import { column, type CsvColumns } from '../../ground/csv/columns.ts';

/** A date is the day that the checks use, regardless of the reader's time zone. */
const day = { as: (at: unknown) => dayOf(Number(at)) };
const amount = { as: 'amount' } as const;

export const invoiceColumns: CsvColumns = {
  state: column('State', 'Status', { as: invoiceStateNames }),
  supplierNumber: column('Supplier number', 'Leverantörsnummer'),
  supplierName: column('Supplier', 'Leverantör'),
  supplierInvoiceNumber: column('Invoice number', 'Fakturanummer'),
  credit: column('Credit note', 'Kreditfaktura', { as: 'truth' }),
  creditInvoiceReference: column('Credits invoice', 'Krediterar faktura'),
  invoiceDate: column('Invoice date', 'Fakturadatum', day),
  paymentDueDate: column('Due date', 'Förfallodatum', day),
  totalPrice: column('Total', 'Totalbelopp', amount),
  totalVat: column('VAT', 'Moms', amount),
  invoiceFee: column('Invoice fee', 'Fakturaavgift', amount),
  freight: column('Freight', 'Frakt', amount),
  centRoundoff: column('Rounding', 'Öresavrundning', amount),
  currency: column('Currency', 'Valuta'),
  paymentReferenceOCR: column('Payment reference (OCR)', 'OCR'),
  supplierBankGiro: column('Bank giro', 'Bankgiro'),
  supplierPostGiro: column('Post giro', 'Plusgiro'),
  nameOnInvoice: column('Name on the invoice', 'Namn på fakturan'),
  supplierOrganizationalNumber: column('Organisational number', 'Organisationsnummer'),
  orderNumber: column('Order number', 'Ordernummer'),
  projectName: column('Project', 'Projekt'),
  externalReference: column('Supplier’s reference', 'Leverantörens referens'),
  internalReference: column('Our reference', 'Vår referens'),
  lines: column('Lines', 'Rader'),
  files: column('Files', 'Filer'),
  findings: column('Findings', 'Antal anmärkningar'),
  gravest: column('Gravest finding', 'Allvarligaste anmärkning', { as: severityNames }),
  findingCodes: column('What was found', 'Anmärkningar', { as: findingNames }),
  assignedTo: column('Assigned to', 'Tilldelad'),
  signedBy: column('First approver', 'Första attestant'),
  decidedAt: column('Decided', 'Beslutad', { as: 'time' }),
  decidedBy: column('Decided by', 'Beslutad av'),
  reason: column('Reason or comment', 'Orsak eller kommentar'),
  voucher: column('Voucher', 'Verifikation'),
  bookedOn: column('Booking date', 'Bokföringsdatum'),
  bookedAt: column('Reported as booked', 'Rapporterad som bokförd', { as: 'time' }),
  bookedBy: column('Booked by', 'Bokförd av'),
  partner: column('Partner', 'Partner'),
  createdAt: column('Arrived', 'Inkom', { as: 'time' }),
  externalReferenceId: column('Partner’s reference', 'Partnerns referens'),
  id: column('Id', 'Id'),
};

export const lineColumns: CsvColumns = {
  supplierNumber: column('Supplier number', 'Leverantörsnummer'),
  supplierName: column('Supplier', 'Leverantör'),
  supplierInvoiceNumber: column('Invoice number', 'Fakturanummer'),
  invoiceDate: column('Invoice date', 'Fakturadatum', day),
  state: column('State', 'Status', { as: invoiceStateNames }),
  line: column('Line', 'Rad'),
  articleNumber: column('Article number', 'Artikelnummer'),
  articleDescription: column('Description', 'Benämning'),
  quantity: column('Quantity', 'Antal', amount),
  unit: column('Unit', 'Enhet'),
  price: column('Price', 'Pris', amount),
  discountPercentage: column('Discount in per cent', 'Rabatt i procent', amount),
  discountValue: column('Discount', 'Rabatt', amount),
  vat: column('VAT', 'Moms', amount),
  totalPrice: column('Line total', 'Radsumma', amount),
  currency: column('Currency', 'Valuta'),
  projectName: column('Project', 'Projekt'),
  externalReferenceId: column('Partner’s reference', 'Partnerns referens'),
  invoiceId: column('Invoice id', 'Fakturans id'),
};
