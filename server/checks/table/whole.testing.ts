import {
  changedPayee,
  duplicate,
  line,
  oddTime,
  otherPayee,
  unknownAccount,
  unknownCredit,
  utc,
  wrongLine,
  wrongNumber,
  wrongTotal,
  wrongVat,
  type Fields,
  type CheckCase,
} from './row.testing.ts';

const first = '01970000-0000-7000-8000-000000000001';
const second = '01970000-0000-7000-8000-000000000002';

const materials: Fields = {
  externalReferenceId: 'scan-2026-004711',
  supplierNumber: '1042',
  supplierName: 'Nordbygg Material AB',
  supplierOrganizationalNumber: '556016-0680',
  supplierBankGiro: '991-2346',
  supplierPostGiro: '12345-5',
  supplierInvoiceNumber: 'F-20944',
  orderNumber: 'PO-7731',
  projectName: 'Kvarteret Eken',
  externalReference: 'Order desk',
  internalReference: 'Site office',
  invoiceDate: Date.parse('2026-05-12T00:00+02:00'),
  paymentDueDate: Date.parse('2026-06-11T00:00+02:00'),
  articles: [
    line('Gipsskiva 13 mm normal', 40, 'st', 125.5, 4518, {
      articleNumber: '45-1200',
      vat: 25,
      discountPercentage: 10,
      discountValue: 502,
    }),
    line('Gipsskruv 41', 12.5, 'kg', 54.8, 685, {
      articleNumber: '45-2110',
      vat: 25,
      discountPercentage: 0,
      discountValue: 0,
    }),
    line('Regel 45x95 C24', 148.2, 'm', 32.9, 4875.78, {
      articleNumber: '45-3300',
      vat: 25,
      discountPercentage: 0,
      discountValue: 0,
    }),
  ],
  totalPrice: 12967,
  totalVat: 2593.45,
  centRoundoff: -0.23,
  invoiceFee: 45,
  currency: 'SEK',
  paymentReferenceOCR: '260511001',
  creditInvoiceReference: '',
  freight: '250,00',
};

const soleTrader: Fields = {
  externalReferenceId: 'scan-2026-004712',
  supplierNumber: '2007',
  supplierName: 'Norrlunda Plåtslageri',
  supplierOrganizationalNumber: '811218-9876',
  supplierBankGiro: '5050-1055',
  supplierInvoiceNumber: '117',
  invoiceDate: utc('2026-05-04'),
  paymentDueDate: utc('2026-06-03'),
  articles: [line('Plåtarbete tak', 46.5, 'tim', 595, 27667.5), line('Milersättning', 384, 'km', 2.5, 960)],
  totalPrice: 28627.5,
  totalVat: 0,
  currency: 'SEK',
};
const soleTraderRecord = {
  name: 'Norrlunda Plåtslageri EF',
  organizationalNumber: '19811218-9876',
  bankGiro: '50501055',
  postGiro: '',
  iban: '',
};

const windows: Fields = {
  externalReferenceId: 'scan-2026-004713',
  supplierNumber: '3001',
  supplierName: 'Vestkyst Vinduer ApS',
  supplierOrganizationalNumber: 'DK 12 34 56 74',
  supplierInvoiceNumber: '2026-00318',
  invoiceDate: utc('2026-05-07'),
  paymentDueDate: utc('2026-06-06'),
  articles: [line('Vindue 1190 x 1190', 18, 'stk', 312.45, 5624.1, { vat: 0 })],
  freight: '240',
  totalPrice: 5864.1,
  totalVat: 0,
  currency: 'EUR',
  paymentReferenceOCR: 'RE 2026-00318',
};
const windowsRecord = {
  name: 'Vestkyst Vinduer',
  organizationalNumber: 'DK12345674',
  bankGiro: '',
  postGiro: '',
  iban: 'DK5000400440116243',
};

