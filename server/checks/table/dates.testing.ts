import { missing, bill, oddTime, unknownCredit, utc, type ExpectedFinding, type CheckCase } from './row.testing.ts';

const dueTooEarly = (due: string, dated: string): ExpectedFinding => ({
  code: 'date.due',
  path: 'paymentDueDate',
  severity: 'warning',
  parameters: { due, dated },
});

const unknownCurrency = (currency: string): ExpectedFinding => ({
  code: 'currency.unknown',
  path: 'currency',
  severity: 'warning',
  parameters: { currency },
});

const dated = (invoiceDate: string | null, paymentDueDate: string | null) =>
  bill({
    invoiceDate: invoiceDate === null ? null : Date.parse(invoiceDate),
    paymentDueDate: paymentDueDate === null ? null : Date.parse(paymentDueDate),
  });

const dates: CheckCase[] = [
  {
    name: 'Midnights of a Stockholm summer',
    invoice: dated('2026-07-01T00:00+02:00', '2026-07-31T00:00+02:00'),
    expected: [],
  },
  {
    name: 'Midnights of a Stockholm winter',
    invoice: dated('2026-01-15T00:00+01:00', '2026-02-14T00:00+01:00'),
    expected: [],
  },
  {
    name: 'Midnights of the two days on which clocks change',
    invoice: dated('2026-03-29T00:00+01:00', '2026-10-25T00:00+02:00'),
    expected: [],
  },
  {
    name: 'Noon in UTC, on both dates',
    invoice: dated('2026-05-11T12:00Z', '2026-06-10T12:00Z'),
    expected: [
      oddTime('invoiceDate', '2026-05-11T12:00:00.000Z', '2026-05-11'),
      oddTime('paymentDueDate', '2026-06-10T12:00:00.000Z', '2026-06-10'),
    ],
  },
  {
    name: 'Half past midnight in Stockholm, which is the evening before in UTC',
    invoice: dated('2026-05-11T22:30Z', '2026-06-10T00:00Z'),
    expected: [oddTime('invoiceDate', '2026-05-11T22:30:00.000Z', '2026-05-12')],
  },
  {
    name: 'The midnight of winter time in the summer',
    invoice: dated('2026-06-10T00:00+01:00', '2026-07-10T00:00Z'),
    expected: [oddTime('invoiceDate', '2026-06-09T23:00:00.000Z', '2026-06-10')],
  },
  {
    name: 'The midnight of summer time in the winter, which is still the day before',
    invoice: dated('2026-01-15T00:00+02:00', '2026-02-14T00:00Z'),
    expected: [oddTime('invoiceDate', '2026-01-14T22:00:00.000Z', '2026-01-14')],
  },
  {
    name: 'Due the day before it is dated',
    invoice: dated('2026-05-11T00:00Z', '2026-05-10T00:00Z'),
    expected: [dueTooEarly('2026-05-10', '2026-05-11')],
  },
  {
    name: 'Due in the year before: the year was not changed',
    invoice: dated('2026-01-05T00:00Z', '2025-02-04T00:00Z'),
    expected: [dueTooEarly('2025-02-04', '2026-01-05')],
  },
  { name: 'Due on the day of the invoice', invoice: dated('2026-05-11T00:00Z', '2026-05-11T00:00Z'), expected: [] },
  {
    name: 'Due on the day of the invoice, as another midnight that is two hours earlier',
    invoice: dated('2026-05-11T00:00Z', '2026-05-11T00:00+02:00'),
    expected: [],
  },
  {
    name: 'Due the day before by Stockholm, although on the same day in UTC',
    invoice: dated('2026-05-12T00:00+02:00', '2026-05-11T00:00Z'),
    expected: [dueTooEarly('2026-05-11', '2026-05-12')],
  },
  { name: 'No due date', invoice: dated('2026-05-11T00:00Z', null), expected: [missing('due', 'paymentDueDate')] },
  { name: 'No invoice date', invoice: dated(null, '2026-05-11T00:00Z'), expected: [missing('date', 'invoiceDate')] },
];

const creditNote = {
  supplierInvoiceNumber: 'K-3107',
  articles: [
    { articleDescription: 'Lättklinkerblock, retur', quantity: -20, unit: 'st', price: 50, totalPrice: -1000, vat: 25 },
  ],
  totalVat: -250,
  totalPrice: -1250,
  paymentReferenceOCR: '',
};

const credits: CheckCase[] = [
  {
    name: 'A credit of an invoice that is known',
    invoice: bill({ ...creditNote, creditInvoiceReference: 'F-20871' }),
    isCreditedKnown: true,
    expected: [],
  },
  {
    name: 'A credit of an invoice that nobody knows',
    invoice: bill({ ...creditNote, creditInvoiceReference: 'F-20650' }),
    isCreditedKnown: false,
    expected: [unknownCredit('F-20650')],
  },
  {
    name: 'A credit that names no invoice',
    invoice: bill({ ...creditNote, creditInvoiceReference: '' }),
    expected: [],
  },
];

const currencies: CheckCase[] = [
  ...['SEK', 'NOK', 'DKK', 'EUR', 'PLN'].map((currency) => ({
    name: `The currency ${JSON.stringify(currency)} is right`,
    invoice: bill({ currency }),
    expected: [],
  })),
  ...['', ' ', null].map((currency) => ({
    name: `The currency ${JSON.stringify(currency)} is missing`,
    invoice: bill({ currency }),
    expected: [missing('currency', 'currency')],
  })),
  ...['kr', 'SKR', 'Svenska kronor', 'EURO'].map((currency) => ({
    name: `The currency ${currency} is none`,
    invoice: bill({ currency, invoiceDate: utc('2026-05-11') }),
    expected: [unknownCurrency(currency)],
  })),
];

export const datesAndTheRest: CheckCase[] = [...dates, ...credits, ...currencies];
