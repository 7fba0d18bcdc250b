import {
  bill,
  blockedPayee,
  changedPayee,
  nordbygg,
  otherPayee,
  unknownAccount,
  type CheckCase,
} from './row.testing.ts';
import type { CheckedSupplier } from '../context.ts';

const noAccount: Partial<CheckedSupplier> = { bankGiro: '', postGiro: '', iban: '' };

const sameOnes: CheckCase[] = [
  ...['991-2346', '9912346', '991 2346', ' 991-2346 '].map((supplierBankGiro) => ({
    name: `The bank giro 991-2346 as ${JSON.stringify(supplierBankGiro)}`,
    invoice: bill({ supplierBankGiro }),
    expected: [],
  })),
  ...['12345-5', '1 23 45-5', '123455'].map((supplierPostGiro) => ({
    name: `The post giro 12345-5 as ${JSON.stringify(supplierPostGiro)}`,
    invoice: bill({ supplierPostGiro }),
    expected: [],
  })),
  ...['5560160680', '16556016-0680', '165560160680', 'SE556016068001', 'SE 556016-0680 01'].map(
    (supplierOrganizationalNumber) => ({
      name: `The organisational number 556016-0680 as ${supplierOrganizationalNumber}`,
      invoice: bill({ supplierOrganizationalNumber }),
      expected: [],
    }),
  ),
  ...['811218-9876', '19811218-9876', 'SE811218987601'].map((supplierOrganizationalNumber) => ({
    name: `A sole trader’s personal number 811218-9876 as ${supplierOrganizationalNumber}`,
    invoice: bill({ supplierOrganizationalNumber }),
    supplier: { organizationalNumber: '8112189876' },
    expected: [],
  })),
  {
    name: 'A German VAT number with spaces',
    invoice: bill({ supplierOrganizationalNumber: 'DE 123 456 788' }),
    supplier: { organizationalNumber: 'DE123456788' },
    expected: [],
  },
  {
    name: 'An invoice that names neither account nor number',
    invoice: bill({
      supplierBankGiro: '',
      supplierPostGiro: ' ',
      supplierOrganizationalNumber: null,
      supplierName: null,
    }),
    expected: [],
  },
  {
    name: 'A record without organisational number, which cannot differ',
    invoice: bill({}),
    supplier: { organizationalNumber: '' },
    expected: [],
  },
];

const names: [invoice: string, record: string, isSame: boolean][] = [
  ['NORDBYGG MATERIAL AKTIEBOLAG', 'Nordbygg Material AB', true],
  ['Nordbygg Material AB (publ)', 'Nordbygg Material AB', true],
  ['Nordbygg Material AB i likvidation', 'Nordbygg Material AB', true],
  ['Nordbyg Materiel AB', 'Nordbygg Material AB', true],
  ['Material Nordbygg AB', 'Nordbygg Material AB', true],
  ['Nordbygg', 'Nordbygg Material AB', true],
  ['Nordbygg Material Uppsala AB', 'Nordbygg Material AB', true],
  ['ROR OCH CO', 'Rör & Co AB', true],
  ['MALERI OSTLANDA', 'Måleri Östlanda HB', true],
  ['CAFE SODER KB', 'Café Söder Kommanditbolag', true],
  ['Fjordbetong AS', 'FJORDBETONG A/S', true],
  ['Mueller Tiefbau', 'Müller Tiefbau GmbH', true],
  ['Sydbygg AB', 'Nordbygg AB', false],
  ['Nordbygg Betong AB', 'Nordbygg Material AB', false],
  ['Nordbyggarna AB', 'Nordbygg AB', false],
  ['Nordisk Fastighet AB', 'Nordisk Fasad AB', false],
  ['Tegmo AB', 'Takmo AB', false],
  ['NCB AB', 'NCB Entreprenad AB', false],
  ['Byggvaror Sverige AB', 'Nordbygg Material AB', false],
];

const named: CheckCase[] = names.map(([supplierName, name, isSame]) => ({
  name: `“${supplierName}” on the invoice and “${name}” in the record ${isSame ? 'are the same' : 'differ'}`,
  invoice: bill({ supplierName }),
  supplier: { name },
  expected: isSame ? [] : [otherPayee('name', supplierName, name)],
}));

