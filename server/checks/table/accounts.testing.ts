import {
  bill,
  nordbygg,
  otherPayee,
  unreadable,
  type ExpectedFinding,
  type Fields,
  type CheckCase,
} from './row.testing.ts';
import type { CheckedSupplier, LookAlike } from '../context.ts';

const noAccount: Partial<CheckedSupplier> = { bankGiro: '', postGiro: '', iban: '' };

/** Writes digits in another script, given its zero. */
const digitsFrom = (zero: number, text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

const scripts: [name: string, zero: number][] = [
  ['full-width', 0xff10],
  ['Arabic-Indic', 0x660],
  ['extended Arabic-Indic', 0x6f0],
  ['Devanagari', 0x966],
  ['Bengali', 0x9e6],
  ['Thai', 0xe50],
  ['Khmer', 0x17e0],
  ['mathematical bold', 0x1d7ce],
  ['Adlam', 0x1e950],
];

const readings: CheckCase[] = scripts.flatMap(([name, zero]) => [
  {
    name: `The record’s bank giro in ${name} digits`,
    invoice: bill({ supplierBankGiro: digitsFrom(zero, '991-2346') }),
    expected: [],
  },
  {
    name: `Another bank giro in ${name} digits`,
    invoice: bill({ supplierBankGiro: digitsFrom(zero, '5050-1055') }),
    expected: [otherPayee('bankgiro', digitsFrom(zero, '5050-1055'), '991-2346')],
  },
]);

const wrongCharacters = (value: string, path = 'supplierBankGiro'): ExpectedFinding => ({
  code: path === 'supplierBankGiro' ? 'number.bankgiro' : 'number.postgiro',
  path,
  severity: 'warning',
  parameters: { value, why: 'characters' },
});

const unreadables: CheckCase[] = [
  ...['991-2346 pay BG 5050-1055', 'BG 991-2346', '991-2346 / 5050-1055', '９９１-２３４６ eller BG'].map(
    (supplierBankGiro) => ({
      name: `A bank giro with more in it than an account, ${JSON.stringify(supplierBankGiro)}`,
      invoice: bill({ supplierBankGiro }),
      expected: [unreadable('supplierBankGiro', supplierBankGiro), wrongCharacters(supplierBankGiro)],
    }),
  ),
  {
    name: 'A post giro with words around it, and a record without an account',
    invoice: bill({ supplierBankGiro: null, supplierPostGiro: 'PG 12345-5' }),
    supplier: noAccount,
    expected: [unreadable('supplierPostGiro', 'PG 12345-5'), wrongCharacters('PG 12345-5', 'supplierPostGiro')],
  },
  {
    name: 'A dash instead of a bank giro',
    invoice: bill({ supplierBankGiro: '-' }),
    expected: [unreadable('supplierBankGiro', '-'), lengthOf('-')],
  },
  {
    name: 'Words instead of a bank giro',
    invoice: bill({ supplierBankGiro: 'see the file' }),
    expected: [unreadable('supplierBankGiro', 'see the file'), wrongCharacters('see the file')],
  },
];

function lengthOf(value: string): ExpectedFinding {
  return {
    code: 'number.bankgiro',
    path: 'supplierBankGiro',
    severity: 'warning',
    parameters: { value, why: 'length' },
  };
}

const inField = (
  path: string,
  sent: string,
  recorded: string,
  severity: 'hold' | 'warning' = 'hold',
): ExpectedFinding => ({
  code: 'payee.field',
  path,
  severity,
  parameters: { field: path, sent, recorded },
});

const otherIban = 'DE89370400440532013000';

const unknownFields: [
  what: string,
  fields: Fields,
  expected: ExpectedFinding[],
  supplier?: Partial<CheckedSupplier>,
][] = [
  ['the record’s IBAN in iban', { iban: 'SE45 5000 0000 0583 9825 7466' }, []],
  ['another IBAN in iban', { iban: otherIban }, [inField('iban', otherIban, nordbygg.iban)]],
  [
    'another bank giro in supplierBankgiro',
    { supplierBankgiro: '5050-1055' },
    [inField('supplierBankgiro', '5050-1055', '991-2346')],
  ],
  ['the record’s bank giro in bank_giro', { bank_giro: '9912346' }, []],
  ['another post giro in plusgiro, as a number', { plusgiro: 441071 }, [inField('plusgiro', '441071', '12345-5')]],
  ['another bank giro in a full-width name', { ｂｇ: '5050-1055' }, [inField('ｂｇ', '5050-1055', '991-2346')]],
  ['an IBAN where the record has none', { iban: otherIban }, [inField('iban', otherIban, '')], { iban: '' }],
  [
    'an IBAN where the record has no account at all',
    { supplierBankGiro: null, iban: otherIban },
    [inField('iban', otherIban, '', 'warning')],
    noAccount,
  ],
  ['the IBAN of the record’s post giro', { iban: 'SE3695000099602600123455' }, []],
  ['an IBAN under any name', { note: otherIban }, [inField('note', otherIban, nordbygg.iban)]],
  [
    'an IBAN inside of an unknown object',
    { payment: { to: [otherIban] } },
    [inField('payment.to[0]', otherIban, nordbygg.iban)],
  ],
  [
    'an object named like an account',
    { plusGiro: { number: '44107-1' } },
    [inField('plusGiro.number', '44107-1', '12345-5')],
  ],
  ['a bank account', { bankAccount: '5000-0583982574' }, [inField('bankAccount', '5000-0583982574', '')]],
  ['the record’s bank giro as bank account', { bankAccount: '991-2346' }, []],
  ['an account of the bookkeeping', { account: '4010', kontonummer: 2440 }, []],
  ['an account field that says nothing', { iban: '', plusgiro: null, bankgiro: 'none' }, []],
  [
    'another bank giro on a line',
    {
      articles: [
        { articleDescription: 'Block', quantity: 20, price: 50, totalPrice: 1000, vat: 25, bankgiro: '5050-1055' },
      ],
    },
    [inField('articles[0].bankgiro', '5050-1055', '991-2346')],
  ],
];

const fields: CheckCase[] = unknownFields.map(([what, more, expected, supplier = {}]) => ({
  name: `Unknown fields: ${what}`,
  invoice: bill(more),
  supplier,
  expected,
}));

const firstAccount: ExpectedFinding = { code: 'payee.first', path: null, parameters: { account: '991-2346' } };

const firsts: CheckCase[] = [
  {
    name: 'An account that nobody has confirmed, as usual',
    invoice: bill({}),
    supplier: { isUnconfirmed: true },
    expected: [],
  },
  ...(['warning', 'hold'] as const).map((severity) => ({
    name: `An account that nobody has confirmed, in a company that chose ${severity}`,
    invoice: bill({}),
    supplier: { isUnconfirmed: true },
    settings: { 'payee.first': severity },
    expected: [{ ...firstAccount, severity }],
  })),
  {
    name: 'A confirmed account in a company that wants to be told of the first payment',
    invoice: bill({}),
    settings: { 'payee.first': 'hold' },
    expected: [],
  },
  {
    name: 'A supplier without an account, which nobody can confirm',
    invoice: bill({ supplierBankGiro: null }),
    supplier: { ...noAccount, isUnconfirmed: true },
    settings: { 'payee.first': 'hold' },
    expected: [],
  },
];

const other = (accounts: Partial<LookAlike> = {}): LookAlike => ({
  number: '1042-2',
  name: 'Nordbygg Material',
  organizationalNumber: '',
  bankGiro: '',
  postGiro: '',
  iban: '',
  by: ['name'],
  ...accounts,
});
const twinOf = (account: string): ExpectedFinding => ({
  code: 'payee.twin',
  path: null,
  severity: 'hold',
  parameters: { number: '1042-2', name: 'Nordbygg Material', account, by: ['name'] },
});

const pairs: [what: string, supplier: Partial<CheckedSupplier>, alike: LookAlike, expected: ExpectedFinding[]][] = [
  ['with another bank giro', {}, other({ bankGiro: '5050-1055' }), [twinOf('5050-1055')]],
  ['without an account', {}, other(), [twinOf('')]],
  [
    'with the same bank giro, written in another way',
    { postGiro: '', iban: '' },
    other({ bankGiro: '991 2346', iban: otherIban }),
    [],
  ],
  [
    'with the same bank giro and another IBAN',
    {},
    other({ bankGiro: '991-2346', postGiro: '12345-5', iban: otherIban }),
    [twinOf('991-2346')],
  ],
  [
    'with a bank giro, while the invoice’s supplier has none',
    { ...noAccount },
    other({ bankGiro: '5050-1055' }),
    [twinOf('5050-1055')],
  ],
  ['without an account, as the invoice’s supplier', { ...noAccount }, other(), []],
];

const twins: CheckCase[] = [
  ...pairs.map(([what, supplier, alike, expected]) => ({
    name: `A supplier that nobody has confirmed looks like one ${what}`,
    invoice: bill({ supplierBankGiro: null }),
    supplier: { ...supplier, isUnconfirmed: true },
    alike: [alike],
    expected,
  })),
  {
    name: 'A supplier that the company vouches for looks like another',
    invoice: bill({}),
    alike: [other({ bankGiro: '5050-1055' })],
    expected: [],
  },
];

export const accounts: CheckCase[] = [...readings, ...unreadables, ...fields, ...firsts, ...twins];