export const whole: CheckCase[] = [
  { name: 'Building materials with every field, all right', invoice: materials, expected: [] },
  { name: 'A sole trader’s hours, all right', invoice: soleTrader, supplier: soleTraderRecord, expected: [] },
  { name: 'Windows from Denmark, all right', invoice: windows, supplier: windowsRecord, expected: [] },
  {
    name: 'A forged invoice: another account whose check digit is wrong, another name, and a due date in the past',
    invoice: {
      ...materials,
      supplierName: 'Nordisk Factoring AB',
      supplierBankGiro: '5805-6202',
      supplierPostGiro: '',
      paymentDueDate: Date.parse('2026-05-05T00:00+02:00'),
    },
    expected: [
      otherPayee('bankgiro', '5805-6202', '991-2346'),
      otherPayee('name', 'Nordisk Factoring AB', 'Nordbygg Material AB'),
      wrongNumber('bankgiro', 'digit', '5805-6202'),
      {
        code: 'date.due',
        path: 'paymentDueDate',
        severity: 'warning',
        parameters: { due: '2026-05-05', dated: '2026-05-12' },
      },
    ],
  },
  {
    name: 'A payee that was changed last week, and an invoice to the account from before',
    invoice: materials,
    supplier: { bankGiro: '5050-1055', postGiro: '', payeeChangedAt: new Date('2026-05-11T13:00:00Z') },
    expected: [
      otherPayee('bankgiro', '991-2346', '5050-1055'),
      otherPayee('postgiro', '12345-5', ''),
      changedPayee('2026-05-11'),
    ],
  },
  {
    name: 'A partner whose mapping lost the discount and sends times at noon',
    invoice: {
      ...materials,
      invoiceDate: Date.parse('2026-05-12T12:00Z'),
      paymentDueDate: Date.parse('2026-06-11T12:00Z'),
      articles: [line('Plintsten', 40, 'st', 125, 5000, { discountPercentage: 10 })],
      totalVat: 0,
      centRoundoff: 0,
      totalPrice: 5295,
    },
    expected: [
      wrongLine(1, '4500.00', '5000.00', '500.00'),
      oddTime('invoiceDate', '2026-05-12T12:00:00.000Z', '2026-05-12'),
      oddTime('paymentDueDate', '2026-06-11T12:00:00.000Z', '2026-06-11'),
    ],
  },
  {
    name: 'The same materials once more, through another partner, with a total that was mistyped',
    invoice: { ...materials, externalReferenceId: '88-1', supplierInvoiceNumber: 'f20944', totalPrice: 12697 },
    earlier: { [first]: materials },
    expected: [
      duplicate('number', first, ['number', 'ocr'], 92),
      duplicate('ocr', first, ['number', 'ocr'], 92),
      wrongTotal('12967.00', '12697.00', '-270.00'),
    ],
  },
  {
    name: 'A sole trader without account in the record, whose own number is wrong on both sides and hidden',
    invoice: { ...soleTrader, supplierOrganizationalNumber: '811218-9875' },
    supplier: { ...soleTraderRecord, organizationalNumber: '811218-9875', bankGiro: '' },
    expected: [unknownAccount('bankGiro', '5050-1055'), wrongNumber('organization', 'digit', '811218-****')],
  },
  {
    name: 'A sole trader’s second invoice 117 with hours that were rounded down',
    invoice: {
      ...soleTrader,
      articles: [line('Plåtarbete tak', 46.5, 'tim', 595, 27370), line('Milersättning', 384, 'km', 2.5, 960)],
      totalPrice: 28330,
    },
    supplier: soleTraderRecord,
    earlier: {
      [first]: { ...soleTrader, invoiceDate: utc('2024-05-06') },
      [second]: { ...soleTrader, supplierInvoiceNumber: '116' },
    },
    expected: [wrongLine(1, '27667.50', '27370.00', '-297.50'), duplicate('number', first, ['number'], 80)],
  },
  {
    name: 'Windows that are to be paid to a Swedish bank giro all at once, in a currency that is none',
    invoice: { ...windows, supplierBankGiro: '5050-1055', currency: 'EURO' },
    supplier: windowsRecord,
    expected: [
      otherPayee('bankgiro', '5050-1055', ''),
      { code: 'currency.unknown', path: 'currency', severity: 'warning', parameters: { currency: 'EURO' } },
    ],
  },
  {
    name: 'A credit of windows that nobody knows, with a line that lost its minus',
    invoice: {
      ...windows,
      supplierInvoiceNumber: '2026-00319',
      creditInvoiceReference: '2025-09118',
      articles: [line('Vindue 1190 x 1190', -2, 'stk', 312.45, 624.9, { vat: 0 })],
      freight: '',
      totalPrice: -624.9,
      paymentReferenceOCR: '',
    },
    supplier: windowsRecord,
    isCreditedKnown: false,
    expected: [
      // The nearest reading takes the price of one window as the price of the line.
      wrongLine(1, '312.45', '624.90', '312.45'),
      wrongTotal('624.90', '-624.90', '-1249.80'),
      unknownCredit('2025-09118'),
    ],
  },
  {
    name: 'Food at the wrong VAT, another organisational number and a reference with a wrong digit',
    invoice: {
      ...materials,
      supplierOrganizationalNumber: '559012-3450',
      articles: [line('Lunchlådor', 25, 'st', 80, 2000, { vat: 6 })],
      invoiceFee: 0,
      freight: '0',
      centRoundoff: 0,
      totalVat: 240,
      totalPrice: 2240,
      paymentReferenceOCR: '260511002',
    },
    expected: [
      otherPayee('organization', '559012-3450', '556016-0680'),
      wrongVat('120.00', '240.00', '120.00'),
      wrongNumber('ocr', 'digit', '260511002'),
    ],
  },
];
