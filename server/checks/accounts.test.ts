import { expect, it } from 'vitest';
import { accountsOf } from './accounts.ts';
import { checkedInvoice } from './read.ts';

const record = { bankGiro: '991-2346', postGiro: '', iban: 'SE3550000000054910000003' };
const comparisons = (fields: object, supplier = record) =>
  accountsOf(checkedInvoice({ ...fields }), supplier).map(({ kind, account, comparison }) => [
    kind,
    account,
    comparison,
  ]);

it.each([
  ['the record’s, written otherwise', { supplierBankGiro: ' 0991 2346' }, ['bankGiro', ' 0991 2346', 'same']],
  ['another', { supplierBankGiro: '5402-9681' }, ['bankGiro', '5402-9681', 'differs']],
  ['of a kind that the record has not', { supplierPostGiro: '12345-5' }, ['postGiro', '12345-5', 'missing']],
  ['the record’s with more around it', { supplierBankGiro: 'BG 991-2346' }, ['bankGiro', 'BG 991-2346', 'differs']],
  [
    'the record’s in an unknown field',
    { payeeIban: 'se35 5000 0000 0549 1000 0003' },
    ['iban', 'se35 5000 0000 0549 1000 0003', 'same'],
  ],
  ['another in an unknown field', { iban: 'DE89370400440532013000' }, ['iban', 'DE89370400440532013000', 'differs']],
])('an account of the invoice that is %s', (_what, fields, expected) => {
  expect(comparisons(fields)).toEqual([expected]);
});

it('an invoice without an account is paid to the accounts of the record', () => {
  expect(comparisons({})).toEqual([
    ['bankGiro', '991-2346', 'fromRecord'],
    ['iban', 'SE3550000000054910000003', 'fromRecord'],
  ]);
  expect(comparisons({ supplierBankGiro: '\u2800' }, { bankGiro: '', postGiro: '', iban: '' })).toEqual([]);
});