const otherOnes: CheckCase[] = [
  {
    name: 'Another bank giro',
    invoice: bill({ supplierBankGiro: '5050-1055' }),
    expected: [otherPayee('bankgiro', '5050-1055', '991-2346')],
  },
  {
    name: 'Another post giro',
    invoice: bill({ supplierPostGiro: '4 41 07-1' }),
    expected: [otherPayee('postgiro', '4 41 07-1', '12345-5')],
  },
  {
    name: 'Another bank giro and another post giro',
    invoice: bill({ supplierBankGiro: '50501055', supplierPostGiro: '44107-1' }),
    expected: [otherPayee('bankgiro', '50501055', '991-2346'), otherPayee('postgiro', '44107-1', '12345-5')],
  },
  {
    name: 'A bank giro where the record has a post giro only',
    invoice: bill({}),
    supplier: { bankGiro: '', iban: '' },
    expected: [otherPayee('bankgiro', '991-2346', '')],
  },
  {
    name: 'A bank giro where the record has an IBAN only',
    invoice: bill({}),
    supplier: { bankGiro: '', postGiro: '' },
    expected: [otherPayee('bankgiro', '991-2346', '')],
  },
  {
    name: 'A post giro where the record has a bank giro only',
    invoice: bill({ supplierPostGiro: '12345-5' }),
    supplier: { postGiro: '', iban: '' },
    expected: [otherPayee('postgiro', '12345-5', '')],
  },
  {
    name: 'A bank giro where the record has no account',
    invoice: bill({}),
    supplier: noAccount,
    expected: [unknownAccount('bankGiro', '991-2346')],
  },
  {
    name: 'A post giro where the record has no account',
    invoice: bill({ supplierBankGiro: null, supplierPostGiro: '12345-5' }),
    supplier: noAccount,
    expected: [unknownAccount('postGiro', '12345-5')],
  },
  {
    name: 'No account on either side',
    invoice: bill({ supplierBankGiro: '' }),
    supplier: noAccount,
    expected: [],
  },
  {
    name: 'Another organisational number',
    invoice: bill({ supplierOrganizationalNumber: '559012-3450' }),
    expected: [otherPayee('organization', '559012-3450', '556016-0680')],
  },
  {
    name: 'Another sole trader, whose personal number nobody is shown',
    invoice: bill({ supplierOrganizationalNumber: '811218-9876' }),
    supplier: { organizationalNumber: '121212-1212' },
    expected: [otherPayee('organization', '811218-****', '121212-****')],
  },
  {
    name: 'Another German VAT number',
    invoice: bill({ supplierOrganizationalNumber: 'DE987654321' }),
    supplier: { organizationalNumber: 'DE123456788' },
    expected: [otherPayee('organization', 'DE987654321', 'DE123456788')],
  },
];

const changes: [changedAt: string, on: string | undefined][] = [
  ['2026-05-19T08:14:00Z', '2026-05-19'],
  ['2026-05-18T08:14:00Z', '2026-05-18'],
  ['2026-05-01T11:40:00Z', '2026-05-01'],
  ['2026-04-18T09:15:00Z', '2026-04-18'],
  ['2026-04-18T08:15:00Z', undefined],
  ['2025-05-01T11:40:00Z', undefined],
];

/** All invoices arrive at 2026-05-18T08:15:00Z. */
const changed: CheckCase[] = changes.map(([changedAt, on]) => ({
  name: `A payee that was changed at ${changedAt}`,
  invoice: bill({}),
  supplier: { ...nordbygg, payeeChangedAt: new Date(changedAt) },
  expected: on === undefined ? [] : [changedPayee(on)],
}));

const blocks: [blockedAt: string, on: string | undefined][] = [
  ['2026-05-18T08:14:59Z', '2026-05-18'],
  ['2024-02-29T22:59:00Z', '2024-02-29'],
  ['2024-02-29T23:01:00Z', '2024-03-01'],
  ['2026-05-18T08:16:01Z', '2026-05-18'],
];

const blocked: CheckCase[] = [
  ...blocks.map(([blockedAt, on]) => ({
    name: `A supplier that was blocked at ${blockedAt}`,
    invoice: bill({}),
    supplier: { ...nordbygg, blockedAt: new Date(blockedAt) },
    expected: on === undefined ? [] : [blockedPayee(on)],
  })),
  {
    name: 'A supplier that is blocked, with another bank giro on the invoice',
    invoice: bill({ supplierBankGiro: '5050-1055' }),
    supplier: { ...nordbygg, blockedAt: new Date('2026-05-01T10:00:00Z') },
    expected: [otherPayee('bankgiro', '5050-1055', '991-2346'), blockedPayee('2026-05-01')],
  },
];

export const payees: CheckCase[] = [...sameOnes, ...named, ...otherOnes, ...changed, ...blocked];
