import {
  bill,
  changedPayee,
  duplicate,
  line,
  otherPayee,
  wrongLine,
  wrongTotal,
  type CheckCase,
} from './row.testing.ts';

const first = '01970000-0000-7000-8000-000000000001';
const wrongSums = bill({ articles: [line('Lättklinkerblock', 20, 'st', 50, 900)], totalVat: 0, totalPrice: 990 });

export const chosen: CheckCase[] = [
  {
    name: 'Lines are not checked, totals are',
    invoice: wrongSums,
    settings: { 'sum.line': 'off' },
    expected: [wrongTotal('900.00', '990.00', '90.00')],
  },
  {
    name: 'No sums are checked',
    invoice: wrongSums,
    settings: { 'sum.line': 'off', 'sum.total': 'off', 'sum.vat': 'off' },
    expected: [],
  },
  {
    name: 'A wrong total holds the invoice, a wrong line does not',
    invoice: wrongSums,
    settings: { 'sum.total': 'hold' },
    expected: [
      { ...wrongTotal('900.00', '990.00', '90.00'), severity: 'hold' },
      { ...wrongLine(1, '1000.00', '900.00', '-100.00'), severity: 'warning' },
    ],
  },
  {
    name: 'Another bank giro is let through, another name is not',
    invoice: bill({ supplierBankGiro: '5050-1055', supplierName: 'Byggvaror Sverige AB' }),
    settings: { 'payee.bankgiro': 'off' },
    expected: [otherPayee('name', 'Byggvaror Sverige AB', 'Nordbygg Material AB')],
  },
  {
    name: 'A number that was used before holds the invoice, and amounts are not compared, though they are a reason',
    invoice: bill({ paymentReferenceOCR: '' }),
    earlier: { [first]: bill({ paymentReferenceOCR: '' }) },
    settings: { 'duplicate.number': 'hold', 'duplicate.amount': 'off' },
    expected: [{ ...duplicate('number', first, ['number', 'amount'], 90), severity: 'hold' }],
  },
  {
    name: 'A record without account holds the invoice',
    invoice: bill({}),
    supplier: { bankGiro: '', postGiro: '', iban: '' },
    settings: { 'payee.unknown': 'hold' },
    expected: [
      {
        code: 'payee.unknown',
        path: 'supplierBankGiro',
        severity: 'hold',
        parameters: { account: '991-2346', kind: 'bankGiro' },
      },
    ],
  },
  {
    name: 'A change of the payee is let through, and a foreign time is held',
    invoice: bill({ invoiceDate: Date.parse('2026-05-11T12:00Z') }),
    supplier: { payeeChangedAt: new Date('2026-05-01T09:00:00Z') },
    settings: { 'payee.changed': 'off', 'date.time': 'hold' },
    expected: [{ code: 'date.time', path: 'invoiceDate', severity: 'hold', parameters: { understood: '2026-05-11' } }],
  },
  {
    name: 'A setting that asks for a hold changes nothing where nothing is wrong',
    invoice: bill({}),
    settings: { 'sum.total': 'hold', 'payee.name': 'hold', 'date.due': 'hold' },
    expected: [],
  },
  {
    name: 'A hold that is asked for where there is one anyway',
    invoice: bill({}),
    supplier: { payeeChangedAt: new Date('2026-05-01T09:00:00Z') },
    settings: { 'payee.changed': 'hold' },
    expected: [changedPayee('2026-05-01')],
  },
];
