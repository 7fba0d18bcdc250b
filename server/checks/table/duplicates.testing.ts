import { missing, bill, duplicate, utc, type CheckCase } from './row.testing.ts';

const first = '01970000-0000-7000-8000-000000000001';
const second = '01970000-0000-7000-8000-000000000002';

/** Shares only the supplier with the invoice of `bill`. */
const other = {
  supplierInvoiceNumber: 'F-19002',
  invoiceDate: utc('2026-04-02'),
  totalPrice: 812.5,
  paymentReferenceOCR: '190025',
};

const spellings: [earlier: string, now: string, isSame: boolean][] = [
  ['F-20871', 'F-20871', true],
  ['F-20871', 'f 20871', true],
  ['F-0012', 'F12', true],
  ['0020871', '20871', true],
  ['2026/0417', '2026.0417', true],
  ['FO-2O871', 'F0-20871', true],
  ['F-20871', 'F-20817', false],
  ['F-20871', '20871', false],
  ['F-2087', 'F-20870', false],
  ['KF-20871', 'F-20871', false],
];

const spelled: CheckCase[] = spellings.map(([earlier, now, isSame]) => ({
  name: `The number ${now} after ${earlier} is ${isSame ? 'the same' : 'another'}`,
  invoice: bill({ supplierInvoiceNumber: now }),
  earlier: { [first]: { ...other, supplierInvoiceNumber: earlier } },
  expected: isSame ? [duplicate('number', first, ['number'], 80)] : [],
}));

export const duplicates: CheckCase[] = [
  ...spelled,
  { name: 'An earlier invoice with nothing in common', invoice: bill({}), earlier: { [first]: other }, expected: [] },
  {
    name: 'The very same invoice once more',
    invoice: bill({}),
    earlier: { [first]: bill({}) },
    expected: [
      duplicate('number', first, ['number', 'amount', 'ocr'], 96),
      duplicate('amount', first, ['number', 'amount', 'ocr'], 96),
      duplicate('ocr', first, ['number', 'amount', 'ocr'], 96),
    ],
  },
  {
    name: 'The same number with another amount, four years later',
    invoice: bill({}),
    earlier: { [first]: { ...other, supplierInvoiceNumber: 'F-20871', invoiceDate: utc('2022-05-11') } },
    expected: [duplicate('number', first, ['number'], 80)],
  },
  {
    name: 'Two deliveries of a day at the same amount, each with its number and reference',
    invoice: bill({}),
    earlier: { [first]: { ...other, invoiceDate: utc('2026-05-11'), totalPrice: 1250 } },
    expected: [duplicate('amount', first, ['amount'], 50)],
  },
  {
    name: 'The same amount on another day',
    invoice: bill({}),
    earlier: { [first]: { ...other, invoiceDate: utc('2026-05-12'), totalPrice: 1250 } },
    expected: [],
  },
  {
    name: 'The same day as a midnight of Stockholm and as one of UTC, and the same amount',
    invoice: bill({ invoiceDate: Date.parse('2026-05-11T00:00:00+02:00') }),
    earlier: { [first]: { ...other, invoiceDate: utc('2026-05-11'), totalPrice: 1250 } },
    expected: [duplicate('amount', first, ['amount'], 50)],
  },
  {
    name: 'A reminder: another number, the same amount, day and reference',
    invoice: bill({ supplierInvoiceNumber: 'F-20871 P1' }),
    earlier: { [first]: bill({}) },
    expected: [duplicate('amount', first, ['amount', 'ocr'], 80), duplicate('ocr', first, ['amount', 'ocr'], 80)],
  },
  {
    name: 'The same reference, written with spaces',
    invoice: bill({ paymentReferenceOCR: '20 871 04' }),
    earlier: { [first]: { ...other, paymentReferenceOCR: '2087104' } },
    expected: [duplicate('ocr', first, ['ocr'], 60)],
  },
  {
    name: 'The same number and reference with another amount',
    invoice: bill({}),
    earlier: { [first]: bill({ totalPrice: 1350, invoiceDate: utc('2026-05-10') }) },
    expected: [duplicate('number', first, ['number', 'ocr'], 92), duplicate('ocr', first, ['number', 'ocr'], 92)],
  },
  {
    name: 'The same number, amount and day without any reference',
    invoice: bill({ paymentReferenceOCR: '' }),
    earlier: { [first]: bill({ paymentReferenceOCR: null }) },
    expected: [
      duplicate('number', first, ['number', 'amount'], 90),
      duplicate('amount', first, ['number', 'amount'], 90),
    ],
  },
  {
    name: 'One earlier invoice with the number and another with the reference',
    invoice: bill({}),
    earlier: {
      [first]: { ...other, supplierInvoiceNumber: 'F-20871' },
      [second]: { ...other, paymentReferenceOCR: '2087104' },
    },
    expected: [duplicate('number', first, ['number'], 80), duplicate('ocr', second, ['ocr'], 60)],
  },
  {
    name: 'A total of 0, twice on a day',
    invoice: bill({ articles: [], totalPrice: 0, totalVat: 0 }),
    earlier: { [first]: { ...other, totalPrice: 0, invoiceDate: utc('2026-05-11') } },
    expected: [missing('lines', 'articles')],
  },
  {
    name: 'No numbers, references or dates on either side',
    invoice: bill({ supplierInvoiceNumber: '', paymentReferenceOCR: ' ', invoiceDate: null }),
    earlier: { [first]: { totalPrice: 1250, supplierInvoiceNumber: null, paymentReferenceOCR: '' } },
    expected: [missing('number', 'supplierInvoiceNumber'), missing('date', 'invoiceDate')],
  },
];
