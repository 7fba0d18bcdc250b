import { dayOf } from '../../checks/dates.ts';
import type { FindingCode } from '../../../common/errors/findings.ts';
import { column, words, type CsvColumns, type Words } from '../../ground/csv/columns.ts';

/** A date is a day, whatever the reader's time zone: the one that the checks understand it as. */
const day = { as: (at: unknown) => dayOf(Number(at)) };
const amount = { as: 'amount' } as const;

const states = words({
  received: ['To approve', 'Att attestera'],
  held: ['On hold', 'Stoppad'],
  approved: ['Approved', 'Attesterad'],
  rejected: ['Rejected', 'Avvisad'],
  booked: ['Booked', 'Bokförd'],
});

const gravities = words({ info: ['Note', 'Notis'], warning: ['Warning', 'Varning'], hold: ['Hold', 'Stopp'] });

/** What each finding is called, in a few words. */
export const findingWords: Words = words({
  'sum.line': ['Line does not add up', 'Raden stämmer inte'],
  'sum.total': ['Total does not add up', 'Totalbeloppet stämmer inte'],
  'sum.vat': ['VAT does not fit', 'Momsen stämmer inte'],
  'payee.bankgiro': ['Another bank giro', 'Annat bankgiro'],
  'payee.postgiro': ['Another post giro', 'Annat plusgiro'],
  'payee.organization': ['Another organisational number', 'Annat organisationsnummer'],
  'payee.name': ['Another supplier name', 'Annat leverantörsnamn'],
  'payee.changed': ['Payee changed recently', 'Mottagaren nyligen ändrad'],
  'payee.blocked': ['Blocked supplier', 'Spärrad leverantör'],
  'payee.unknown': ['No account in the record', 'Inget konto i registret'],
  'payee.twin': ['Looks like another supplier', 'Liknar en annan leverantör'],
  'payee.unreadable': ['Unreadable account', 'Oläsligt konto'],
  'payee.field': ['Account in an unknown field', 'Konto i okänt fält'],
  'payee.first': ['Account not confirmed', 'Konto inte bekräftat'],
  'duplicate.number': ['Invoice number used before', 'Fakturanumret finns redan'],
  'duplicate.amount': ['Same total and date', 'Samma belopp och datum'],
  'duplicate.ocr': ['Payment reference used before', 'Betalningsreferensen finns redan'],
  'duplicate.file': ['Same file as before', 'Samma fil som tidigare'],
  'number.bankgiro': ['Invalid bank giro', 'Ogiltigt bankgiro'],
  'number.postgiro': ['Invalid post giro', 'Ogiltigt plusgiro'],
  'number.organization': ['Invalid organisational number', 'Ogiltigt organisationsnummer'],
  'number.ocr': ['Invalid payment reference', 'Ogiltig betalningsreferens'],
  'date.due': ['Due before its date', 'Förfaller före fakturadatum'],
  'date.time': ['Date with a time of day', 'Datum med klockslag'],
  'credit.unknown': ['Unknown credited invoice', 'Okänd krediterad faktura'],
  'currency.unknown': ['Unknown currency', 'Okänd valuta'],
} satisfies Record<FindingCode, readonly [string, string]>);

/** What a file of invoices has: all that the list knows, and every field that a partner can send. */
export const invoiceColumns: CsvColumns = {
  state: column('State', 'Status', { as: states }),
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
  gravest: column('Gravest finding', 'Allvarligaste anmärkning', { as: gravities }),
  findingCodes: column('What was found', 'Anmärkningar', { as: findingWords }),
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

/** What a file of invoices' lines has: whose they are, then the fields that a partner can send. */
export const lineColumns: CsvColumns = {
  supplierNumber: column('Supplier number', 'Leverantörsnummer'),
  supplierName: column('Supplier', 'Leverantör'),
  supplierInvoiceNumber: column('Invoice number', 'Fakturanummer'),
  invoiceDate: column('Invoice date', 'Fakturadatum', day),
  state: column('State', 'Status', { as: states }),
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
