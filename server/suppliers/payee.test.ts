import { expect, it } from 'vitest';
import { changesPayee, type Payee } from './payee.ts';

const record: Payee = {
  name: 'Nordbygg Material AB',
  organizationalNumber: '556016-0680',
  bankGiro: '991-2346',
  postGiro: '',
  iban: 'SE4550000000058398257466',
  bicSwift: 'ESSESESS',
};
const nothing: Payee = {
  name: 'Nordbygg',
  organizationalNumber: '',
  bankGiro: '',
  postGiro: '',
  iban: '',
  bicSwift: '',
};

it.each([
  ['nothing', {}],
  ['the same bank giro without its dash', { bankGiro: '9912346' }],
  ['the same organisational number with a prefix', { organizationalNumber: '165560160680' }],
  ['the same organisational number as a VAT number', { organizationalNumber: 'SE556016068001' }],
  ['the same name in capitals and without its form', { name: 'NORDBYGG MATERIAL' }],
  ['the same IBAN in groups', { iban: 'SE45 5000 0000 0583 9825 7466' }],
  ['the same BIC, of the head office', { bicSwift: 'ESSESESSXXX' }],
])('%s is no change of the payee', (_, change) => expect(changesPayee(record, { ...record, ...change })).toBe(false));

it.each([
  ['another bank giro', { bankGiro: '5050-1055' }],
  ['a bank giro that is taken away', { bankGiro: '' }],
  ['a post giro beside a bank giro', { postGiro: '12345-5' }],
  ['another IBAN', { iban: 'SE3550000000054910000003' }],
  ['another BIC', { bicSwift: 'NDEASESS' }],
  ['another organisational number', { organizationalNumber: '556703-7485' }],
  ['an organisational number that is taken away', { organizationalNumber: '' }],
  ['another name', { name: 'Sydbygg AB' }],
  // A typing error is tolerated between an invoice and a record, but within a record it is a change.
  ['a name with another letter', { name: 'Nordbygg Materiel AB' }],
])('%s is a change of the payee', (_, change) => expect(changesPayee(record, { ...record, ...change })).toBe(true));

it('the first account of a record that had none, and its first organisational number, change nothing that was there', () => {
  for (const change of [
    { bankGiro: '991-2346' },
    { postGiro: '12345-5' },
    { iban: 'SE4550000000058398257466', bicSwift: 'ESSESESS' },
    { bankGiro: '991-2346', postGiro: '12345-5' },
    { organizationalNumber: '556016-0680' },
  ])
    expect(changesPayee(nothing, { ...nothing, ...change })).toBe(false);
  expect(changesPayee(nothing, { ...nothing, bankGiro: '991-2346', name: 'Sydbygg' })).toBe(true);
});
